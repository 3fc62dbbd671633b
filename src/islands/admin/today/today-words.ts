import { jobStepLabels, jobSteps } from '#contracts/lead-job';
import { leadStatusLabels } from '#contracts/lead-status';
import { say } from '#browser/say';
import { type ShownLead, type ShownVisit, waitsSince } from '#lead/answers';
import { nextOf, owedOf, sumOf } from '#lead/place';
import { jobsOf } from '#lead/sales';
import { cancellationOf } from '#lead/visits';
import { exactDollars } from '#lib/dollars';
import { capitalized, duration, labelOf } from '#lib/label';
import { addDays, daysBetween, zonedToday } from '#lib/time/dates';
import { zonedClock, zonedDate, zonedDay, zonedDayBriefly, zonedTime } from '#lib/time/zone';
import { MINUTE } from '#lib/time/units';
import { jobSentence } from '../leads/job.ts';
import { dayName, dayWords, outcomeNames, reasonNames } from '../leads/progress-words.ts';
import { timeOf } from '../leads/visit-time.ts';
import type { Handled } from './today-store.ts';

export interface VisitGroup {
  readonly name: string;
  /** If the group is one day. */
  readonly date?: string;
  readonly visits: readonly ShownVisit[];
}

/** The name of the first group. */
export const TODAY = say('Visits today');

/** Groups visits, soonest first: today (even if empty), tomorrow, the next five days, and later. */
export function visitGroups(visits: readonly ShownVisit[], now: Date): VisitGroup[] {
  const daysAhead = ({ visit }: ShownVisit) => daysBetween(zonedToday(now), zonedDate(timeOf(visit).start));
  const within = (first: number, last: number) =>
    visits.filter((one) => daysAhead(one) >= first && daysAhead(one) <= last);
  const tomorrow = within(1, 1);
  const groups: VisitGroup[] = [
    { name: TODAY, date: zonedDay(now.toISOString()), visits: within(0, 0) },
    { name: say('Tomorrow'), date: zonedDay(tomorrow[0]?.visit.start ?? now.toISOString()), visits: tomorrow },
    { name: say('This week'), visits: within(2, 6) },
    { name: say('Later'), visits: within(7, Infinity) },
  ];
  return groups.filter(({ name, visits: some }) => name === TODAY || some.length > 0);
}

/** `10:30 AM`; in a group of several days its day comes first. */
export function visitTime(slot: string, { date }: VisitGroup): string {
  return date ? zonedTime(slot) : capitalized(`${zonedDayBriefly(slot)}, ${zonedTime(slot)}`);
}

/** Also a visit of which the owner has told early how it went. */
export const isOver = ({ visit }: ShownVisit, now: Date): boolean =>
  Date.parse(timeOf(visit).end) <= now.getTime() || visit.outcome !== undefined;

/** Of the visit's card. */
export const cardId = ({ id }: Pick<ShownVisit['visit'], 'id'>) => `visit-${id}`;

/** `1 visit without anybody`; empty where somebody makes each. */
export function unmannedCount(visits: readonly ShownVisit[]): string {
  const count = visits.filter(({ unmanned }) => unmanned).length;
  if (count === 0) return '';
  return count === 1 ? say('1 visit without anybody') : say('{count} visits without anybody', { count });
}

/** How long a request has waited, against our promise. */
export interface Waiting {
  readonly words: string;
  readonly isBroken: boolean;
}

/** `Waits 4 h 10 min, promised by tonight`, `Waits 1 day 6 h, 6 h longer than promised`; without a promise `Waits 5 h` */
export function waitingOf(lead: ShownLead, now: Date): Waiting {
  const time = lasting(Math.max(0, now.getTime() - Date.parse(waitsSince(lead, now.getTime()))));
  if (lead.due === undefined) return { words: say('Waits {time}', { time }), isBroken: false };
  const late = now.getTime() - Date.parse(lead.due);
  const isBroken = late >= 0;
  const words = isBroken
    ? say('Waits {time}, {late} longer than promised', { time, late: lasting(late) })
    : say('Waits {time}, promised by {when}', { time, when: promisedWords(lead.due, now) });
  return { words, isBroken };
}

/** What the visitor was told, seen from today: `tonight`, `Monday night`, `noon tomorrow`, `3:00 PM today`. Nights end at midnight. */
function promisedWords(due: string, now: Date): string {
  const clock = zonedClock(due);
  const day = dayWords(zonedDate(due), now);
  if (clock === '12:00') return say('noon {day}', { day });
  if (clock !== '00:00') return say('{time} {day}', { time: zonedTime(due), day });
  const [today, before] = [zonedToday(now), addDays(zonedDate(due), -1)];
  if (before === today) return say('tonight');
  if (before === addDays(today, 1)) return say('tomorrow night');
  return say('{day} night', { day: dayName(before, now) });
}

const lasting = (ms: number) => duration(ms / MINUTE);

/** Since when somebody is to be called again: `Today`, `Since Monday, November 30`; of a sold lead what is to be done next. */
export function againWords(lead: ShownLead, now: Date): string {
  const next = nextOf(lead);
  if (next) return jobSentence(lead, next, now);
  const { followUp } = lead;
  if (!followUp) return cancellationOf(lead, now.getTime()) ? say('The visit was cancelled') : say('No day is noted');
  return followUp === zonedToday(now) ? say('Today') : say('Since {day}', { day: dayName(followUp, now) });
}

/** The step that a change has noted. */
const stepIn = ({ change: { job, sale = 0 }, before }: Handled) =>
  jobSteps.findLast((step) => job?.[step] && job[step] !== jobsOf(before)[sale]?.[step]);

/** `Ann comes back on Monday.`, `Ann: Quoted, $3,200. Comes back on Monday.`, `Ann: Lost, Too expensive.` */
export function handledWords(handled: Handled, now: Date): string {
  const { outcome, status } = handled.change;
  const { amount, followUp, lostReason, payments, request } = handled.after;
  const isLost = status === 'lost';
  const step = stepIn(handled);
  const result = outcome?.result ?? (status === 'won' ? 'sold' : status === 'quoted' && status);
  const words = [
    result && outcomeNames[result],
    amount !== undefined && (result === 'sold' || result === 'quoted') && exactDollars(amount),
    step && say(jobStepLabels[step]),
    handled.change.payments &&
      (owedOf(handled.after) > 0 ? say('{amount} paid', { amount: exactDollars(sumOf(payments)) }) : say('Paid')),
    isLost && say(leadStatusLabels.lost),
    isLost && lostReason && labelOf(reasonNames, lostReason),
  ].filter(Boolean);
  const { name } = request;
  const day = followUp && dayWords(followUp, now);
  if (words.length === 0)
    return day ? say('{name} comes back {day}.', { name, day }) : say('{name} is noted.', { name });
  return [`${name}: ${words.join(', ')}.`, day && say('Comes back {day}.', { day })].filter(Boolean).join(' ');
}

/** `5 min ago`, `1 day 6 h ago` */
export function agoWords(instant: string, now: Date): string {
  const ms = now.getTime() - Date.parse(instant);
  return ms < MINUTE ? say('Just now') : say('{time} ago', { time: lasting(ms) });
}
