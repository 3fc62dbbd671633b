import { business } from '#business';
import { type Slot, VisitChange } from '#contracts/calendar';
import type { BookingContext } from '#server/booking/context';
import { CalendarError } from '#server/calendar/port';
import { toSlot, visitAt } from '#server/slots/times';
import { availableSlots, type ChangeOutcome, changeVisit, type VisitStatus, visitStatus } from '#server/booking/visits';
import { readVisitToken, visitSecret } from '#server/leads/visit-link';
import { page, seeOther } from './answers.ts';
import { refusals } from './booking-answer.ts';
import type { Call } from './endpoint.ts';
import { logSurprise } from './log.ts';
import { readPage, type Shell, shellOf } from './shell.ts';
import { drawLost, drawProblem, drawVisit, type VisitView } from './visit-page.ts';

/**
 * The address is the key to the visit: it goes to no other site and into no search engine. Its origin does go along,
 * or the page's own form would be sent with `Origin: null` (Fetch standard, 3.2).
 */
const discreet = { 'referrer-policy': 'strict-origin', 'x-robots-tag': 'noindex' };

const phone = business.phone.display;

const sentences: Record<Exclude<ChangeOutcome, 'done'>, readonly [status: number, sentence: string]> = {
  ...refusals,
  begun: [409, `This visit has already begun. To change anything, please call ${phone}.`],
  cancelled: [409, 'This visit has been cancelled meanwhile, so it cannot be moved.'],
  changed: [409, `We have changed this visit meanwhile. To move it, please call ${phone}.`],
  none: [409, 'There is no visit to cancel.'],
};
/** Said when the calendar was not reached, or went silent in the middle of it. */
const silence = [503, `Our calendar did not answer. Please try again in a moment, or call ${phone}.`] as const;

/** `GET /visit/<token>`: the visit as it stands. It changes nothing, since mail scanners follow every link. */
export async function showVisit(call: Call): Promise<Response> {
  const standing = await visitOf(call);
  if (!standing) return await lostAnswer(call);
  const done = new URL(call.request.url).searchParams.get('done') === 'moved' ? 'moved' : undefined;
  return await visitAnswer(call, 200, { standing, done });
}

/** `POST /visit/<token>`: moves or cancels the visit, and sends on to where it is shown. Otherwise says why not. */
export async function takeChange(form: URLSearchParams, call: Call): Promise<Response> {
  const standing = await visitOf(call);
  if (!standing) return await lostAnswer(call);
  const result = VisitChange.safeParse(Object.fromEntries(form));
  if (!result.success) return await visitAnswer(call, 400, { standing, alert: `${result.error.issues[0]?.message}.` });
  const { pathname } = new URL(call.request.url);
  const refusal = await perform(call, standing, result.data);
  if (!refusal) return seeOther(result.data.action === 'move' ? `${pathname}?done=moved` : pathname);
  const [status, alert] = refusal;
  const chosen = status === 409 ? undefined : chosenTime(call, result.data);
  return await visitAnswer(call, status, { standing: (await visitOf(call)) ?? standing, alert, chosen });
}

/** The time that the visitor may press for again: it stays chosen. */
function chosenTime({ services }: Call, change: VisitChange): Slot | undefined {
  if (change.action !== 'move') return undefined;
  const start = Date.parse(change.slot);
  return toSlot(visitAt(services.rules, start));
}

async function perform(call: Call, standing: VisitStatus, change: VisitChange) {
  try {
    const outcome = await changeVisit(deskOf(call), standing, change);
    return outcome === 'done' ? null : sentences[outcome];
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    logSurprise(call.request, error);
    return silence;
  }
}

function deskOf({ services }: Call): BookingContext {
  return { ...services, now: services.now() };
}

/** The visit that the address was signed for. */
async function visitOf(call: Call): Promise<VisitStatus | null> {
  const leadId = readVisitToken(await visitSecret(call.services.auth), call.params['token'] ?? '');
  return leadId === null ? null : await visitStatus(deskOf(call), leadId);
}

async function visitAnswer(call: Call, status: number, view: Omit<VisitView, 'times'>): Promise<Response> {
  const [shell, times] = await Promise.all([readShell(call.request), timesFor(call, view.standing)]);
  return page(status, drawVisit(shell, { ...view, times }), discreet);
}

async function lostAnswer({ request }: Call): Promise<Response> {
  return page(404, drawLost(await readShell(request)), discreet);
}

/** The times that the visitor may choose from, where there is a choice; `null` when the calendar is silent. */
async function timesFor(call: Call, { state }: VisitStatus): Promise<readonly Slot[] | null> {
  if (state !== 'booked' && state !== 'none') return [];
  return await availableSlots(deskOf(call)).catch((error: unknown) => {
    logSurprise(call.request, error);
    return null;
  });
}

async function readShell(request: Request): Promise<Shell> {
  return shellOf(await readPage(new URL('/visit', request.url)));
}

/** What keeps a visitor from the visit, on its page. */
export async function refuseVisit(request: Request, sentence: string) {
  return { html: drawProblem(await readShell(request), sentence), headers: discreet };
}
