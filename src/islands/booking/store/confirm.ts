import { isApiError } from '#islands/ui/api/errors.ts';
import type { ConsultationRequest } from '#contracts/consultation';
import { easternDayAndTime } from '#lib/eastern-time';
import { checkDetails } from './fields.ts';
import type { Session } from './session.ts';
import type { ConfirmedStep, DetailsStep } from './state.ts';
import type { BookingFailure, Surroundings } from './surroundings.ts';

/** ms that the confirmed step is seen (specification, section 9). */
const CONFIRMED_FOR = 2000;

/** "Confirm Booking": stores the request, takes the slot with its id. A second press meanwhile does nothing. */
export async function confirmBooking(session: Session, surroundings: Surroundings): Promise<void> {
  const { $step, $details, during, asSent } = session;
  const step = $step.get();
  if (step.name !== 'details' || step.pending) return;
  const { value: visit, problems } = checkDetails($details.get());
  if (!visit) return $step.set({ ...step, problems });
  surroundings.tell.trying();
  $step.set({ ...step, problems: {}, pending: true });
  const failure = await book(step, asSent({ ...step.contact, ...visit }), session.key(), surroundings);
  if (failure) {
    during('details', (now) => ({ ...now, pending: false }));
    return surroundings.tell.bookingFailed(failure);
  }
  await celebrate({ name: 'confirmed', contact: step.contact, visit, slot: step.slot }, session, surroundings);
}

/** Both calls of a booking, in order; a failure is a value. After it, the same key makes the next try the same request. */
async function book(
  { slot }: DetailsStep,
  request: ConsultationRequest,
  key: string,
  { api, outbox }: Surroundings,
): Promise<BookingFailure | null> {
  let call: BookingFailure['call'] = 'request';
  try {
    const consultationId = await outbox.send(request, key);
    call = 'book';
    await api.book({ consultationId, slotStart: slot.start, slotEnd: slot.end });
    return null;
  } catch (error) {
    return { call, answered: isApiError(error), said: isApiError(error) ? error.said : undefined };
  }
}

/** Shows the confirmed step for its time, unless the visitor closes it earlier, which finishes too. */
async function celebrate(
  confirmed: ConfirmedStep,
  { $step, finish }: Session,
  { track, wait }: Surroundings,
): Promise<void> {
  track('consultation_request', { method: 'calendar' });
  track('calendar_booking_complete', { time_slot: `${easternDayAndTime(confirmed.slot.start)} ET` });
  $step.set(confirmed);
  await wait(CONFIRMED_FOR);
  if ($step.get() === confirmed) finish();
}
