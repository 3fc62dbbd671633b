import type { ReadableAtom } from 'nanostores';
import { clearToast, showToast } from '#islands/ui/Toasts.tsx';
import { closeBooking } from '#islands/ui/booking-dialog.ts';
import { browserEnvironment, type Environment } from '#islands/ui/environment.ts';
import { createOutbox, type Outbox, outbox } from '#islands/ui/outbox.ts';
import { type CalendarActions, calendarActions } from './calendar.ts';
import { checkContact, checkDetails, type ContactValues, type DetailsValues, stillTrue } from './fields.ts';
import { createSession, type Step } from './session.ts';
import { confirmBooking, type Notices, requestCallback } from './submit.ts';

/** The booking dialog's flow: what the island draws, and what its visitor can do. */
export interface BookingFlow extends CalendarActions {
  readonly $step: ReadableAtom<Step>;
  readonly $contact: ReadableAtom<ContactValues>;
  readonly $details: ReadableAtom<DetailsValues>;
  typeContact(field: keyof ContactValues, text: string): void;
  typeDetails(field: keyof DetailsValues, text: string): void;
  confirmBooking(): Promise<void>;
  requestCallback(): Promise<void>;
  /** The dialog is closed by its visitor: after a booking, that is the way to the thank-you page. */
  close(): void;
}

/** A flow of its own. `outbox` is the page's, where the page has one already. */
export function createBooking(
  environment: Environment,
  notices: Notices,
  outbox: Outbox = createOutbox(environment),
): BookingFlow {
  const session = createSession(environment);
  const { $step, $contact, $details, during, finish } = session;
  return {
    $step,
    $contact,
    $details,
    ...calendarActions(session, environment),
    typeContact(field, text) {
      $contact.set({ ...$contact.get(), [field]: text });
      during('initial', (step) => ({ ...step, problems: stillTrue(step.problems, checkContact($contact.get())) }));
    },
    typeDetails(field, text) {
      $details.set({ ...$details.get(), [field]: text });
      during('details', (step) => {
        if (step.pending) return step;
        return { ...step, problems: stillTrue(step.problems, checkDetails($details.get())) };
      });
    },
    confirmBooking: () => confirmBooking(session, environment, outbox, notices),
    requestCallback: () => requestCallback(session, environment, outbox, notices),
    close: () => ($step.get().name === 'confirmed' ? finish() : closeBooking()),
  };
}

/** For an answer that refuses without a word. */
const fallbackMessage = { request: 'Failed to submit request', book: 'Failed to book slot' };
const unanswered = 'Failed to complete booking. Please try again.';

/** The one booking flow of this page, and what its visitor is told of failures. */
export const flow = createBooking(
  browserEnvironment,
  {
    trying: clearToast,
    bookingFailed({ call, answered, serverMessage }) {
      const description = serverMessage ?? (answered ? fallbackMessage[call] : unanswered);
      showToast({ title: 'Booking Error', description, tone: 'destructive' });
    },
    callbackFailed() {
      showToast({ title: 'Error', description: 'Failed to submit request. Please try again.', tone: 'destructive' });
    },
  },
  outbox,
);
