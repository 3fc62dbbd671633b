import { BookingReceipt, type BookingRequest, type Slot } from '#contracts/calendar';
import { callbackRequest, type ContactDetails } from '#contracts/consultation';
import { type Client, isApiError, isFinalRefusal, isUnanswered } from '#browser/api-client';
import type { Environment } from '#browser/environment';
import type { UnsentRequests } from '#browser/unsent-requests';
import { namesPhone } from '#islands/ui/Sentence.tsx';
import { clearToast, showToast } from '#islands/ui/Toasts.tsx';
import { attempt } from '#browser/attempt';
import { forgetCallback, keepCallback, keepVisit } from '#browser/booked-visit';
import { pageLocale } from '#lib/page-locale';
import { languageAt } from '#i18n/site-languages';
import { type Answer, answerBy } from '#lib/time/answer-by';
import { usualPhone } from '#lib/contact';
import { DAY } from '#lib/time/units';
import { unbroken } from '#lib/unbroken';
import { zonedAt, zonedDayAndTime, zonedWeekday, zoneNames } from '#lib/time/zone';
import { answer as words, outcome } from './booking-words.ts';
import { type CalendarStep, checkDetails, type ConfirmedStep, hasNoTimes, type Session } from './booking-session.ts';

const CONFIRMED_FOR = 2000;

interface BookingFailure {
  readonly call: 'request' | 'book';
  readonly answered: boolean;
  readonly serverMessage: string | undefined;
  /** The time cannot be booked. */
  readonly conflict?: true;
}

const showFailure = (title: string, description: string) => showToast({ title, description, tone: 'destructive' });

const fallbackMessage = { request: outcome.requestFailed, book: outcome.bookFailed };

/** The server's own sentence for a failure, or ours if it sent none. */
const failureText = ({ call, answered, serverMessage }: BookingFailure): string =>
  serverMessage ?? (answered ? fallbackMessage[call] : outcome.unanswered);

/** "Confirm Booking": stores the request, then books the slot with its id. Ignores a second press. */
export async function confirmBooking(
  session: Session,
  environment: Environment,
  unsentRequests: UnsentRequests,
): Promise<void> {
  const { $step, $details, during, complete } = session;
  const step = $step.get();
  if (step.name !== 'details' || step.pending) return;
  const { value: visit, problems } = checkDetails($details.get());
  if (!visit) return $step.set({ ...step, problems });
  const { name, contact, slot } = step;
  clearToast();
  $step.set({ name, contact, slot, pending: true });
  const request = complete({ ...contact, ...visit });
  const send = () => unsentRequests.send(request, session.key());
  const { failure, visit: page = '', by } = await book(environment.client, send, slot, session.key());
  if (failure) {
    const { serverMessage = '', conflict } = failure;
    const refusal = namesPhone(serverMessage) ? serverMessage : undefined;
    const gone = conflict && !refusal ? serverMessage : undefined;
    const text = failureText(failure);
    const failed = refusal === undefined && gone === undefined ? text : undefined;
    during('details', (now) => ({ ...now, pending: false, problems: {}, refusal, gone, failed }));
    return showFailure(outcome.bookingError, text);
  }
  // For the thank-you page. Without storage, the mail or our call tells the visitor. The next visit asks anew about texts.
  const { texts: _, ...known } = contact;
  const kept = { ...slot, city: visit.city, page, contact: known, by };
  attempt(() => keepVisit(environment.localStorage(), kept, environment.now()));
  attempt(() => forgetCallback(environment.sessionStorage()));
  await celebrate({ name: 'confirmed', contact, visit, slot, by }, session, environment);
}

/** Runs both calls of a booking; a failure is a value. A retry with the same key is the same request. */
async function book(
  client: Client,
  sendRequest: () => Promise<string>,
  { start, end }: Slot,
  key: string,
): Promise<{ failure?: BookingFailure } & Partial<Pick<BookingReceipt, 'visit' | 'by'>>> {
  let call: BookingFailure['call'] = 'request';
  try {
    const body: BookingRequest = { consultationId: await sendRequest(), slotStart: start, slotEnd: end };
    call = 'book';
    // The key proves that the request is ours, so a new time may replace one whose answer was lost.
    const headers = { 'Idempotency-Key': key };
    const receipt = await client.call('POST', '/api/calendar/book', { body, headers });
    return attempt(() => BookingReceipt.parse(JSON.parse(receipt))) ?? {};
  } catch (error) {
    if (!isApiError(error)) return { failure: { call, answered: false, serverMessage: undefined } };
    const { serverMessage, status } = error;
    const isConflict = call === 'book' && status === 409;
    return { failure: { call, answered: true, serverMessage, ...(isConflict && { conflict: true }) } };
  }
}

/** Shows the confirmed step for a while. Closing it also finishes. */
async function celebrate(
  confirmed: ConfirmedStep,
  { $step, finish }: Session,
  { track, wait }: Environment,
): Promise<void> {
  track('consultation_request', { method: 'calendar' });
  track('calendar_booking_complete', {
    time_slot: `${zonedDayAndTime(confirmed.slot.start, 'en-US')} ${zoneNames.short}`,
  });
  $step.set(confirmed);
  await wait(CONFIRMED_FOR);
  if ($step.get() === confirmed) finish();
}

/** "Request a Callback". Any answer is a success. Without one, the request stays among the unsent requests. */
export async function requestCallback(
  session: Session,
  environment: Environment,
  unsentRequests: UnsentRequests,
): Promise<void> {
  const { $step, $details, during, complete, finish } = session;
  const step = $step.get();
  const sending = step.name === 'calendar' && asSending(step);
  if (!sending) return;
  clearToast();
  $step.set(sending);
  try {
    await unsentRequests.send(complete(callbackRequest(sending.contact, $details.get())), session.key());
  } catch (error) {
    if (isUnanswered(error)) {
      const isKept = unsentRequests.has(session.key());
      during('calendar', (now) => ({ ...now, isKept, sending: false }));
      return showFailure(outcome.error, outcome.callbackFailed);
    }
    if (isFinalRefusal(error)) unsentRequests.refused(session.key());
  }
  environment.track('consultation_request', { method: 'form' });
  noteCallback(sending.contact, session, environment);
  finish();
}

/** The kept callback has arrived in the background: the step says so in place of its notice. */
export function callbackArrived(session: Session, environment: Environment): void {
  session.during('calendar', (step) => {
    if (!step.isKept || step.received) return step;
    clearToast();
    environment.track('consultation_request', { method: 'form' });
    return { ...step, received: noteCallback(step.contact, session, environment) };
  });
}

/**
 * Keeps for the thank-you page whom we call, and by when. Without storage the page says what it says to anybody. Returns the
 * sentence.
 */
function noteCallback(
  contact: ContactDetails,
  { key, $about, $details }: Session,
  { sessionStorage, now, address, answerRule }: Environment,
): string {
  const rule = answerRule();
  const answer = rule && answerBy(now(), rule);
  const sentence = answerSentence(contact, answer);
  const language = languageAt(address().pathname);
  const until = (answer ? Date.parse(answer.at) : now()) + DAY;
  const sent = { ...$details.get(), ...contact };
  attempt(() =>
    keepCallback(sessionStorage(), { sentence, language, contact: sent, key: key(), about: $about.get(), until }),
  );
  return sentence;
}

/** A callback goes to the phone, else to the email address (`callbackRequest`). */
function answerSentence({ phone, email = '' }: ContactDetails, answer: Answer | undefined): string {
  const when = answer ? words[answer.kind](zonedWeekday(answer.at, pageLocale), zonedAt(answer.at, pageLocale)) : '';
  return unbroken(phone ? words.phone(usualPhone(phone).replaceAll(' ', '\u00a0'), when) : words.email(email, when));
}

/** The step while sending a callback request; `null` if one is running, has arrived or is not on offer. */
function asSending(step: CalendarStep): CalendarStep | null {
  if (step.sending || step.received) return null;
  if (step.noGoodTime) return { ...step, sending: true };
  const { times } = step;
  return hasNoTimes(times) ? { ...step, times, sending: true } : null;
}
