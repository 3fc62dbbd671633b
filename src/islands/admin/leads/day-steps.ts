import brand from '#brand/brand.json' with { type: 'json' };
import { isOfWork } from '#contracts/lead-outcome';
import { arrivalOf, type DayStep, isNext, lastStep } from '#contracts/visit-day';
import { say } from '#browser/say';
import { texts as english } from '#i18n/en/texts';
import { texts as spanish } from '#i18n/es/texts';
import { type Language, locales } from '#i18n/language';
import { pathIn } from '#i18n/site-languages';
import type { ShownLead } from '#lead/answers';
import type { CommandOf } from '#lead/command';
import { languageOfLead, type Visit } from '#lead/lead';
import { smsHref } from '#lib/contact';
import { zonedAt, zonedTime } from '#lib/time/zone';
import { waysTo } from '../connections.ts';

export type StepCommand = CommandOf<'dayStep'>;

/** A press that failed is still to be made: another device may have been faster. */
export const isToRepeat = (command: StepCommand, { day }: Pick<Visit, 'day'>): boolean =>
  command.step === 'undo' ? lastStep(day)?.at === command.at : isNext(command.step, day);

/** `On my way since 10:05 AM, there at about 10:25 AM.` */
export function stepWords({ day = {} }: Pick<Visit, 'day'>): string {
  const { step, at } = lastStep(day) ?? {};
  if (!step || !at) return '';
  if (step !== 'onMyWay') return doneWords[step](zonedAt(at));
  const arrival = zonedTime(arrivalOf(at, day.minutes));
  return say('On my way since {time}, there at about {arrival}.', { time: zonedTime(at), arrival });
}

const doneWords: Record<Exclude<DayStep, 'onMyWay'>, (at: string) => string> = {
  arrived: (at) => say('Arrived {at}.', { at }),
  done: (at) => say('Done {at}.', { at }),
  nobody: (at) => say('Nobody there {at}.', { at }),
};

/** Texts go to the visitor by themselves: the site sends them, and the visitor agreed. */
export const isTexted = (lead: ShownLead): boolean => waysTo(lead, 'onMyWay').length > 0;

/**
 * Opens the phone's own messages with the words that the visitor is told, in the lead's language; `null` without a
 * number that takes texts.
 */
export function ownText(lead: ShownLead, wordsIn: (words: typeof english, language: Language) => string) {
  const { request, hasStopped } = lead;
  const language = languageOfLead(lead);
  const text = `${brand.shortName}: ${wordsIn(language === 'es' ? spanish : english, language)}`;
  return request.phone && !hasStopped ? smsHref(request.phone, text) : null;
}

/** The owner's own text from the way; `null` where one goes by itself, and without a number. */
export function wayText(lead: ShownLead, minutes: number, now: Date): string | null {
  if (isTexted(lead)) return null;
  const time = arrivalOf(now.toISOString(), minutes);
  return ownText(lead, ({ onMyWay }, language) => onMyWay(zonedTime(time, locales[language])));
}

/** The owner's own text from the door of nobody, with the way to another time; `null` where there is no number. */
export function nobodyText(lead: ShownLead, { kind }: Pick<Visit, 'kind'>, origin: string): string | null {
  return ownText(lead, ({ nobodyHome }, language) =>
    nobodyHome(isOfWork(kind) ? brand.phone : origin + pathIn(language, '/book')),
  );
}
