import * as z from 'zod/mini';
import type { Rule } from './problem.ts';
import { notAnObject } from './text.ts';

/** An instant as the API writes it: ISO 8601 in UTC, such as `2026-12-01T15:30:00.000Z`. */
export const instant = z.iso.datetime({ error: 'instant' satisfies Rule });

/** A time that can be booked. */
export const Slot = z.object({ start: instant, end: instant });
export type Slot = z.infer<typeof Slot>;

/** `GET /api/calendar/availability`. When the calendar cannot be read: status 503, no slots and a sentence. */
export const Availability = z.object({ slots: z.array(Slot), error: z.optional(z.string()) });
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
 * The answer: 201, also for a repeat of the same pair. `visit` is the path of the visit's own page, where it can be moved
 * and cancelled: for the browser that has made the request, which shows by its `Idempotency-Key`.
 */
export const BookingReceipt = z.object({
  consultationId: z.string(),
  start: instant,
  end: instant,
  visit: z.optional(z.string()),
});
export type BookingReceipt = z.infer<typeof BookingReceipt>;

/** What the form of `/visit/<token>` asks for: the visit at another time, or none. */
export const VisitChange = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('move'), slot: z.iso.datetime('time' satisfies Rule) }),
    z.object({ action: z.literal('cancel') }),
  ],
  'change' satisfies Rule,
);
export type VisitChange = z.infer<typeof VisitChange>;
