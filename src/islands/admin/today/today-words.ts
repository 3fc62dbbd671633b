import { jobStepLabels, jobSteps } from '#contracts/lead-job';
import { outcomeLabels } from '#contracts/lead-outcome';
import { leadStatusLabels, lostReasonLabels } from '#contracts/lead-status';
import { type ShownLead, type ShownVisit, waitsSince } from '#lead/answers';
import { nextOf, owedOf, sumOf } from '#lead/place';
import { jobsOf } from '#lead/sales';
import { cancellationOf } from '#lead/visits';
import { exactDollars } from '#lib/dollars';
import { duration, labelOf } from '#lib/label';
import { addDays, daysBetween, zonedToday } from '#lib/time/dates';
import { zonedClock, zonedDate, zonedDay, zonedDayBriefly, zonedTime } from '#lib/time/zone';
import { MINUTE } from '#lib/time/units';
import { jobSentence } from '../leads/job.ts';
import { dayWords } from '../leads/progress-words.ts';
import { timeOf } from '../leads/visit-time.ts';
import type { Handled } from './today-store.ts';

export interface VisitGroup {
  readonly name: 'Visits today' | 'Tomorrow' | 'This week' | 'Later';
  /** If the group is one day. */
  readonly date?: string;
  readonly visits: readonly ShownVisit[];
}

/** Groups visits, soonest first: today (even if empty), tomorrow, the next five days, and later. */
export function visitGroups(visits: readonly ShownVisit[], now: Date): VisitGroup[] {
  const daysAhead = ({ visit }: ShownVisit) => daysBetween(zonedToday(now), zonedDate(timeOf(visit).start));
  const within = (first: number, last: number) =>
    visits.filter((one) => daysAhead(one) >= first && daysAhead(one) <= last);
  const tomorrow = within(1, 1);
  const groups: VisitGroup[] = [
    { name: 'Visits today', date: zonedDay(now.toISOString()), visits: within(0, 0) },
    { name: 'Tomorrow', date: zonedDay(tomorrow[0]?.visit.start ?? now.toISOString()), visits: tomorrow },
    { name: 'This week', visits: within(2, 6) },
    { name: 'Later', visits: within(7, Infinity) },
  ];
  return groups.filter(({ name, visits: some }) => name === 'Visits today' || some.length > 0);
}

/** `10:30 AM`; in a group of several days its day comes first. */
export function visitTime(slot: string, { date }: VisitGroup): string {
  return date ? zonedTime(slot) : `${zonedDayBriefly(slot)}, ${zonedTime(slot)}`;
}

/** Also a visit of which the owner has told early how it went. */
export const isOver = ({ visit }: ShownVisit, now: Date): boolean =>
  Date.parse(timeOf(visit).end) <= now.getTime() || visit.outcome !== undefined;

/** How long a request has waited, against our promise. */
export interface Waiting {
  readonly words: string;
  readonly isBroken: boolean;
}

/** `Waits 4 h 10 min, promised by tonight`, `Waits 1 day 6 h, 6 h longer than promised`; without a promise `Waits 5 h` */
export function waitingOf(lead: ShownLead, now: Date): Waiting {
  const waits = `Waits ${lasting(Math.max(0, now.getTime() - Date.parse(waitsSince(lead, now.getTime()))))}`;
  if (lead.due === undefined) return { words: waits, isBroken: false };
  const late = now.getTime() - Date.parse(lead.due);
  const isBroken = late >= 0;
  const rest = isBroken ? `${lasting(late)} longer than promised` : `promised by ${promisedWords(lead.due, now)}`;
  return { words: `${waits}, ${rest}`, isBroken };
}

/** What the visitor was told, seen from today: `tonight`, `Monday night`, `noon tomorrow`, `3:00 PM today`. Nights end at midnight. */
function promisedWords(due: string, now: Date): string {
  const clock = zonedClock(due);
  if (clock !== '00:00') return `${clock === '12:00' ? 'noon' : zonedTime(due)} ${dayWords(zonedDate(due), now)}`;
  const day = dayWords(addDays(zonedDate(due), -1), now).replace(/^on /, '');
  return day === 'today' ? 'tonight' : `${day} night`;
}

const lasting = (ms: number) => duration(ms / MINUTE);

/** Since when somebody is to be called again: `Today`, `Since Monday, November 30`; of a sold lead what is to be done next. */
export function againWords(lead: ShownLead, now: Date): string {
  const next = nextOf(lead);
  if (next) return jobSentence(lead, next, now);
  if (!lead.followUp) return cancellationOf(lead, now.getTime()) ? 'The visit was cancelled' : 'No day is noted';
  const words = dayWords(lead.followUp, now);
  return words === 'today' ? 'Today' : words.replace(/^on /, 'Since ');
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
    result && outcomeLabels[result],
    amount !== undefined && (result === 'sold' || result === 'quoted') && exactDollars(amount),
    step && jobStepLabels[step],
    handled.change.payments && (owedOf(handled.after) > 0 ? `${exactDollars(sumOf(payments))} paid` : 'Paid'),
    isLost && leadStatusLabels.lost,
    isLost && lostReason && labelOf(lostReasonLabels, lostReason),
  ].filter(Boolean);
  const back = followUp && `omes back ${dayWords(followUp, now)}.`;
  if (words.length === 0) return back ? `${request.name} c${back}` : `${request.name} is noted.`;
  return [`${request.name}: ${words.join(', ')}.`, back && `C${back}`].filter(Boolean).join(' ');
}

/** `5 min ago`, `1 day 6 h ago` */
export function agoWords(instant: string, now: Date): string {
  const ms = now.getTime() - Date.parse(instant);
  return ms < MINUTE ? 'Just now' : `${lasting(ms)} ago`;
}
