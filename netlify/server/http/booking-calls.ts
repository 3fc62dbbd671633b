import { business } from '#business';
import type { Availability, BookingReceipt, BookingRequest } from '#contracts/calendar';
import { availableSlots, type BookingOutcome, bookSlot } from '#server/booking/visits';
import { toInterval, toSlot } from '#server/slots/times';
import { json, Refusal } from './answers.ts';
import type { Call } from './endpoint.ts';
import { logUnexpected } from './log.ts';

/**
 * `GET /api/calendar/availability`: 200 and the slots that a visitor may book. 503 when the calendar cannot be read, with
 * no slot rather than a made-up one.
 */
export async function listSlots({ request, services }: Call): Promise<Response> {
  try {
    const slots = await availableSlots({ ...services, now: services.now() });
    return json(200, { slots } satisfies Availability);
  } catch (error) {
    logUnexpected(request, error);
    const sentence = 'Our calendar did not answer. Please try again in a moment.';
    return json(503, { slots: [], error: sentence } satisfies Availability);
  }
}

/** Why a visit could not be booked: the status, and what the visitor is told. */
export const bookingRefusals: Record<Exclude<BookingOutcome, 'booked'>, readonly [status: number, sentence: string]> = {
  unknown: [404, 'We could not find your request. Please enter your details again.'],
  taken: [409, 'That time was just taken. Please choose another.'],
  closed: [409, 'That time is no longer offered. Please choose another.'],
  unconfirmed: [503, 'We could not confirm that time. Please press Confirm again.'],
  refused: [502, `Our calendar did not take the visit. Please call ${business.phone.display}: we have your request.`],
  superseded: [409, 'You have meanwhile asked for another time. Please choose again.'],
};

/**
 * `POST /api/calendar/book`: 201 and the visit, also when it was booked before. 404 for an id that names no request, 409
 * for a time that is taken or not offered, 502 and 503 when the calendar does not take it or does not say.
 */
export async function bookVisit(
  { consultationId, slotStart, slotEnd }: BookingRequest,
  { services }: Call,
): Promise<Response> {
  const span = toInterval({ start: slotStart, end: slotEnd });
  const outcome = await bookSlot({ ...services, now: services.now() }, consultationId, span);
  if (outcome !== 'booked') throw new Refusal(...bookingRefusals[outcome]);
  return json(201, { consultationId, ...toSlot(span) } satisfies BookingReceipt);
}
