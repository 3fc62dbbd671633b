import * as z from 'zod/mini';
import { MINUTE } from '#lib/time/units';
import { instant } from './calendar.ts';
import type { Rule } from './problem.ts';

/** What the owner notes on the day of a visit, in its order. `done`: how it went is told at once. */
const marks = ['onMyWay', 'arrived', 'done', 'nobody'] as const;
export type Mark = (typeof marks)[number];

/** When each mark was made. `minutes`: how long the way takes. */
export const VisitDay = z.object({
  onMyWayAt: z.optional(instant),
  minutes: z.optional(z.number()),
  arrivedAt: z.optional(instant),
  doneAt: z.optional(instant),
  nobodyAt: z.optional(instant),
});
export type VisitDay = z.infer<typeof VisitDay>;

/** The mark that says how far the owner is. */
export function lastMark(day: VisitDay = {}): { readonly mark: Mark; readonly at: string } | undefined {
  const mark = marks.findLast((one) => day[`${one}At`]);
  return mark && { mark, at: day[`${mark}At`] ?? '' };
}

/** The mark follows the last one: the first press counts. Somebody was there for a visit that is done. */
export const isNext = (mark: Mark, day: VisitDay | undefined): boolean =>
  !day?.doneAt && marks.indexOf(mark) > marks.findLastIndex((one) => day?.[`${one}At`]);

/** The visitor is told of it, once the minute is over in which it can be taken back. */
export const isTold = (mark: Mark): boolean => mark === 'onMyWay' || mark === 'nobody';
/** ms */
export const HELD_BACK_MS = MINUTE;

/** The lengths of the way to choose from. */
export const wayMinutes = [10, 20, 30, 45] as const;

/** When the owner is there who is on the way since `at`: an instant. */
export const arrivalOf = (at: string, minutes = 0): string => new Date(Date.parse(at) + minutes * MINUTE).toISOString();

const visit = instant;

/**
 * `POST /api/leads/{id}/day`: marks today's visit that begins at `visit`, or takes back the last mark, which was made at
 * `at`. A repeat changes nothing. Answer: 200 with the lead.
 */
export const DayChange = z.discriminatedUnion(
  'mark',
  [
    z.object({ mark: z.literal('onMyWay'), minutes: z.literal(wayMinutes, 'mark' satisfies Rule), visit }),
    z.object({ mark: z.enum(['arrived', 'done', 'nobody']), visit }),
    z.object({ mark: z.literal('undo'), at: instant, visit }),
  ],
  'mark' satisfies Rule,
);
export type DayChange = z.infer<typeof DayChange>;
