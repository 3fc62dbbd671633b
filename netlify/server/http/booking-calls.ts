import { toInterval, toSlot } from '#lib/time/interval';
import { type NewLead, receiveRequest } from '#server/leads/lead-records';
import { randomUUID } from 'node:crypto';
import type { Availability, BookingReceipt, BookingRequest } from '#contracts/calendar';
import {
  type ConsultationReceipt,
  type ConsultationRequest,
  type PreferredContact,
  zipArea,
} from '#contracts/consultation';
import type { Lead } from '#lead/lead';
import { asVisitorsOf } from '#lead/merge';
import { confirmedBy } from '#lead/reach';
import { textNumber } from '#lib/contact';
import { type Language, languageOf } from '#i18n/language';
import { pathIn, spoken } from '#i18n/site-languages';
import { countedNetworks, MAX_COMING_VISITS, MAX_NETWORK_VISITS } from '#server/booking/visit-quota';
import { availableSlots } from '#server/booking/offer';
import { bookWithSomebody, type BookingOutcome, readForBooking, slotAt } from '#server/booking/visits';
import { readLedger, standingOf } from '#server/leads/text-ledger';
import { bookingCeiling, requestCeiling } from '#server/limits/limits';
import { leadIds, secretLeadIds } from '#server/leads/lead-id';
import { visitSecret, visitToken } from '#server/leads/visit-link';
import { type MessageSettings, messageSettings } from '#server/leads/message-settings';
import { tell } from '#server/news/untold';
import { asTyped, drawBookPage, readCallbackForm, wordsOfHour } from '#server/pages/book-page';
import { json, page, seeOther } from './answers.ts';
import { asSentence, Refusal, refusalIn, type Refused } from './refusal.ts';
import { readForm } from './request-body.ts';
import { type Call, slowBeyond } from './call.ts';
import { languageOfCall, sentenceIn } from './language.ts';
import { logUnexpected } from './log.ts';

/** `GET /api/calendar/availability`: 200 and the free slots; 503 and none when the calendar cannot be read. */
export async function listSlots({ request, services }: Call): Promise<Response> {
  try {
    const [slots, { saysAnswerTime = false, answersWithin = null }] = await Promise.all([
      availableSlots({ ...services, now: services.now() }),
      messageSettings(services.leads).catch((): Partial<MessageSettings> => ({})),
    ]);
    return json(200, {
      slots,
      ...(saysAnswerTime && answersWithin !== null && { answersWithin }),
    } satisfies Availability);
  } catch (error) {
    logUnexpected(request, error);
    const sentence = sentenceIn(languageOfCall(request), 'calendarUnavailable');
    return json(503, { slots: [], error: sentence } satisfies Availability);
  }
}

/** The status and the sentence for each refusal of a booking. */
export const bookingRefusals: Record<Exclude<BookingOutcome, 'booked'>, Refused> = {
  unknown: [404, 'unknown'],
  taken: [409, 'taken'],
  closed: [409, 'closed'],
  unconfirmed: [503, 'unconfirmed'],
  refused: [502, 'refused'],
  superseded: [409, 'superseded'],
  ended: [409, 'ended'],
  hasVisit: [409, 'hasVisit'],
  movedOften: [409, 'movedOften'],
  notMovable: [409, 'notMovable'],
  stale: [409, 'stale'],
  full: [409, { code: 'full', visits: MAX_COMING_VISITS }],
  networkFull: [409, { code: 'networkFull', visits: MAX_NETWORK_VISITS }],
  callFirst: [409, 'callFirst'],
};

/**
 * `POST /api/calendar/book`: 201 and the visit, also for a repeat. 404 for an unknown request, 409 for a time or a
 * request that cannot be booked, or a ZIP code without visits, 502 and 503 when the calendar refuses or does not
 * answer. With the request's `Idempotency-Key` the visitor may also change the time.
 */
export async function bookVisit({ consultationId, slotStart, slotEnd }: BookingRequest, call: Call): Promise<Response> {
  const { request, services } = call;
  const context = { ...services, now: services.now() };
  const interval = toInterval({ start: slotStart, end: slotEnd });
  const key = idempotencyKey(request);
  const proof = key !== null && isIdFor(key, consultationId) ? 'same-browser' : 'id';
  const [read, secret] = await Promise.all([
    readForBooking(context, consultationId, slotAt(interval)),
    // Without the secret the visit is booked all the same.
    visitSecret(services.auth).catch(() => null),
    services.limited ? slowBeyond(services, bookingCeiling) : null,
  ]);
  const lead = read.found && asVisitorsOf(read.found.lead, consultationId);
  // Who has a visit keeps it, whatever the areas are now.
  if (lead && !lead.visits.some(({ slot }) => slot)) refuseElsewhere(lead.request.zipCode);
  const outcome = await bookWithSomebody({ ...context, networks: networksIn(call, secret) }, read, proof);
  if (outcome !== 'booked') throw new Refusal(...bookingRefusals[outcome]);
  // Only the visitor who made the request gets the key to the visit.
  const isTheirs = lead && proof === 'same-browser';
  const visit = isTheirs && secret && pathIn(languageOfCall(request), `/visit/${visitToken(secret, consultationId)}`);
  const by = isTheirs ? await howConfirmed(call, lead) : undefined;
  return json(201, { consultationId, ...toSlot(interval), ...(visit && { visit }), by } satisfies BookingReceipt);
}

/** `confirmedBy`, as the site's channels are. If the number's ledger cannot be read, nobody is promised a text. */
export async function howConfirmed({ request, services }: Call, lead: Lead): Promise<PreferredContact | undefined> {
  const { channels, leads } = services;
  const number = channels.texts && lead.request.texts ? textNumber(lead.request.phone) : null;
  let hasStopped = false;
  try {
    hasStopped = number !== null && standingOf(await readLedger(leads, number)) === 'stopped';
  } catch (error) {
    logUnexpected(request, error);
    hasStopped = true;
  }
  return confirmedBy(lead, { open: { texts: channels.texts, mail: true }, hasStopped });
}

/** The networks that a booking counts for. Without the secret, and on the local host, there are none. */
export const networksIn = ({ services, networks }: Call, secret: string | null) =>
  services.limited && secret ? countedNetworks(secret, networks) : undefined;

function refuseElsewhere(zipCode: string): void {
  const code = zipArea(zipCode);
  if (code === 'notServed') throw new Refusal(409, { code, zipCode });
}

/** A key of which the owner has removed so many leads proves nothing more. */
const MAX_IDS = 20;
const isIdFor = (key: string, id: string) => leadIds(key).take(MAX_IDS).toArray().includes(id);

/** `POST /api/consultation-requests`: 201 and the id of the stored request. */
export async function takeRequest(body: ConsultationRequest, call: Call): Promise<Response> {
  const ids = leadIds(idempotencyKey(call.request) ?? randomUUID());
  const id = await keepRequest(call, body, { ids, source: 'dialog' });
  return json(201, { id } satisfies ConsultationReceipt);
}

/** An empty key is none: strangers who send it must not share a lead. */
function idempotencyKey({ headers }: Request): string | null {
  return headers.get('idempotency-key') || null;
}

const languageOfForm = (form: URLSearchParams): Language => spoken(languageOf(form.get('language')));

/** `POST /api/callback`: 303 to the thanks once the request is stored; 400 and the form with its mistakes. */
export async function takeCallbackForm(form: URLSearchParams, call: Call): Promise<Response> {
  const { services } = call;
  const read = readCallbackForm(form);
  const language = languageOfForm(form);
  if ('wrong' in read) return page(400, await drawBookPage(language, read.wrong));
  const words = wordsOfHour(read.request, services.now());
  const ids = secretLeadIds(await visitSecret(services.auth), `plain-form\n${words}`);
  await keepRequest(call, read.request, { ids, source: 'form' });
  return seeOther(pathIn(language, '/thank-you'));
}

/**
 * The form again, with the refusal above it: the visitor loses nothing typed. After a foreign page's post (403) it
 * stays empty: our page must not show its words.
 */
export async function callbackRefused(refusal: Refusal, request: Request): Promise<Response> {
  const nothing = new URLSearchParams();
  const form = await readForm(request).catch(() => nothing);
  const language = languageOfForm(form);
  const { error, headers } = refusalIn(language, refusal);
  const shown = refusal.status === 403 ? nothing : form;
  return page(refusal.status, await drawBookPage(language, asTyped(shown), asSentence(error)), headers);
}

/** Stores a request and the owner's notice of it. Answers the lead's id. */
async function keepRequest(
  { services, later }: Call,
  request: ConsultationRequest,
  { ids, source }: { ids: Iterable<string>; source: NewLead['source'] },
): Promise<string> {
  const { leads, now } = services;
  if (services.limited) await slowBeyond(services, requestCeiling);
  const { id, lead, isNew } = await receiveRequest(leads, { ids, request, source, now: new Date(now()) });
  await tell(services, lead, { isNew, later });
  return id;
}
