import { type Interval, toSlot } from '#lib/time/interval';
import type { Lead } from '#lead/lead';
import { mail as english } from '#i18n/en/mail';
import { mail as spanish } from '#i18n/es/mail';
import { type Language, locales } from '#i18n/language';
import { zonedDayAndTime } from '#lib/time/zone';

/** What visitors are told, by language. The owner is told in English. */
export const visitorWords = { en: english, es: spanish };

/** `Tuesday, December 1 at 10:30 AM ET` */
export function whenOf(interval: Interval, language: Language = 'en'): string {
  return visitorWords[language].when(zonedDayAndTime(toSlot(interval).start, locales[language]));
}

/** For the owner: `Elise Romero, Roswell`. */
export const whoOf = ({ request: { name, city } }: Lead): string => [name, city].filter(Boolean).join(', ');
