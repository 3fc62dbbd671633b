import {
  type InsightDays,
  type Insights,
  type Measure,
  measures,
  type Period,
  type Share,
  sharesTogether,
} from '#contracts/insights';
import { sourceOf } from '#contracts/lead';
import { addDays } from '#lib/time/dates';
import { zonedDate, zonedMidnight } from '#lib/time/zone';
import type { Lead } from './lead.ts';
import { listLeads, type Source } from './lead-list.ts';
import { csvLine, csvStart } from './lead-csv.ts';

/** `now` in ms. `keepDays`: closed leads are removed after that many days. */
interface InsightsContext extends Source {
  readonly now: number;
  readonly keepDays: number | null;
}

export async function viewInsights(context: InsightsContext, days: InsightDays): Promise<Insights> {
  const { leads, now, keepDays, report } = context;
  const all = await listLeads(leads, report);
  return { ...insightsOf(all, days, now), countedAt: new Date(now).toISOString(), keepDays };
}

/** A lead's times for the figures, without the person. Instants in ms; `null`: not yet. */
interface Tally {
  readonly createdAt: number;
  readonly bookedAt: number | null;
  readonly visitAt: number | null;
  readonly closedAt: number | null;
  /** When the owner first called a waiting visitor. */
  readonly calledAt: number | null;
  readonly isSpam: boolean;
  readonly source: string;
  readonly campaign: string;
  readonly landing: string;
  readonly service: string;
  readonly city: string;
}

function tallyOf(lead: Lead): Tally {
  const { status, source, isSpam, request } = lead;
  const { attribution, serviceInterest: service, city } = request;
  const byPhone = source === 'phone' ? 'By phone' : undefined;
  const { utm_campaign: campaign = 'No campaign', landing } = attribution ?? {};
  return {
    createdAt: Date.parse(lead.createdAt),
    bookedAt: instantOf(lead.bookedAt),
    visitAt: instantOf(lead.slot),
    closedAt: status === 'closed' ? instantOf(lead.closedAt) : null,
    calledAt: calledAtOf(lead),
    isSpam,
    source: byPhone ?? (attribution ? sourceOf(attribution) : 'Not known'),
    campaign,
    landing: byPhone ?? (landing === '/' ? 'Home page' : (landing ?? 'Not known')),
    service,
    city,
  };
}

function instantOf(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}

/** A visitor who had booked before the call was not waiting for it. */
function calledAtOf({ calledAt, bookedAt }: Lead): number | null {
  if (calledAt === undefined || (bookedAt !== undefined && bookedAt < calledAt)) return null;
  return Date.parse(calledAt);
}

type Counts = Record<Measure, number>;
/** Days in the business's zone, both included. `start` and `end` in ms, `end` excluded. */
interface Interval {
  readonly from: string;
  readonly to: string;
  readonly start: number;
  readonly end: number;
}

/** The figures of the days up to the day of `now` (ms). Leaves out leads that are being removed. */
export function insightsOf(
  leads: readonly Lead[],
  days: InsightDays,
  now: number,
): Omit<Insights, 'countedAt' | 'keepDays'> {
  const today = zonedDate(new Date(now).toISOString());
  const from = addDays(today, 1 - Number(days));
  const [period, before] = [intervalOf(from, today), intervalOf(addDays(from, -Number(days)), addDays(from, -1))];
  const tallies = leads.filter(({ isRemoving }) => !isRemoving).map(tallyOf);
  const people = tallies.filter(({ isSpam }) => !isSpam);
  const received = people.filter(isReceivedIn(period));
  const shares = (text: (tally: Tally) => string) => sharesOf(received, text, now);
  return {
    days,
    period: periodOf(people, period, now),
    before: periodOf(people, before, now),
    weeks: countedIn(people, weeksOf(period), now),
    sources: shares(({ source }) => source),
    campaigns: shares(({ campaign }) => campaign),
    landings: shares(({ landing }) => landing),
    services: shares(({ service }) => service),
    cities: shares(({ city }) => city),
    robots: tallies.filter((tally) => tally.isSpam && isReceivedIn(period)(tally)).length,
  };
}

const isReceivedIn =
  ({ start, end }: Interval) =>
  ({ createdAt }: Tally): boolean =>
    createdAt >= start && createdAt < end;

/** From midnight to midnight: 23 or 25 hours when the clocks change. */
function intervalOf(from: string, to: string): Interval {
  return { from, to, start: zonedMidnight(from), end: zonedMidnight(addDays(to, 1)) };
}

/** The weeks (Monday to Sunday) of a period, cut at its ends. */
function weeksOf({ from, to }: Interval): Interval[] {
  const weeks: Interval[] = [];
  for (let first = from; first <= to; ) {
    const sunday = addDays(first, (7 - new Date(first).getUTCDay()) % 7);
    const last = sunday < to ? sunday : to;
    weeks.push(intervalOf(first, last));
    first = addDays(last, 1);
  }
  return weeks;
}

/** The time of each step of a lead. A visit counts once it has begun. */
function momentsOf({ createdAt, bookedAt, visitAt, closedAt }: Tally, now: number): Record<Measure, number | null> {
  const visits = visitAt !== null && visitAt <= now ? visitAt : null;
  return { requests: createdAt, bookings: bookedAt, visits, closed: closedAt };
}

const none = (): Counts => ({ requests: 0, bookings: 0, visits: 0, closed: 0 });

/** Counts each step in its interval. The intervals follow each other without a gap. */
function countedIn(tallies: readonly Tally[], intervals: readonly Interval[], now: number) {
  const counts = intervals.map(({ from, to }) => ({ from, to, ...none() }));
  const starts = intervals.map(({ start }) => start);
  const end = intervals.at(-1)?.end ?? 0;
  for (const tally of tallies) {
    const moments = momentsOf(tally, now);
    for (const measure of measures) {
      const moment = moments[measure];
      const count = moment === null || moment >= end ? undefined : counts[lastUpTo(starts, moment)];
      if (count) count[measure] += 1;
    }
  }
  return counts;
}

/** The index of the last sorted value that is at most `value`; -1 when there is none. */
function lastUpTo(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function periodOf(people: readonly Tally[], period: Interval, now: number): Period {
  const { from, to } = period;
  const waits = people
    .filter(isReceivedIn(period))
    .flatMap(({ createdAt, calledAt }) => (calledAt === null ? [] : [Math.max(0, calledAt - createdAt)]));
  const middle = median(waits);
  const callMinutes = middle === null ? null : Math.round(middle / 60_000);
  return { from, to, ...none(), ...countedIn(people, [period], now)[0], calls: waits.length, callMinutes };
}

/** The median; `null` for no values. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

/** More rows would fill a phone's screen for minutes. Anybody can invent names in a link. */
const MAX_SHARES = 25;

/** Groups requests by a text, ignoring capitals, and counts their steps so far. */
function sharesOf(received: readonly Tally[], text: (tally: Tally) => string, now: number): Share[] {
  const shares = new Map<string, Share>();
  for (const tally of received) {
    const name = text(tally);
    const share = shares.get(name.toLowerCase()) ?? { name, ...none() };
    shares.set(name.toLowerCase(), share);
    const moments = momentsOf(tally, now);
    for (const measure of measures) share[measure] += moments[measure] === null ? 0 : 1;
  }
  const sorted = [...shares.values()].sort(
    (one, other) =>
      other.requests - one.requests || other.bookings - one.bookings || one.name.localeCompare(other.name),
  );
  const rest = sorted.slice(MAX_SHARES);
  return rest.length > 1 ? [...sorted.slice(0, MAX_SHARES), sharesTogether(`${rest.length} others`, rest)] : sorted;
}

export function* insightsCsv(insights: Insights): Generator<string> {
  const headings = ['Part', 'Name', 'From', 'To', 'Requests', 'Bookings', 'Visits', 'Closed'];
  yield csvStart([...headings, 'Median minutes to the first call']);
  const countsOf = (counts: Counts) => measures.map((measure) => String(counts[measure]));
  const row = (part: string, { from, to, ...counts }: Period) =>
    csvLine([part, '', from, to, ...countsOf(counts), String(counts.callMinutes ?? '')]);
  const { period, before, weeks } = insights;
  yield row('Period', period);
  yield row('Period before', before);
  for (const { from, to, ...counts } of weeks) yield csvLine(['Week', '', from, to, ...countsOf(counts), '']);
  for (const [field, part] of shareParts) {
    for (const { name, ...counts } of insights[field]) {
      yield csvLine([part, name, period.from, period.to, ...countsOf(counts), '']);
    }
  }
}

const shareParts = [
  ['sources', 'Source'],
  ['campaigns', 'Campaign'],
  ['landings', 'Landing page'],
  ['services', 'Service'],
  ['cities', 'City'],
] as const;
