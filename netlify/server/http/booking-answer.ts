import { business } from '#business';
import type { Availability, BookingReceipt } from '#contracts/calendar';
import type { BookingOutcome } from '#server/booking/visits';
import { type Interval, toSlot } from '#server/slots/times';
import { json, problem } from './answers.ts';
import { logSurprise } from './log.ts';

/** What a visitor is told when a visit could not be booked. */
export const refusals: Record<Exclude<BookingOutcome, 'booked'>, readonly [status: number, sentence: string]> = {
  unknown: [404, 'We could not find your request. Please enter your details again.'],
  taken: [409, 'That time was just taken. Please choose another.'],
  closed: [409, 'That time is no longer offered. Please choose another.'],
  unconfirmed: [503, 'We could not confirm that time. Please press Confirm again.'],
  refused: [502, `Our calendar did not take the visit. Please call ${business.phone.display}: we have your request.`],
  superseded: [409, 'You have meanwhile asked for another time. Please choose again.'],
};

/** The answer of `POST /api/calendar/book`. */
export function bookingAnswer(outcome: BookingOutcome, consultationId: string, span: Interval): Response {
  if (outcome === 'booked') return json(201, { consultationId, ...toSlot(span) } satisfies BookingReceipt);
  const [status, sentence] = refusals[outcome];
  return problem(status, sentence);
}

/** The answer of `GET /api/calendar/availability` when the calendar cannot be read: no slot rather than a made-up one. */
export function calendarSilent(request: Request, error: unknown): Response {
  logSurprise(request, error);
  return json(503, {
    slots: [],
    error: 'Our calendar did not answer. Please try again in a moment.',
  } satisfies Availability);
}
