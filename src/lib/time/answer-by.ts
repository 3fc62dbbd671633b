import { answerDay, type AnswerRule, openOn } from './answer-day.ts';
import { addDays } from './dates.ts';
import { DAY, HOUR } from './units.ts';
import { zonedDate, zonedHour, zonedMidnight } from './zone.ts';

/** By an hour, or by noon; `day`: on that day. */
export interface Answer {
  readonly kind: 'hour' | 'noon' | 'day';
  /** ISO 8601 */
  readonly at: string;
}

/**
 * When what is asked at `now` (ms since the epoch) is answered at the latest: while somebody is there, at a full hour or
 * when they leave, and never later than promised; or on the day on which they are there again.
 */
export function answerBy(now: number, rule: AnswerRule): Answer {
  const later = answerDay(now, rule);
  if (later) return onDay(later);
  const promised = Math.floor((now + rule.withinHours * HOUR) / HOUR) * HOUR;
  const date = zonedDate(new Date(promised).toISOString());
  // Back over days off, which may be several.
  for (let day = date; zonedMidnight(day) + DAY > now; day = addDays(day, -1)) {
    const [opens, closes] = (openOn(rule, day) ?? [0, 0]).map((hour) => zonedMidnight(day) + hour * HOUR) as [
      number,
      number,
    ];
    const end = Math.min(promised, closes);
    if (end > opens && end > now) return byHour(new Date(end).toISOString());
  }
  return onDay(date);
}

const byHour = (at: string): Answer => ({ kind: zonedHour(at) === 12 ? 'noon' : 'hour', at });

const onDay = (date: string): Answer => ({ kind: 'day', at: new Date(zonedMidnight(date) + 12 * HOUR).toISOString() });
