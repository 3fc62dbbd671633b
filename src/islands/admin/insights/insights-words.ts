import { say, sayCounted } from '#browser/say';
import type { Counts, InsightDays, Insights, Period } from '#contracts/insights';
import { dollars } from '#lib/dollars';
import { duration } from '#lib/label';
import { pageLocale } from '#lib/page-locale';
import { dayAndYear, shortDay } from '../leads/progress-words.ts';

export const rangeNames: Record<InsightDays, string> = {
  '30': say('30 days'),
  '90': say('90 days'),
  '365': say('1 year'),
};
export const figureNames: Record<keyof Counts, string> = {
  requests: say('Requests'),
  bookings: say('Booked#figure'),
  visits: say('Visited#figure'),
  won: say('Won#figure'),
  dollars: say('Sales'),
};

/** `the 30 days before`, `the year before` */
export const beforeName = (days: InsightDays) =>
  days === '365' ? say('the year before') : say('the {days} days before', { days });

/** `the last 30 days`, `the last year` */
export const lastName = (days: InsightDays) =>
  days === '365' ? say('the last year') : say('the last {days} days', { days });

/** `12 more than before`; of dollars `$4,200 less than before` */
export function changeWords(now: number, before: number, isMoney = false): string {
  if (now === before) return isMoney ? say('as much as before') : say('as many as before');
  const difference = (isMoney ? dollars : number)(Math.abs(now - before));
  if (now > before) return say('{difference} more than before', { difference });
  if (isMoney) return say('{difference} less than before', { difference });
  return say('{difference} fewer than before', { difference });
}

/** `2 hours sooner than before`, or why there is no comparison. */
export function callChangeWords({ callMinutes: now }: Period, { callMinutes: before }: Period): string {
  if (now === null) return say('nobody was called yet');
  if (before === null) return say('nobody was called before');
  if (now === before) return say('as long as before');
  const time = duration(Math.abs(now - before));
  return now > before ? say('{time} longer than before', { time }) : say('{time} sooner than before', { time });
}

export const number = (count: number) => count.toLocaleString('en-US');

/** As a figure is shown: `1,200`, `$12,400`. */
export const figure = (name: keyof Counts, value: number) => (name === 'dollars' ? dollars(value) : number(value));

/** `35%` of a whole; empty without one. */
export const percent = (part: number, whole: number) =>
  whole > 0 ? (part / whole).toLocaleString('en-US', { style: 'percent' }) : '';

/** `Oct 20 to 25`, `20 al 25 oct`, `Oct 26 to Nov 1`, `Nov 18`; with the year if it is not `year` */
export function weekName({ from, to }: Pick<Period, 'from' | 'to'>, year: string): string {
  const end = to.slice(0, 4) === year ? shortDay : dayAndYear;
  if (from === to) return end(to);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  if (!isOneMonth) return say('{from} to {to}', { from: shortDay(from), to: end(to) });
  // The month stands once, where the language has it.
  if (pageLocale === 'es-US') return say('{from} to {to}', { from: Number(from.slice(8)), to: end(to) });
  return say('{from} to {to}', { from: shortDay(from), to: end(to).replace(/^\w+\s/, '') });
}

/** `Oct 20 to Nov 18, 2026` */
export const periodName = ({ from, to }: Period) =>
  say('{from} to {to}', {
    from: from.slice(0, 4) === to.slice(0, 4) ? shortDay(from) : dayAndYear(from),
    to: dayAndYear(to),
  });

/** `48 requests, 17 booked, 12 visited, 5 won, $12,400 in the last 30 days` */
export function summary({ days, period }: Insights): string {
  const { requests, bookings, visits, won } = period;
  const figures = {
    requests: sayCounted(requests, 'request'),
    bookings: number(bookings),
    visits: number(visits),
    won: number(won),
    sales: dollars(period.dollars),
    time: lastName(days),
  };
  return say('{requests}, {bookings} booked, {visits} visited, {won} won, {sales} in {time}', figures);
}

/** Describes a chart of weeks for screen readers. */
export function weeksSentence(name: keyof Counts, weeks: readonly Period[]): string {
  const values = weeks.map((week) => week[name]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const words = (value: number) => figure(name, value);
  const sum = values.reduce((total, value) => total + value, 0);
  const figures = { figure: figureNames[name], sum: words(sum), least: words(least), most: words(most) };
  return say('{figure} by week: {sum} in all, between {least} and {most} a week.', figures);
}

/** The tables by their field of the figures. `filter`: the query of `/admin/leads` that a row links to. */
export const shareTables = {
  sources: { filter: 'source', label: say('Source') },
  campaigns: { filter: 'campaign', label: say('Campaign') },
  cities: { filter: 'city', label: say('City') },
} as const;
export type ShareTable = keyof typeof shareTables;
type ShareFilter = (typeof shareTables)[ShareTable]['filter'];
export const shareChoices = Object.entries(shareTables).map(([value, { label }]) => ({ value, label }));

/** The list of the leads that took a `step` on these days: `/admin/leads?step=won&from=…&to=…`. */
export function leadsAddress(
  { from, to }: Pick<Period, 'from' | 'to'>,
  filters: Partial<Record<ShareFilter | 'status' | 'visit' | 'step', string>>,
): string {
  return `/admin/leads?${new URLSearchParams({ ...filters, from, to })}`;
}

/** Each figure of a share opens those of its requests. */
export const shareFilters = {
  requests: { step: 'requests' },
  bookings: { step: 'requests', visit: 'booked' },
  visits: { step: 'requests', visit: 'past' },
  won: { step: 'requests', status: 'won' },
  dollars: { step: 'requests', status: 'won' },
} as const satisfies Record<keyof Counts, object>;

/** Each figure of a week or of the period opens the leads of that step on those days. */
export const stepFilter = (figure: keyof Counts) => ({ step: figure === 'dollars' ? 'won' : figure });

/** Of one table; a button shows the rest. */
export const MAX_ROWS = 6;
