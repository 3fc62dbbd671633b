import { atom, type WritableAtom } from 'nanostores';
import type { ConsultationRequest } from '#contracts/consultation';
import { closeBooking } from '#islands/ui/booking-dialog.ts';
import { blankContact, blankDetails, type ContactValues, type DetailsValues } from './fields.ts';
import { type Step, untouched } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/** What lives from the first opening of the dialog to its reset, whether it is open or closed meanwhile. */
export interface Session {
  readonly $step: WritableAtom<Step>;
  readonly $contact: WritableAtom<ContactValues>;
  readonly $details: WritableAtom<DetailsValues>;
  /** The idempotency key: whatever is sent under it until the reset is still the same request. */
  key(): string;
  /** Changes the step only while it is still the one named: answers that come late change nothing. */
  during<Name extends Step['name']>(name: Name, change: (step: Extract<Step, { name: Name }>) => Step): void;
  /** The request with what led its visitor here, and with what stands in the trap for robots, if anything does. */
  asSent(request: ConsultationRequest): ConsultationRequest;
  /** The happy end: the dialog closes, everything is reset, the visitor is thanked (specification, section 4). */
  finish(): void;
}

export function createSession({
  newKey,
  goTo,
  attribution,
}: Pick<Surroundings, 'newKey' | 'goTo' | 'attribution'>): Session {
  const $step = atom<Step>(untouched);
  const $contact = atom<ContactValues>(blankContact);
  const $details = atom<DetailsValues>(blankDetails);
  let key = newKey();

  return {
    $step,
    $contact,
    $details,
    key: () => key,
    during(name, change) {
      const step = $step.get();
      if (isNamed(step, name)) $step.set(change(step));
    },
    asSent(request) {
      const { company } = $contact.get();
      const traces = attribution();
      return { ...request, ...(company && { company }), ...(traces && { attribution: traces }) };
    },
    finish() {
      $step.set(untouched);
      $contact.set(blankContact);
      $details.set(blankDetails);
      key = newKey();
      closeBooking();
      goTo('/thank-you');
    },
  };
}

function isNamed<Name extends Step['name']>(step: Step, name: Name): step is Extract<Step, { name: Name }> {
  return step.name === name;
}
