import { randomUUID } from 'node:crypto';
import { business } from '#business';
import type { Availability, BookingReceipt, BookingRequest } from '#contracts/calendar';
import type { ConsultationReceipt, ConsultationRequest } from '#contracts/consultation';
import { MAX_COMING_VISITS } from '#server/booking/places';
import { availableSlots, type BookingOutcome, bookSlot } from '#server/booking/visits';
import { bookingCeiling, requestCeiling } from '#server/limits/limits';
import { formLeadId, type Lead, leadId, visitSecret, visitToken } from '#server/leads/lead';
import { receiveRequest } from '#server/leads/pending-notices';
import { asTyped, drawBookPage, readCallbackForm, wordsOfHour } from '#server/pages/book-page';
import { toInterval, toSlot } from '#server/slots/times';
import { asSentence, json, page, readForm, Refusal, seeOther } from './messages.ts';
import { type Call, type CountedCall, slowBeyond } from './endpoint.ts';
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

/** Why a visit could not be booked: the status, and what the visitor is told. The button named is the dialog's. */
const phone = business.phone.display;
export const bookingRefusals: Record<Exclude<BookingOutcome, 'booked'>, readonly [status: number, sentence: string]> = {
  unknown: [404, 'We could not find your request. Please enter your details again.'],
  taken: [409, 'Somebody has just taken that time. Please choose another.'],
  closed: [409, 'That time is no longer offered. Please choose another.'],
  unconfirmed: [503, 'We could not confirm that time. Please press Confirm Booking again.'],
  refused: [502, `Our calendar did not take the visit. Please call ${phone}: we have your request.`],
  superseded: [409, 'You have asked for another time since then. Please choose again.'],
  ended: [409, `This request cannot book a time any more. Please call ${phone}, and we will find one together.`],
  hasVisit: [409, `You have a visit with us already. To move it, open the link in our mail, or call ${phone}.`],
  movedOften: [409, `This visit has been moved as often as it can be here. To move it again, please call ${phone}.`],
  stale: [409, 'The visit has changed since you looked. Please look again.'],
  full: [409, `You have ${MAX_COMING_VISITS} visits with us already. For one more, please call ${phone}.`],
};

/**
 * `POST /api/calendar/book`: 201 and the visit, also when it was booked before. 404 for an id that names no request, 409
 * for a time that is taken or not offered and for a request that may book no more, 502 and 503 when the calendar does
 * not take it or does not say. Whoever sends the `Idempotency-Key` of the request as well may change its time.
 */
export async function bookVisit(
  { consultationId, slotStart, slotEnd }: BookingRequest,
  { request, services, counted, later }: CountedCall,
): Promise<Response> {
  const isReady = services.limited ? admitted(counted, slowBeyond(services, bookingCeiling), later) : counted;
  // Until the booking waits for it.
  isReady.catch(() => undefined);
  const interval = toInterval({ start: slotStart, end: slotEnd });
  const key = idempotencyKey(request);
  const proof = key !== null && leadId(key) === consultationId ? 'sitting' : 'id';
  // The key to the visit is for whoever has made the request, not for whoever has its id. A visit without it is booked.
  const reading = proof === 'sitting' ? visitSecret(services.auth).catch(() => null) : null;
  const outcome = await bookSlot({ ...services, now: services.now(), isReady }, consultationId, interval, proof);
  if (outcome !== 'booked') throw new Refusal(...bookingRefusals[outcome]);
  const secret = await reading;
  const visit = secret ? { visit: `/visit/${visitToken(secret, consultationId)}` } : {};
  return json(201, { consultationId, ...toSlot(interval), ...visit } satisfies BookingReceipt);
}

/** Under the ceiling only those count whom their own network's limit lets through. */
async function admitted(
  counted: Promise<void>,
  slowed: ReturnType<typeof slowBeyond>,
  later: Call['later'],
): Promise<void> {
  slowed.catch(() => undefined);
  await counted.catch((refusal: unknown) => {
    later(async () => (await slowed)());
    throw refusal;
  });
  await slowed;
}

/** `POST /api/consultation-requests`: 201 and the id of the request, which is kept by then. */
export async function takeRequest(body: ConsultationRequest, call: Call): Promise<Response> {
  const id = leadId(idempotencyKey(call.request) ?? randomUUID());
  await keepRequest(call, body, { id, source: 'dialog' });
  return json(201, { id } satisfies ConsultationReceipt);
}

/** An empty key is none: strangers who send it must not share a lead. */
function idempotencyKey({ headers }: Request): string | null {
  return headers.get('idempotency-key') || null;
}

/** `POST /api/callback`: 303 to the thanks when the request of the plain form is kept, else 400 and what is wrong. */
export async function takeCallbackForm(form: URLSearchParams, call: Call): Promise<Response> {
  const { services } = call;
  const read = readCallbackForm(form);
  if ('wrong' in read) return page(400, await drawBookPage(read.wrong));
  const id = formLeadId(await visitSecret(services.auth), wordsOfHour(read.request, services.now()));
  await keepRequest(call, read.request, { id, source: 'form' });
  return seeOther('/thank-you');
}

/**
 * The form once more, with the refusal's sentence above it: nothing typed is lost when we cannot take it. What a foreign
 * page sent (403) is not shown: our page would say its words under our name.
 */
export async function callbackRefused({ status, message, headers }: Refusal, request: Request): Promise<Response> {
  const nothing = new URLSearchParams();
  const form = status === 403 ? nothing : await readForm(request).catch(() => nothing);
  return page(status, await drawBookPage(asTyped(form), asSentence(message)), headers);
}

/** Keeps a request, and writes down that the owner is told of it. Both are stored when this returns. */
async function keepRequest(
  { services, later }: Call,
  request: ConsultationRequest,
  { id, source }: Pick<Lead, 'id' | 'source'>,
): Promise<void> {
  const { leads, mail, now } = services;
  const isReady = services.limited ? slowBeyond(services, requestCeiling) : undefined;
  const about = { id, source, now: now(), nonce: randomUUID() };
  await mail.notifyOfRequest(await receiveRequest(leads, request, about, isReady), later);
}
