import { madeOnce } from '../made-once.ts';

/** The weekend: what is asked from `hour` of `weekday` on is answered on a later day. Days are as in `Date#getDay`. */
export interface Pause {
  readonly weekday: number;
  readonly hour: number;
  readonly answeredOn: number;
  readonly timeZone: string;
}

const WEEK = 7 * 24;
/** By their zone. Each holds some 30 kB outside of the heap, and the owner's list of today asks for every lead. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat =>
  madeOnce(
    formats,
    timeZone,
    () => new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: '2-digit', hourCycle: 'h23' }),
  );

/** Not made of `dates.ts`, which would be a request of its own for the page. */
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Whether a request at `now` (ms) waits for that day. Small, so without the library of dates: pages run it too. */
export function isPaused(now: number, { weekday, hour, answeredOn, timeZone }: Pause): boolean {
  const [day = '', clock = ''] = formatOf(timeZone).format(now).split(/\W+/);
  const begins = weekday * 24 + hour;
  const hoursSince = (at: number) => (at - begins + WEEK) % WEEK;
  return hoursSince(weekdays.indexOf(day) * 24 + Number(clock)) < hoursSince(answeredOn * 24);
}
