import type { Slot } from '#contracts/calendar';
import type { ContactDetails } from '#contracts/consultation';
import { $bookingDoor } from '#islands/ui/booking-dialog.ts';
import { checkContact } from './fields.ts';
import type { Session } from './session.ts';
import { untouched } from './state.ts';
import type { Surroundings } from './surroundings.ts';
import { readTimes } from './times.ts';

/** The ways into the calendar step, and out of it. */
export interface CalendarActions {
  /** "See Available Times". */
  seeTimes(): void;
  /** "Change Time". */
  changeTime(): void;
  /** "Back": from the callback panel to the times, else to the contact details. */
  back(): void;
  /** "No Good Time?" */
  noGoodTime(): void;
  chooseSlot(slot: Slot): void;
}

/** Times are read anew at each entry to the step and only while it is active; answers to an earlier entry are ignored. */
export function calendarActions(session: Session, surroundings: Surroundings): CalendarActions {
  const { $step, $contact, during } = session;
  let reading = new AbortController();

  async function enter(contact: ContactDetails): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    $step.set({ name: 'calendar', contact, times: { state: 'loading' }, noGoodTime: false, sending: false });
    const times = await readTimes(surroundings, signal);
    if (!signal.aborted) during('calendar', (step) => ({ ...step, times }));
  }

  $step.listen((step) => {
    if (step.name !== 'calendar') reading.abort();
  });
  // Times shown in a dialog that was closed may be hours old: opening it again on this step is a new entry.
  $bookingDoor.listen((door) => {
    const step = $step.get();
    if (step.name !== 'calendar' || step.sending) return;
    if (door) void enter(step.contact);
    else reading.abort();
  });

  return {
    seeTimes() {
      if ($step.get().name !== 'initial') return;
      const { value: contact, problems } = checkContact($contact.get());
      if (contact) void enter(contact);
      else $step.set({ name: 'initial', problems });
    },
    changeTime() {
      const step = $step.get();
      if (step.name === 'details' && !step.pending) void enter(step.contact);
    },
    back() {
      const step = $step.get();
      if (step.name !== 'calendar' || step.sending) return;
      $step.set(step.noGoodTime ? { ...step, noGoodTime: false } : untouched);
    },
    noGoodTime: () => during('calendar', (step) => ({ ...step, noGoodTime: true })),
    chooseSlot(slot) {
      during('calendar', ({ contact }) => ({ name: 'details', contact, slot, problems: {}, pending: false }));
    },
  };
}
