import choices from '#brand/choices.json' with { type: 'json' };
import { HOUR } from './units.ts';
import { addDays, weekdayOf } from './dates.ts';
import { zonedDate, zonedHour, zonedMidnight } from './zone.ts';

/** When a callback comes. Days are as in `Date#getDay`, hours in the business's zone. */
interface AnswerRule {
  readonly withinHours: number;
  readonly pause?: { readonly weekday: number; readonly hour: number; readonly answeredOn: number };
}

/** Absent if the dealer promises no number of hours. */
export const answerRule = (choices as { callback?: AnswerRule }).callback;

/** By an hour, by noon, or by the night of the instant's day; `day`: on that day. */
export interface Answer {
  readonly kind: 'hour' | 'noon' | 'night' | 'day';
  /** ISO 8601 */
  readonly at: string;
}

const WEEK = 7 * 24;
/** Nobody calls from this hour to that one. */
const NIGHT = { from: 21, to: 8 };

const noonOf = (date: string) => new Date(zonedMidnight(date) + 12 * HOUR).toISOString();

/** When what is asked at `now` (ms since the epoch) is answered at the latest, to the full hour. */
export function answerBy(now: number, { withinHours, pause }: AnswerRule): Answer {
  const asked = new Date(now).toISOString();
  const today = zonedDate(asked);
  if (pause) {
    const { weekday, hour, answeredOn } = pause;
    const since = (weekdayOf(today) * 24 + zonedHour(asked) - weekday * 24 - hour + WEEK) % WEEK;
    const length = (answeredOn * 24 - weekday * 24 - hour + WEEK) % WEEK;
    const days = (answeredOn - weekdayOf(today) + 7) % 7;
    if (since < length) return { kind: 'day', at: noonOf(addDays(today, days)) };
  }
  const at = new Date(Math.ceil((now + withinHours * HOUR) / HOUR) * HOUR).toISOString();
  const hour = zonedHour(at);
  if (hour < NIGHT.to) return { kind: 'night', at: noonOf(addDays(zonedDate(at), -1)) };
  if (hour >= NIGHT.from) return { kind: 'night', at };
  return { kind: hour === 12 ? 'noon' : 'hour', at };
}
