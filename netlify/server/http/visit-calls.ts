import { type Slot, VisitChange } from '#contracts/calendar';
import { ruleIn } from '#contracts/problem';
import { type Language, languageAt } from '#i18n/language';
import { spoken } from '#i18n/site-languages';
import type { BookingContext } from '#server/booking/context';
import { networkKey } from '#server/booking/visit-quota';
import { availableSlots, type ChangeOutcome, changeVisit, type VisitStatus, visitStatus } from '#server/booking/visits';
import { bookingCeiling } from '#server/limits/limits';
import { toSlot, visitAt } from '#server/slots/times';
import { readVisitToken, visitSecret } from '#server/leads/lead';
import { drawLost, drawProblem, drawVisit, type VisitView } from '#server/pages/visit-page';
import { asSentence, calendarFile, page, Refusal, refusalIn, seeOther } from './messages.ts';
import { bookingRefusals } from './booking-calls.ts';
import { type Call, slowBeyond } from './endpoint.ts';
import { type Message, rules, sentenceIn } from './language.ts';
import { logUnexpected } from './log.ts';

/**
 * The address is the key to the visit: other sites and search engines must not get it. They may get its origin, or the
 * browser would send our form with `Origin: null` (Fetch standard, 3.2).
 */
const discreet = { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };

const changeRefusals: Record<Exclude<ChangeOutcome, 'done'>, readonly [status: number, said: Message]> = {
  ...bookingRefusals,
  unconfirmed: [503, 'unconfirmedChange'],
  begun: [409, 'begun'],
  cancelled: [409, 'cancelled'],
  changed: [409, 'changed'],
  none: [409, 'none'],
};

/** `GET /visit/<token>`: 200 and the visit, 404 for a wrong token. Changes nothing: mail scanners follow every link. */
export async function showVisit(call: Call): Promise<Response> {
  const visit = await requireVisit(call);
  const done = new URL(call.request.url).searchParams.get('done') === 'moved' ? 'moved' : undefined;
  return await visitAnswer(call, 200, { visit, done });
}

/**
 * `POST /visit/<token>`: moves or cancels the visit; 303 to its page. Else the page and its reason: 400 for a wrong
 * form, 404, 409 if it cannot be, 502 and 503 for the calendar.
 */
export async function takeChange(form: URLSearchParams, call: Call): Promise<Response> {
  const visit = await requireVisit(call);
  const language = languageOfPage(call.request);
  const result = VisitChange.safeParse(Object.fromEntries(form));
  if (!result.success) {
    const [issue] = result.error.issues;
    return await visitAnswer(call, 400, { visit, alert: issue && asSentence(ruleIn(rules[language], issue)) });
  }
  const { pathname } = new URL(call.request.url);
  if (call.services.limited) await slowBeyond(call.services, bookingCeiling);
  const outcome = await changeVisit({ ...bookingOf(call), network: await networkOf(call) }, visit, result.data);
  if (outcome === 'done') return seeOther(result.data.action === 'move' ? `${pathname}?done=moved` : pathname);
  const [status, said] = changeRefusals[outcome];
  const chosen = status === 409 ? undefined : await chosenTime(call, result.data);
  return await visitAnswer(call, status, {
    visit: (await visitOf(call)) ?? visit,
    alert: sentenceIn(language, said),
    chosen,
  });
}

/** `GET /visit/<token>/visit.ics`: 200 and the calendar file; 404 for a wrong token or without a visit. */
export async function sendCalendarFile(call: Call): Promise<Response> {
  const visit = await requireVisit(call);
  if (!('interval' in visit)) throw new Refusal(404, 'notBooked');
  return calendarFile(await call.services.mail.calendarFile(visit, languageOfPage(call.request)), discreet);
}

/** A refusal on the visit's page. */
export async function visitRefused(refusal: Refusal, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { error, headers } = refusalIn(languageOfPage(request), refusal);
  const html = refusal.status === 404 ? await drawLost(pathname) : await drawProblem(pathname, asSentence(error));
  return page(refusal.status, html, { ...headers, ...discreet });
}

/** The address sets the language; every visit has a page in each. */
const languageOfPage = ({ url }: Request): Language => spoken(languageAt(new URL(url).pathname));

/** The visitor's chosen time, to stay chosen for the next try. */
async function chosenTime({ services }: Call, change: VisitChange): Promise<Slot | undefined> {
  if (change.action !== 'move') return undefined;
  return toSlot(visitAt(await services.schedule(), Date.parse(change.slot)));
}

function bookingOf({ services }: Call): BookingContext {
  return { ...services, now: services.now() };
}

async function networkOf({ services, address }: Call): Promise<string | undefined> {
  return services.limited ? networkKey(await visitSecret(services.auth), address) : undefined;
}

async function requireVisit(call: Call): Promise<VisitStatus> {
  const visit = await visitOf(call);
  if (!visit) throw new Refusal(404, 'lost');
  return visit;
}

/** The visit of the token; `null` if we did not sign it or the lead was removed. */
async function visitOf(call: Call): Promise<VisitStatus | null> {
  const leadId = readVisitToken(await visitSecret(call.services.auth), call.params['token'] ?? '');
  return leadId === null ? null : await visitStatus(bookingOf(call), leadId);
}

async function visitAnswer(call: Call, status: number, view: Omit<VisitView, 'times'>): Promise<Response> {
  const times = await timesFor(call, view.visit);
  const { pathname } = new URL(call.request.url);
  return page(status, await drawVisit(pathname, { ...view, times }), discreet);
}

/** The times to choose from, if there is a choice; `null` when the calendar does not answer. */
async function timesFor(call: Call, { state }: VisitStatus): Promise<readonly Slot[] | null> {
  if (state !== 'booked' && state !== 'none') return [];
  return await availableSlots(bookingOf(call)).catch((error: unknown) => {
    logUnexpected(call.request, error);
    return null;
  });
}
