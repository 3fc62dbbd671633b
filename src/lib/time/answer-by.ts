import choices from '#brand/choices.json' with { type: 'json' };
import zone from '#brand/zone.json' with { type: 'json' };
import { HOUR } from './units.ts';
import { addDays, weekdayOf } from './dates.ts';
import { isPaused, type Pause } from './pause.ts';
import { zonedDate, zonedHour, zonedMidnight } from './zone.ts';

/** When a callback comes. */
interface AnswerRule {
  readonly withinHours: number;
  readonly pause?: Omit<Pause, 'timeZone'>;
}

/** Absent if the dealer promises no number of hours. */
export const answerRule = (choices as { callback?: AnswerRule }).callback;

/** The weekend, if requests wait on it. */
export const answerPause: Pause | undefined = answerRule?.pause && { ...answerRule.pause, ...zone };

/** By an hour, by noon, or by the night of the instant's day; `day`: on that day. */
export interface Answer {
  readonly kind: 'hour' | 'noon' | 'night' | 'day';
  /** ISO 8601 */
  readonly at: string;
}

/** Nobody calls from this hour to that one. */
const NIGHT = { from: 21, to: 8 };

const noonOf = (date: string) => new Date(zonedMidnight(date) + 12 * HOUR).toISOString();

/** When what is asked at `now` (ms since the epoch) is answered at the latest: at a full hour, never later than promised. */
export function answerBy(now: number, { withinHours, pause }: AnswerRule): Answer {
  const asked = new Date(now).toISOString();
  const today = zonedDate(asked);
  if (pause && isPaused(now, { ...pause, ...zone })) {
    const days = (pause.answeredOn - weekdayOf(today) + 7) % 7;
    return { kind: 'day', at: noonOf(addDays(today, days)) };
  }
  const at = new Date(Math.floor((now + withinHours * HOUR) / HOUR) * HOUR).toISOString();
  const hour = zonedHour(at);
  if (hour < NIGHT.to) return { kind: 'night', at: noonOf(addDays(zonedDate(at), -1)) };
  if (hour >= NIGHT.from) return { kind: 'night', at };
  return { kind: hour === 12 ? 'noon' : 'hour', at };
}
