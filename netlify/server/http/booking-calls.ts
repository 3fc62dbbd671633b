import { randomUUID } from 'node:crypto';
import { business } from '#business';
import type { Availability, BookingReceipt, BookingRequest } from '#contracts/calendar';
import type { ConsultationReceipt, ConsultationRequest } from '#contracts/consultation';
import { refusals, visits as sentences } from '#i18n/en/problems';
import { type Language, languageOf, pathIn } from '#i18n/language';
import { MAX_COMING_VISITS } from '#server/booking/visit-quota';
import { availableSlots, bookAsRead, type BookingOutcome, readForBooking } from '#server/booking/visits';
import { bookingCeiling, requestCeiling } from '#server/limits/limits';
import { formLeadId, type Lead, leadId, visitSecret, visitToken } from '#server/leads/lead';
import { receiveRequest } from '#server/leads/pending-notices';
import { asTyped, drawBookPage, type FilledForm, readCallbackForm, wordsOfHour } from '#server/pages/book-page';
import { toInterval, toSlot } from '#server/slots/times';
import { asSentence, json, page, readForm, Refusal, seeOther } from './messages.ts';
import { type Call, slowBeyond } from './endpoint.ts';
import { languageOfCall, refusalIn, sentenceIn } from './language.ts';
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
    const sentence = sentenceIn(languageOfCall(request), refusals.calendarUnavailable);
    return json(503, { slots: [], error: sentence } satisfies Availability);
  }
}

/** Why a visit could not be booked: the status, and what the visitor is told. The button named is the dialog's. */
const phone = business.phone.display;
export const bookingRefusals: Record<Exclude<BookingOutcome, 'booked'>, readonly [status: number, sentence: string]> = {
  unknown: [404, sentences.unknown],
  taken: [409, sentences.taken],
  closed: [409, sentences.closed],
  unconfirmed: [503, sentences.unconfirmed],
  refused: [502, sentences.refused(phone)],
  superseded: [409, sentences.superseded],
  ended: [409, sentences.ended(phone)],
  hasVisit: [409, sentences.hasVisit(phone)],
  movedOften: [409, sentences.movedOften(phone)],
  stale: [409, sentences.stale],
  full: [409, sentences.full(MAX_COMING_VISITS, phone)],
};

/**
 * `POST /api/calendar/book`: 201 and the visit, also when it was booked before. 404 for an id that names no request, 409
 * for a time that is taken or not offered and for a request that may book no more, 502 and 503 when the calendar does
 * not take it or does not say. Whoever sends the `Idempotency-Key` of the request as well may change its time.
 */
export async function bookVisit(
  { consultationId, slotStart, slotEnd }: BookingRequest,
  { request, services }: Call,
): Promise<Response> {
  const context = { ...services, now: services.now() };
  const interval = toInterval({ start: slotStart, end: slotEnd });
  const key = idempotencyKey(request);
  const proof = key !== null && leadId(key) === consultationId ? 'sitting' : 'id';
  const [read, secret] = await Promise.all([
    readForBooking(context, consultationId, interval),
    // The key to the visit is for whoever has made the request, not for whoever has its id. A visit without it is booked.
    proof === 'sitting' ? visitSecret(services.auth).catch(() => null) : null,
    services.limited ? slowBeyond(services, bookingCeiling) : null,
  ]);
  const outcome = await bookAsRead(context, read, proof);
  if (outcome !== 'booked') throw new Refusal(...bookingRefusals[outcome]);
  const visit = secret
    ? { visit: pathIn(languageOfCall(request), `/visit/${visitToken(secret, consultationId)}`) }
    : {};
  return json(201, { consultationId, ...toSlot(interval), ...visit } satisfies BookingReceipt);
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

/** `POST /api/callback`: 303 to the thanks when the request of the plain form is kept, else 400 and what is wrong, both in the form's language. */
export async function takeCallbackForm(form: URLSearchParams, call: Call): Promise<Response> {
  const { services } = call;
  const read = readCallbackForm(form);
  const language = languageOf(form.get('language'));
  if ('wrong' in read) return page(400, await drawBookPage(language, formIn(language, read.wrong)));
  const id = formLeadId(await visitSecret(services.auth), wordsOfHour(read.request, services.now()));
  await keepRequest(call, read.request, { id, source: 'form' });
  return seeOther(pathIn(language, '/thank-you'));
}

function formIn(language: Language, form: FilledForm): FilledForm {
  return form.map((one) => ({ ...one, messages: one.messages.map((message) => sentenceIn(language, message)) }));
}

/**
 * The form once more, with the refusal's sentence above it: nothing typed is lost when we cannot take it. What a foreign
 * page sent (403) is not shown: our page would say its words under our name.
 */
export async function callbackRefused(refusal: Refusal, request: Request): Promise<Response> {
  const nothing = new URLSearchParams();
  const form = await readForm(request).catch(() => nothing);
  const language = languageOf(form.get('language'));
  const { status, message, headers } = refusalIn(language, refusal);
  const shown = status === 403 ? nothing : form;
  return page(status, await drawBookPage(language, asTyped(shown), asSentence(message)), headers);
}

/** Keeps a request, and writes down that the owner is told of it. Both are stored when this returns. */
async function keepRequest(
  { services, later }: Call,
  request: ConsultationRequest,
  { id, source }: Pick<Lead, 'id' | 'source'>,
): Promise<void> {
  const { leads, mail, now } = services;
  if (services.limited) await slowBeyond(services, requestCeiling);
  const about = { id, source, now: now(), nonce: randomUUID() };
  await mail.notifyOfRequest(await receiveRequest(leads, request, about), later);
}
