import type { ReadableAtom } from 'nanostores';
import { type CalendarActions, calendarActions } from './store/calendar.ts';
import { requestCallback } from './store/callback.ts';
import { confirmBooking } from './store/confirm.ts';
import { type ContactValues, checkContact, checkDetails, type DetailsValues, stillTrue } from './store/fields.ts';
import { createSession } from './store/session.ts';
import type { Step } from './store/state.ts';
import type { Surroundings } from './store/surroundings.ts';
import { closeBooking } from '#islands/ui/booking-dialog.ts';

/** The booking dialog's flow (specification, section 4): what the island draws, and what its visitor can do. */
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

export function createBooking(surroundings: Surroundings): BookingFlow {
  const session = createSession(surroundings);
  const { $step, $contact, $details, during, finish } = session;
  return {
    $step,
    $contact,
    $details,
    ...calendarActions(session, surroundings),
    typeContact(field, text) {
      $contact.set({ ...$contact.get(), [field]: text });
      during('initial', (step) => ({ ...step, problems: stillTrue(step.problems, checkContact($contact.get())) }));
    },
    typeDetails(field, text) {
      $details.set({ ...$details.get(), [field]: text });
      during('details', (step) => ({ ...step, problems: stillTrue(step.problems, checkDetails($details.get())) }));
    },
    confirmBooking: () => confirmBooking(session, surroundings),
    requestCallback: () => requestCallback(session, surroundings),
    close: () => ($step.get().name === 'confirmed' ? finish() : closeBooking()),
  };
}
