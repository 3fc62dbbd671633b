import * as z from 'zod/mini';
import { MINUTE } from '#lib/time/units';
import { instant } from './calendar.ts';

/** What the owner notes on the day of a visit, in its order. `done`: how it went is told at once. */
const steps = ['onMyWay', 'arrived', 'done', 'nobody'] as const;
export type DayStep = (typeof steps)[number];

/** When each step was noted. `minutes`: how long the way takes. `by`: who noted the last step, or took one back. */
export const VisitDay = z.object({
  onMyWayAt: z.optional(instant),
  minutes: z.optional(z.number()),
  arrivedAt: z.optional(instant),
  doneAt: z.optional(instant),
  nobodyAt: z.optional(instant),
  by: z.optional(z.string()),
});
export type VisitDay = z.infer<typeof VisitDay>;

/** The step that says how far the owner is. */
export function lastStep(day: VisitDay = {}): { readonly step: DayStep; readonly at: string } | undefined {
  const step = steps.findLast((one) => day[`${one}At`]);
  return step && { step, at: day[`${step}At`] ?? '' };
}

/** The step follows the last one: the first press counts. Somebody was there for a visit that is done. */
export const isNext = (step: DayStep, day: VisitDay | undefined): boolean =>
  !day?.doneAt && steps.indexOf(step) > steps.findLastIndex((one) => day?.[`${one}At`]);

/** The visitor is told of it, once the minute is over in which it can be taken back. */
export const isTold = (step: DayStep): boolean => step === 'onMyWay' || step === 'nobody';
/** ms */
export const HELD_BACK_MS = MINUTE;

/** The lengths of the way to choose from. */
export const wayMinutes = [10, 20, 30, 45] as const;

/** When the owner is there who is on the way since `at`: an instant. */
export const arrivalOf = (at: string, minutes = 0): string => new Date(Date.parse(at) + minutes * MINUTE).toISOString();
