import { formatInTimeZone } from 'date-fns-tz';

/** The zone in which every time is shown, wherever the visitor is (specification, section 9). */
const EASTERN = 'America/New_York';
const MINUTE = 60_000;

/** Two instants in ISO 8601, as the API writes them. */
interface Span {
  readonly start: string;
  readonly end: string;
}

/** The slots of one Eastern calendar day. */
export interface EasternDay<S extends Span> {
  /** `2026-12-01` */
  readonly date: string;
  /** `Tuesday, December 1` */
  readonly heading: string;
  readonly saturday: boolean;
  readonly slots: readonly S[];
}

const eastern = (instant: string, format: string) => formatInTimeZone(new Date(instant), EASTERN, format);

/** `10:30 AM` */
export const easternTime = (instant: string) => eastern(instant, 'h:mm a');

/** `Tuesday, December 1` */
export const easternDay = (instant: string) => eastern(instant, 'EEEE, MMMM d');

/** `Tuesday, December 1 at 10:30 AM`; say beside it that it is Eastern Time. */
export const easternDayAndTime = (instant: string) => `${easternDay(instant)} at ${easternTime(instant)}`;

export const isEasternSaturday = (instant: string) => eastern(instant, 'i') === '6';

/** How long a slot is, in minutes. */
export const minutesOf = ({ start, end }: Span) => Math.round((Date.parse(end) - Date.parse(start)) / MINUTE);

/** The slots by their Eastern day, days and slots in order of time. */
export function byEasternDay<S extends Span>(slots: readonly S[]): EasternDay<S>[] {
  const days = new Map<string, { heading: string; saturday: boolean; slots: S[] }>();
  for (const slot of [...slots].sort((a, b) => Date.parse(a.start) - Date.parse(b.start))) {
    const date = eastern(slot.start, 'yyyy-MM-dd');
    const day = days.get(date) ?? {
      heading: easternDay(slot.start),
      saturday: isEasternSaturday(slot.start),
      slots: [],
    };
    day.slots.push(slot);
    days.set(date, day);
  }
  return [...days].map(([date, day]) => ({ date, ...day }));
}
