import { asVisitorsOf } from '#lead/merge';
import { isConsultation } from '#lead/visits';
import { isSameNumber } from '#lib/contact';
import { toSlot } from '#lib/time/interval';
import type { Slot } from '#contracts/calendar';
import { ruleIn } from '#contracts/problem';
import { VisitChange, type VisitorNotes } from '#contracts/visit';
import type { Language } from '#i18n/language';
import { languageAt, spoken } from '#i18n/site-languages';
import type { BookingContext } from '#server/booking/context';
import { availableSlots } from '#server/booking/offer';
import {
  type ChangeOutcome,
  moveOrCancelVisit,
  noteForVisit,
  type VisitStatus,
  visitStatus,
} from '#server/booking/visits';
import { visitFile } from '#server/channels/mail/visitor-messages';
import { bookingCeiling } from '#server/limits/limits';
import { visitAt } from '#server/slots/times';
import { picturesOf } from '#server/leads/pictures';
import { readVisitToken, visitLink, visitSecret } from '#server/leads/visit-link';
import { tell } from '#server/news/untold';
import { drawLost, drawProblem, drawVisit, type TypedNotes, type VisitView } from '#server/pages/visit-page';
import { calendarFile, page, seeOther } from './answers.ts';
import { asSentence, Refusal, refusalIn, type Refused } from './refusal.ts';
import { readForm } from './request-body.ts';
import { bookingRefusals, howConfirmed, networksIn } from './booking-calls.ts';
import { type Call, slowBeyond } from './call.ts';
import { type Message, rules, sentenceIn } from './language.ts';
import { logUnexpected } from './log.ts';

/**
 * The address is the key to the visit: other sites and search engines must not get it. They may get its origin, or the
 * browser would send our form with `Origin: null` (Fetch standard, 3.2).
 */
const discreet = { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };

const changeRefusals: Record<Exclude<ChangeOutcome, 'done'>, Refused> = {
  ...bookingRefusals,
  unconfirmed: [503, 'unconfirmedChange'],
  begun: [409, 'begun'],
  cancelled: [409, 'cancelled'],
  changed: [409, 'changed'],
  none: [409, 'none'],
};

const noteRefusals: typeof changeRefusals = {
  ...changeRefusals,
  cancelled: [409, 'cancelledSince'],
  changed: [409, 'movedSince'],
};

/** `GET /visit/<token>`: 200 and the visit, 404 for a wrong token. Changes nothing: mail scanners follow every link. */
export async function showVisit(call: Call): Promise<Response> {
  const visit = await requireVisit(call);
  const asked = new URL(call.request.url).searchParams.get('done');
  const done = asked === 'moved' || asked === 'notes' || asked === 'number' || asked === 'pictures' ? asked : undefined;
  return await visitAnswer(call, 200, { visit, done });
}

/**
 * `POST /visit/<token>`: moves or cancels the visit, or stores the words of its notes' form; 303 to its page. Else the page
 * and its reason: 400 for a wrong form, 404, 409 if it cannot be, 502 and 503 for the calendar.
 */
export async function takeChange(form: URLSearchParams, call: Call): Promise<Response> {
  const visit = await requireVisit(call);
  const language = languageOfPage(call.request);
  const wrong = (problems: readonly FieldProblem[]) =>
    visitAnswer(call, 400, { visit, alert: problems[0]?.sentence, typed: typedNotes(form, problems) });
  const result = VisitChange.safeParse(Object.fromEntries(form));
  if (!result.success) {
    const { issues } = result.error;
    return await wrong(
      issues.map((issue) => ({ field: issue.path[0], sentence: asSentence(ruleIn(rules[language], issue)) })),
    );
  }
  const { pathname } = new URL(call.request.url);
  if (call.services.limited) await slowBeyond(call.services, bookingCeiling);
  const change = result.data;
  if (change.action === 'notes') {
    const outcome = await takeNotes(call, visit, change);
    if (outcome === 'unreachable') {
      return await wrong([{ field: 'phone', sentence: asSentence(rules[language].reachable) }]);
    }
    return outcome === 'done' || outcome === 'number'
      ? seeOther(`${pathname}?done=${outcome === 'done' ? 'notes' : outcome}`)
      : await answerVisit(call, ...noteRefusals[outcome]);
  }
  const networks = networksIn(call, await visitSecret(call.services.auth));
  const outcome = await moveOrCancelVisit({ ...bookingOf(call), networks }, visit, change);
  if (outcome === 'done') return seeOther(change.action === 'move' ? `${pathname}?done=moved` : pathname);
  const [status, sentence] = changeRefusals[outcome];
  const chosen = status === 409 ? undefined : await chosenTime(call, change);
  return await answerVisit(call, status, sentence, { chosen });
}

/**
 * Stores what the notes' form has, and the owner's notice of it. `number`: this also gave another number or email address,
 * or the agreement to texts, so that the visit is confirmed there.
 */
async function takeNotes(call: Call, visit: VisitStatus, notes: VisitorNotes) {
  const { outcome, lead } = await noteForVisit(bookingOf(call), visit, notes);
  if (!lead || outcome !== 'done') return outcome;
  await tell(call.services, lead, { later: call.later });
  const former = visit.lead.request;
  const theirs = asVisitorsOf(lead, visit.lead.id);
  const { phone, email, texts } = theirs.request;
  const isNewNumber = phone && (!isSameNumber(phone, former.phone) || (texts && !former.texts));
  const isNewMail = email && email !== former.email;
  if (!isNewNumber && !isNewMail) return outcome;
  const isByMail = (await howConfirmed(call, theirs)) === 'email';
  return (isByMail ? isNewMail : isNewNumber) ? 'number' : outcome;
}

interface FieldProblem {
  readonly field: unknown;
  readonly sentence: string;
}

/** The visitor's typed words, to stay in the form; `undefined` for another form. */
function typedNotes(form: URLSearchParams, problems: readonly FieldProblem[] = []): TypedNotes | undefined {
  if (form.get('action') !== 'notes') return undefined;
  const typed = (field: string) => ({
    text: form.get(field) ?? '',
    drawn: form.get(`${field}Drawn`) ?? '',
    problem: problems.find((one) => one.field === field)?.sentence ?? '',
  });
  return {
    address: typed('address'),
    phone: typed('phone'),
    email: typed('email'),
    message: typed('message'),
    texts: typed('texts'),
  };
}

/** `GET /visit/<token>/visit.ics`: 200 and the calendar file; 404 for a wrong token or without a visit. */
export async function sendCalendarFile(call: Call): Promise<Response> {
  const visit = await requireVisit(call);
  if (!('interval' in visit)) throw new Refusal(404, 'notBooked');
  const { services, request } = call;
  const { interval, lead, visit: shownVisit } = visit;
  // In the language of the page, which may be another than the lead's.
  const shown = { ...lead, request: { ...lead.request, language: languageOfPage(request) } };
  const of = { site: services.site, visitLink: await visitLink(services, shown), now: services.now() };
  return calendarFile(
    visitFile({ lead: shown, visit: shownVisit, interval, visitKind: shownVisit.kind }, of),
    discreet,
  );
}

/**
 * A refusal on the visit's page. Notes stay in their form, to be sent again; after a foreign page's post (403) they do
 * not: our page must not show its words.
 */
export async function visitRefused(refusal: Refusal, request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const { error, headers } = refusalIn(languageOfPage(request), refusal);
  const form = request.method === 'POST' && refusal.status !== 403 ? await readForm(request).catch(() => null) : null;
  const typed = form ? typedNotes(form) : undefined;
  const html =
    refusal.status === 404 ? await drawLost(pathname) : await drawProblem(pathname, asSentence(error), typed);
  return page(refusal.status, html, { ...headers, ...discreet });
}

/** The address sets the language; every visit has a page in each. */
const languageOfPage = ({ url }: Request): Language => spoken(languageAt(new URL(url).pathname));

/** The visitor's chosen time, to stay chosen for the next try. */
async function chosenTime({ services }: Call, change: Exclude<VisitChange, VisitorNotes>): Promise<Slot | undefined> {
  if (change.action !== 'move') return undefined;
  return toSlot(visitAt(await services.schedule(), Date.parse(change.slot)));
}

function bookingOf({ services }: Call): BookingContext {
  return { ...services, now: services.now() };
}

/** The visit of the token. Refuses with 404 if we did not sign it or the lead was removed. */
export async function requireVisit(call: Call): Promise<VisitStatus> {
  const leadId = readVisitToken(await visitSecret(call.services.auth), call.params['token'] ?? '');
  const visit = leadId && (await visitStatus(bookingOf(call), leadId));
  if (!visit) throw new Refusal(404, 'lost');
  return visit;
}

/** The page of the visit as it is now, with the reason why a change was refused. */
export async function answerVisit(
  call: Call,
  status: number,
  sentence: Message,
  view: Partial<VisitView> = {},
): Promise<Response> {
  const alert = sentenceIn(languageOfPage(call.request), sentence);
  return await visitAnswer(call, status, { visit: await requireVisit(call), alert, ...view });
}

async function visitAnswer(call: Call, status: number, view: Omit<VisitView, 'times'>): Promise<Response> {
  const { leads } = call.services;
  const none = (error: unknown) => {
    logUnexpected(call.request, error);
    return [];
  };
  const [times, pictures, by] = await Promise.all([
    timesFor(call, view.visit),
    picturesOf(leads, view.visit.lead.id).catch(none),
    howConfirmed(call, view.visit.lead),
  ]);
  const { pathname } = new URL(call.request.url);
  return page(status, await drawVisit(pathname, { ...view, times, pictures, by }), discreet);
}

/** The times to choose from, if there is a choice; `null` when the calendar does not answer. */
async function timesFor(call: Call, { state, visit }: VisitStatus): Promise<readonly Slot[] | null> {
  if (state !== 'none' && (state !== 'booked' || !isConsultation(visit.kind))) return [];
  return await availableSlots(bookingOf(call)).catch((error: unknown) => {
    logUnexpected(call.request, error);
    return null;
  });
}
