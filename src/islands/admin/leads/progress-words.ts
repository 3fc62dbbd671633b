import { jobStepLabels, mostOf } from '#contracts/lead-job';
import { outcomeLabels } from '#contracts/lead-outcome';
import { leadStatusLabels, lostReasonLabels } from '#contracts/lead-status';
import { say, sayLabels } from '#browser/say';
import { exactDollars } from '#lib/dollars';
import { sumOf } from '#lead/place';
import { labelOf } from '#lib/label';
import { addDays, type CalendarDate, dateWords, zonedToday } from '#lib/time/dates';

export const outcomeNames = sayLabels(outcomeLabels);
export const statusNames = sayLabels(leadStatusLabels);
export const reasonNames = sayLabels(lostReasonLabels);
const stepNames = sayLabels(jobStepLabels);

/** `Oct 28` */
export const shortDay = (date: CalendarDate) => dateWords(date, { month: 'short', day: 'numeric' });

/** `Oct 20, 2026` */
export const dayAndYear = (date: string) => dateWords(date, { month: 'short', day: 'numeric', year: 'numeric' });

/** `today`, `tomorrow`, `on Monday`, `on Monday, December 7` */
export function dayWords(date: CalendarDate, now: Date): string {
  const today = zonedToday(now);
  if (date === today) return say('today');
  if (date === addDays(today, 1)) return say('tomorrow');
  return say('on {day}', { day: dayName(date, now) });
}

/** `Monday` of the next days, else `Monday, December 7` */
export function dayName(date: CalendarDate, now: Date): string {
  const today = zonedToday(now);
  const isNear = date > today && date < addDays(today, 7);
  return dateWords(date, isNear ? { weekday: 'long' } : { weekday: 'long', month: 'long', day: 'numeric' });
}

/** The days on which an order may arrive. */
export const orderDays = (now: Date) =>
  [2, 4, 6].map((weeks) => ({
    label: say('In {count} weeks', { count: weeks }),
    date: addDays(zonedToday(now), 7 * weeks),
  }));

/** The days that are chosen most. */
export function quickDays(now: Date): { readonly label: string; readonly date: CalendarDate }[] {
  const today = zonedToday(now);
  return [
    { label: say('Tomorrow'), date: addDays(today, 1) },
    { label: say('In 3 days'), date: addDays(today, 3) },
    { label: say('Next week'), date: addDays(today, 7) },
  ];
}

/**
 * A typed amount, such as `$3,200` or `3200.5`; `null` for none, `undefined` for what is no amount. A comma stands before
 * three digits: elsewhere `3200,50` are cents, or `32,00` is a slip. `saved`: the lead's amount.
 */
export function readAmount(typed: string, saved?: number): number | null | undefined {
  const text = typed.replace(/[$\s]/g, '');
  if (!text) return null;
  const amount = Number(text.replaceAll(',', ''));
  return /^(\d+|\d{1,3}(,\d{3})+)(\.\d{0,2})?$/.test(text) && amount <= mostOf(saved) ? amount : undefined;
}

/** `Ordered Oct 28, Arrived Nov 20`; empty before the first step. */
export const jobWords = (job: object): string =>
  Object.entries(stepNames)
    .flatMap(([step, label]) => {
      const date: unknown = job[step as keyof typeof job];
      return typeof date === 'string' ? [`${label} ${shortDay(date)}`] : [];
    })
    .join(', ');

/** Some fields of a lead in one line: `Quoted, $3,200, call again on Monday`. Empty fields say nothing. */
export function progressSentence(fields: Readonly<Record<string, unknown>>, now: Date): string {
  const { status, outcome, lostReason, amount, followUp, job, payments } = fields;
  const words = [
    typeof outcome === 'string' ? labelOf(outcomeNames, outcome) : null,
    typeof status === 'string' ? labelOf(statusNames, status) : null,
    typeof lostReason === 'string' ? labelOf(reasonNames, lostReason) : null,
    typeof amount === 'number' ? exactDollars(amount) : null,
    typeof job === 'object' && job ? jobWords(job) : null,
    Array.isArray(payments) ? say('paid {amount}', { amount: exactDollars(sumOf(payments)) }) : null,
    typeof followUp === 'string' ? say('call again {day}', { day: dayWords(followUp, now) }) : null,
  ];
  return [...new Set(words.filter(Boolean))].join(', ');
}
