import {
  type InsightDays,
  type Insights,
  type Measure,
  type Period,
  type Share,
  sharesTogether,
  type Week,
} from '#contracts/insights';

export const rangeNames: Record<InsightDays, string> = { '30': '30 days', '90': '90 days', '365': '1 year' };
export const measureNames: Record<Measure, string> = {
  requests: 'Requests',
  bookings: 'Bookings',
  visits: 'Visits',
  closed: 'Closed',
};

/** `the 30 days before`, `the year before` */
export const beforeName = (days: InsightDays) => (days === '365' ? 'the year before' : `the ${days} days before`);

/** `12 more than before` */
export function changeWords(now: number, before: number): string {
  if (now === before) return 'as many as before';
  return now > before ? `${number(now - before)} more than before` : `${number(before - now)} fewer than before`;
}

/** `2 hours sooner than before`, or why there is no comparison. */
export function callChangeWords({ callMinutes: now }: Period, { callMinutes: before }: Period): string {
  if (now === null) return 'nobody was called yet';
  if (before === null) return 'nobody was called before';
  if (now === before) return 'as long as before';
  return now > before ? `${duration(now - before)} longer than before` : `${duration(before - now)} sooner than before`;
}

/** `25 min`, `4 h 10 min`, `2 days 3 h` */
export function duration(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return [days === 1 ? '1 day' : `${days} days`, hours > 0 && `${hours} h`].filter(Boolean).join(' ');
  return [hours > 0 && `${hours} h`, (rest > 0 || hours === 0) && `${rest} min`].filter(Boolean).join(' ');
}

export const number = (count: number) => count.toLocaleString('en-US');

const part = (date: string, options: Intl.DateTimeFormatOptions) =>
  new Date(date).toLocaleDateString('en-US', { ...options, timeZone: 'UTC' });
/** `Oct 20` */
export const dayName = (date: string) => part(date, { month: 'short', day: 'numeric' });
/** `Oct 20, 2026` */
const dayAndYear = (date: string) => part(date, { month: 'short', day: 'numeric', year: 'numeric' });

/** `Oct 20 to 25`, `Oct 26 to Nov 1`, `Nov 18`; with the year if it is not `year` */
export function weekName({ from, to }: Pick<Week, 'from' | 'to'>, year: string): string {
  const end = to.slice(0, 4) === year ? dayName : dayAndYear;
  if (from === to) return end(to);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return `${dayName(from)} to ${isOneMonth ? end(to).replace(/^\w+ /, '') : end(to)}`;
}

/** `Oct 20 to Nov 18, 2026` */
export const periodName = ({ from, to }: Period) =>
  `${from.slice(0, 4) === to.slice(0, 4) ? dayName(from) : dayAndYear(from)} to ${dayAndYear(to)}`;

/** `48 requests, 17 bookings, 12 visits and 9 closed in the last 30 days` */
export function summary({ days, period }: Insights): string {
  const { requests, bookings, visits, closed } = period;
  const counted = (count: number, what: string) => `${number(count)} ${what}${count === 1 ? '' : 's'}`;
  const counts = `${counted(requests, 'request')}, ${counted(bookings, 'booking')}, ${counted(visits, 'visit')}`;
  return `${counts} and ${number(closed)} closed in the last ${days === '365' ? 'year' : `${days} days`}`;
}

/** Describes a chart of weeks for screen readers. */
export function weeksSentence(name: string, weeks: readonly Week[], measure: Measure): string {
  const values = weeks.map((week) => week[measure]);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const sum = values.reduce((total, value) => total + value, 0);
  return `${name} by week: ${number(sum)} in all, between ${number(least)} and ${number(most)} a week.`;
}

/** Describes a chart of shares for screen readers. */
export function sharesSentence(title: string, shares: readonly Share[]): string {
  const sentences = shares.map((share) => `${share.name}: ${shareWords(share)}`);
  return `${title}. ${sentences.join('; ')}.`;
}

/** `24 requests, 9 booked` */
export function shareWords({ requests, bookings }: Pick<Share, 'requests' | 'bookings'>): string {
  return `${number(requests)} ${requests === 1 ? 'request' : 'requests'}, ${number(bookings)} booked`;
}

/** The table has the rest. */
const MAX_BARS = 6;

/** The greatest shares, and the rest as one. */
export function drawnShares(shares: readonly Share[]): Share[] {
  if (shares.length <= MAX_BARS + 1) return [...shares];
  const rest = shares.slice(MAX_BARS);
  return [...shares.slice(0, MAX_BARS), sharesTogether('All others', rest)];
}
