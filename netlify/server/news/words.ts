import { type Interval, toSlot } from '#lib/time/interval';
import type { Lead } from '#lead/lead';
import { visitName } from '#lead/visits';
import { mail as english } from '#i18n/en/mail';
import { mail as spanish } from '#i18n/es/mail';
import { type Language, locales } from '#i18n/language';
import { zonedDayAndTime } from '#lib/time/zone';
import type { OwnerWords } from '#i18n/owner-words';
import type { VisitNews } from './news.ts';

/** The words that the site tells visitors, by language. Those for the owner stand where they are used (`#i18n/admin-text`). */
export const visitorWords = { en: english, es: spanish };

/** `Tuesday, December 1 at 10:30 AM ET` */
export function whenOf(interval: Interval, language: Language): string {
  return visitorWords[language].when(zonedDayAndTime(toSlot(interval).start, locales[language]));
}

/** For the owner: `Elise Romero, Roswell`. */
export const whoOf = ({ request: { name, city } }: Pick<Lead, 'request'>): string =>
  [name, city].filter(Boolean).join(', ');

const visitNews = {
  booked: '{visit} booked: {when}',
  moved: '{visit} moved: {when}',
  cancelled: '{visit} cancelled: {when}',
} as const;

/** For the owner: `Visit booked: Tuesday, December 1 at 10:30 AM ET`. */
export const visitNewsOf = ({ kind, visitKind, interval }: VisitNews, { language, say }: OwnerWords): string =>
  say(visitNews[kind], { visit: visitName(visitKind, say), when: whenOf(interval, language) });
