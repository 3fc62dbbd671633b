import { orderOnItsWay, owedOf, statusAt, stepsOf } from '#lead/place';
import type { Lead, Visit } from '#lead/lead';
import {
  type Counts,
  type InsightDays,
  type Insights,
  type Measure,
  measures,
  type Period,
  type PersonFigures,
  type Share,
  sharesTogether,
} from '#contracts/insights';
import { type Origin, originOf } from '#contracts/source';
import { inCents } from '#lib/dollars';
import { addDays, daysBetween, mondayOf, zonedToday } from '#lib/time/dates';
import { zonedDate, zonedMidnight } from '#lib/time/zone';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { jobsOf, salesOf } from '#lead/sales';
import { isConsultation, pastVisits, personOf } from '#lead/visits';
import { listLeads, type Source } from './lead-list.ts';
import { changeMessageSettings, messageSettings } from './message-settings.ts';
import { csvLine, csvStart } from './lead-csv.ts';

/** A lead's times for the figures, without the person. Instants in ms; `null`: not yet. */
interface Tally extends Origin, Record<Measure, number | null> {
  /** In ms, until the owner first called a waiting visitor. */
  readonly wait: number | null;
  /** In dollars: of a quoted lead, or of the first sale. */
  readonly amount: number | null;
  readonly laterSales: readonly { readonly at: number; readonly dollars: number }[];
  /** Of a sold lead. `owed`: in dollars. */
  readonly job:
    | { readonly installed: readonly Installed[]; readonly isOrdered: boolean; readonly owed: number }
    | undefined;
  readonly isQuoted: boolean;
  readonly isSpam: boolean;
}

/** The day of an installation, and how many days after its sale it was. */
interface Installed {
  readonly on: string;
  readonly days: number;
}

function tallyOf(lead: Lead, now: number): Tally {
  const { requests, bookings, visits, won } = stepsOf(lead, now);
  const { first = null, later } = salesOf(lead);
  return {
    ...originOf(lead),
    requests: instantOf(requests),
    bookings: instantOf(bookings),
    visits: instantOf(visits),
    won: instantOf(won),
    wait: waitOf(lead),
    amount: first,
    laterSales: later.map(({ at, amount }) => ({ at: Date.parse(at), dollars: amount })),
    job:
      lead.status === 'won'
        ? { installed: installedOf(lead, won), isOrdered: orderOnItsWay(lead) !== undefined, owed: owedOf(lead) }
        : undefined,
    isQuoted: statusAt(lead, now) === 'quoted',
    isSpam: lead.isSpam,
  };
}

const installedOf = (lead: Lead, won: string | undefined): readonly Installed[] =>
  jobsOf(lead).flatMap(({ installedOn: on }, sale) => {
    const at = sale === 0 ? won : lead.laterSales?.[sale - 1]?.at;
    return on && at ? { on, days: Math.max(0, daysBetween(zonedDate(at), on)) } : [];
  });

function instantOf(text: string | undefined): number | null {
  return text === undefined ? null : Date.parse(text);
}

/** A visitor who had booked before the call was not waiting for it. */
function waitOf({ createdAt, calledAt, bookedAt }: Lead): number | null {
  if (calledAt === undefined || (bookedAt !== undefined && bookedAt < calledAt)) return null;
  return Math.max(0, Date.parse(calledAt) - Date.parse(createdAt));
}

const MIN_ANSWERED = 20;
const MAX_HOURS = 24;

/**
 * Within how many full hours visitors usually hear from us: the median of the last 90 days, where who still waits has
 * waited for ever. `null` if too few were answered, or that is more than a day. `now` in ms.
 */
export function answersWithin(leads: readonly Lead[], now: number): number | null {
  const recent = leads.filter(({ isSpam, createdAt }) => !isSpam && Date.parse(createdAt) > now - 90 * DAY);
  const answered = recent.flatMap((lead) => waitOf(lead) ?? []);
  const unanswered = recent.filter(({ status, bookedAt }) => status === 'new' && bookedAt === undefined);
  const usual = quantile([...answered.sort((one, other) => one - other), ...unanswered.map(() => Infinity)], 0.5);
  const hours = Math.max(1, Math.ceil((usual ?? Infinity) / HOUR));
  return answered.length >= MIN_ANSWERED && hours <= MAX_HOURS ? hours : null;
}

/** Notes how soon visitors hear from us, if the site says so. `now` in ms. */
export async function noteAnswerTime({ leads, report, now }: Source & { readonly now: number }): Promise<void> {
  const settings = await messageSettings(leads);
  const hours = settings.saysAnswerTime ? answersWithin(await listLeads(leads, report), now) : null;
  if (hours !== settings.answersWithin) await changeMessageSettings(leads, { answersWithin: hours });
}

/** Days in the business's zone, both included. `start` and `end` in ms, `end` excluded. */
interface DayRange {
  readonly from: string;
  readonly to: string;
  readonly start: number;
  readonly end: number;
}

/** The first of so many days up to the day of `now` (ms). */
export const firstDay = (days: InsightDays, now: number) => addDays(zonedToday(now), 1 - Number(days));

/**
 * The figures of each person who has visited or sold in the days up to the day of `now` (ms). `people`: those who are there;
 * of others the name is what visitors were last told.
 */
export function figuresOfPeople(
  leads: readonly Lead[],
  { people, days, now }: { people: readonly { id: string; name: string }[]; days: InsightDays; now: number },
): PersonFigures[] {
  const period = dayRange(firstDay(days, now), zonedToday(now));
  const persons = leads.filter(({ isSpam }) => !isSpam).map((lead) => ({ lead, past: pastVisits(lead, now) }));
  const made = persons.flatMap(({ past }) => past).filter(({ outcome }) => outcome !== 'not home');
  const told = made.flatMap((visit) => (visit.who ? [[personOf(visit), visit.who] as const] : []));
  const present = people.map(({ id, name }) => [id, name] as const);
  // The present ones come first, and have the present name.
  const names = new Map<string | null, string>([...present, ...told, ...present]);
  return [...names].flatMap(([id, name]): PersonFigures[] => {
    const isOwn = (visit: Visit | undefined) => visit !== undefined && personOf(visit) === id;
    const sold = persons.filter(({ past }) => isOwn(past.findLast(({ kind }) => isConsultation(kind))));
    const tallies = sold.map(({ lead }) => tallyOf(lead, now));
    const { won = 0, dollars = 0 } = countedIn(tallies, [period])[0] ?? {};
    const starts = made.filter(isOwn).map(({ start = '' }) => Date.parse(start));
    const visits = starts.filter((start) => start >= period.start && start < period.end).length;
    return visits + won > 0 ? [{ id: id ?? '', name, visits, won, dollars }] : [];
  });
}

/** The figures of the days up to the day of `now` (ms). */
export function insightsOf(leads: readonly Lead[], days: InsightDays, now: number): Omit<Insights, 'keepDays'> {
  const today = zonedToday(now);
  const from = firstDay(days, now);
  const [period, before] = [dayRange(from, today), dayRange(addDays(from, -Number(days)), addDays(from, -1))];
  const tallies = leads.map((lead) => tallyOf(lead, now));
  const people = tallies.filter(({ isSpam }) => !isSpam);
  const received = people.filter(isIn(period, 'requests'));
  const shares = (text: (tally: Tally) => string) => sharesOf(received, text);
  const quoted = people.filter(({ isQuoted }) => isQuoted);
  const isWonIn = isIn(period, 'won');
  return {
    days,
    countedAt: new Date(now).toISOString(),
    period: countedIn(people, [period])[0] as Period,
    before: countedIn(people, [before])[0] as Period,
    weeks: countedIn(people, weeksOf(period)),
    sources: shares(({ source }) => source),
    campaigns: shares(({ campaign }) => campaign),
    cities: shares(({ city }) => city),
    jobs: jobFigures(people, period),
    quoted: { leads: quoted.length, dollars: dollarsOf(quoted) },
    unpriced: people.filter((tally) => tally.amount === null && isWonIn(tally)).length,
    robots: tallies.filter((tally) => tally.isSpam && isIn(period, 'requests')(tally)).length,
  };
}

const isIn =
  ({ start, end }: DayRange, measure: Measure) =>
  ({ [measure]: moment }: Tally): boolean =>
    moment !== null && moment >= start && moment < end;

const dollarsIn = (sales: readonly { readonly dollars: number }[]) =>
  inCents(sales.reduce((sum, { dollars }) => sum + dollars, 0));
const dollarsOf = (tallies: readonly Tally[]) => inCents(tallies.reduce((sum, { amount }) => sum + (amount ?? 0), 0));

/** From midnight to midnight: 23 or 25 hours when the clocks change. */
function dayRange(from: string, to: string): DayRange {
  return { from, to, start: zonedMidnight(from), end: zonedMidnight(addDays(to, 1)) };
}

/** The weeks (Monday to Sunday) of a period, cut at its ends. */
function weeksOf({ from, to }: DayRange): DayRange[] {
  const weeks: DayRange[] = [];
  for (let first = from; first <= to; ) {
    const sunday = addDays(mondayOf(first), 6);
    const last = sunday < to ? sunday : to;
    weeks.push(dayRange(first, last));
    first = addDays(last, 1);
  }
  return weeks;
}

const none = (): Counts => ({ requests: 0, bookings: 0, visits: 0, won: 0, dollars: 0 });

/** Adds a step of the lead. A sale also adds its amount. */
function count(counts: Counts, measure: Measure, { amount }: Tally): void {
  counts[measure] += 1;
  if (measure === 'won') counts.dollars = inCents(counts.dollars + (amount ?? 0));
}

/** Counts each step in its interval. The intervals follow each other without a gap. */
function countedIn(tallies: readonly Tally[], intervals: readonly DayRange[]): Period[] {
  const counts = intervals.map(({ from, to }) => ({ from, to, ...none(), waits: [] as number[] }));
  const starts = intervals.map(({ start }) => start);
  const end = intervals.at(-1)?.end ?? 0;
  const at = (moment: number | null) =>
    moment === null || moment >= end ? undefined : counts[starts.findLastIndex((start) => start <= moment)];
  for (const tally of tallies) {
    for (const measure of measures) {
      const its = at(tally[measure]);
      if (its) count(its, measure, tally);
      if (its && measure === 'requests' && tally.wait !== null) its.waits.push(tally.wait);
    }
    for (const sale of tally.laterSales) {
      const its = at(sale.at);
      if (its) its.dollars = inCents(its.dollars + sale.dollars);
    }
  }
  return counts.map(({ waits, ...period }): Period => {
    const sorted = waits.sort((one, other) => one - other);
    const [callMinutes, slowCallMinutes] = [quantile(sorted, 0.5), quantile(sorted, 0.9)].map((wait) =>
      wait === null ? null : Math.round(wait / MINUTE),
    );
    return {
      ...period,
      calls: sorted.length,
      callMinutes: callMinutes ?? null,
      slowCallMinutes: slowCallMinutes ?? null,
    };
  });
}

function jobFigures(people: readonly Tally[], { from, to }: DayRange): Insights['jobs'] {
  const jobs = people.flatMap(({ job }) => job ?? []);
  const days = jobs
    .flatMap(({ installed }) => installed)
    .flatMap((one) => (one.on >= from && one.on <= to ? one.days : []));
  return {
    ordered: jobs.filter(({ isOrdered }) => isOrdered).length,
    unpaid: inCents(jobs.reduce((sum, { owed }) => sum + owed, 0)),
    installDays: quantile(
      days.sort((one, other) => one - other),
      0.5,
    ),
  };
}

/** The value below which that share of the sorted ones lie, in the middle of two neighbors; `null` for none. */
function quantile(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share;
  const [lower, upper] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

/** More rows would fill a phone's screen for minutes. Anybody can invent names in a link. */
const MAX_SHARES = 25;

/** Groups requests by a text, ignoring capitals, and counts their steps so far. */
function sharesOf(received: readonly Tally[], text: (tally: Tally) => string): Share[] {
  const shares = new Map<string, Share>();
  for (const tally of received) {
    const name = text(tally);
    const share = shares.get(name.toLowerCase()) ?? { name, ...none() };
    shares.set(name.toLowerCase(), share);
    for (const measure of measures) if (tally[measure] !== null) count(share, measure, tally);
    share.dollars = inCents(share.dollars + dollarsIn(tally.laterSales));
  }
  const sorted = [...shares.values()].sort(
    (one, other) =>
      other.requests - one.requests || other.bookings - one.bookings || one.name.localeCompare(other.name),
  );
  const rest = sorted.slice(MAX_SHARES);
  return rest.length > 1 ? [...sorted.slice(0, MAX_SHARES), sharesTogether(`${rest.length} others`, rest)] : sorted;
}

export function* insightsCsv(insights: Omit<Insights, 'keepDays'>): Generator<string> {
  const headings = ['Part', 'Name', 'From', 'To', 'Requests', 'Bookings', 'Visits', 'Won', 'Dollars'];
  yield csvStart([...headings, 'Median minutes to the first call', 'Minutes of the slowest tenth']);
  const countsOf = (counts: Counts) => [...measures, 'dollars' as const].map((one) => String(counts[one]));
  const row = (part: string, { from, to, ...counts }: Period) =>
    csvLine([
      part,
      '',
      from,
      to,
      ...countsOf(counts),
      ...[counts.callMinutes, counts.slowCallMinutes].map((one) => String(one ?? '')),
    ]);
  const { period, before, weeks } = insights;
  yield row('Period', period);
  yield row('Period before', before);
  for (const week of weeks) yield row('Week', week);
  for (const { name, visits, won, dollars } of insights.people ?? []) {
    const numbers = [visits, won, dollars].map(String);
    yield csvLine(['Person', name, period.from, period.to, '', '', ...numbers, '', '']);
  }
  for (const [field, part] of shareParts) {
    for (const { name, ...counts } of insights[field]) {
      yield csvLine([part, name, period.from, period.to, ...countsOf(counts), '', '']);
    }
  }
}

const shareParts = [
  ['sources', 'Source'],
  ['campaigns', 'Campaign'],
  ['cities', 'City'],
] as const;
