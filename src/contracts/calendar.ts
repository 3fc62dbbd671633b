import * as z from 'zod/mini';
import type { Rule } from './problem.ts';
import { notAnObject } from './text.ts';

/** An instant as the API writes it: ISO 8601 in UTC, such as `2026-12-01T15:30:00.000Z`. */
export const instant = z.iso.datetime({ error: 'instant' satisfies Rule });

const DATE = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const isDate = (text: string) => DATE.test(text) && new Date(text).toJSON()?.slice(0, 10) === text;
/** A calendar date in the business's zone, `YYYY-MM-DD`. */
export const date = z
  .string('day' satisfies Rule)
  .check(z.refine(isDate, { error: 'day' satisfies Rule, abort: true }));

export const Slot = z.object({ start: instant, end: instant });
export type Slot = z.infer<typeof Slot>;

/**
 * `GET /api/calendar/availability`. If the calendar cannot be read: 503, no slots and an error. `answersWithin`: in hours,
 * how soon visitors usually hear from us, if the owner lets the site say so.
 */
export const Availability = z.object({
  slots: z.array(Slot),
  answersWithin: z.optional(z.number()),
  error: z.optional(z.string()),
});
export type Availability = z.infer<typeof Availability>;

const wholeId: Rule = 'id';

/** `POST /api/calendar/book`. */
export const BookingRequest = z.object(
  {
    consultationId: z.string(wholeId).check(z.minLength(1, wholeId), z.maxLength(64, wholeId)),
    slotStart: instant,
    slotEnd: instant,
  },
  notAnObject,
);
export type BookingRequest = z.infer<typeof BookingRequest>;

/**
 * The answer: 201, also for a repeat. Only the browser that sent the request (`Idempotency-Key`) gets `visit`, the path
 * of the visit's page, and `by`, how the visitor hears that the visit is booked; without it we promise no way.
 */
export const BookingReceipt = z.object({
  consultationId: z.string(),
  start: instant,
  end: instant,
  visit: z.optional(z.string()),
  by: z.catch(z.optional(z.enum(['text', 'email', 'phone'])), undefined),
});
export type BookingReceipt = z.infer<typeof BookingReceipt>;
