import { Availability, type Slot } from '#contracts/calendar';
import type { ContactDetails } from '#contracts/consultation';
import type { Client } from '#islands/ui/api-client.ts';
import { $bookingDialog } from '#islands/ui/booking-dialog.ts';
import type { Environment } from '#islands/ui/environment.ts';
import { byEasternDay } from '#lib/eastern-time';
import { checkContact } from './fields.ts';
import { type Session, type Times, untouched } from './session.ts';

/** ms. A read that takes longer is as good as failed: the visitor is offered a callback instead of a spinner. */
const READ_TIMEOUT = 20_000;
/** ms between a failed read and its one repetition: long enough for a restart or a lost packet, too short to annoy. */
const RETRY_AFTER = 1000;

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
export function calendarActions({ $step, $contact, during }: Session, environment: Environment): CalendarActions {
  let reading = new AbortController();

  async function enter(contact: ContactDetails): Promise<void> {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    $step.set({ name: 'calendar', contact, times: { state: 'loading' }, noGoodTime: false, sending: false });
    const times = await readTimes(environment, signal);
    // Only a panel that is there already can be sending while the times are on their way.
    if (!signal.aborted) during('calendar', (step) => (step.sending && !step.noGoodTime ? step : { ...step, times }));
  }

  $step.listen((step) => {
    if (step.name !== 'calendar') reading.abort();
  });
  // Times shown in a dialog that was closed may be hours old: opening it again on this step is a new entry.
  $bookingDialog.listen((opened) => {
    const step = $step.get();
    if (step.name !== 'calendar' || step.sending) return;
    if (opened) void enter(step.contact);
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
      $step.set(step.noGoodTime ? { ...step, noGoodTime: false, sending: false } : untouched);
    },
    noGoodTime: () => during('calendar', (step) => ({ ...step, noGoodTime: true })),
    chooseSlot(slot) {
      during('calendar', ({ contact }) => ({ name: 'details', contact, slot, problems: {}, pending: false }));
    },
  };
}

/**
 * Reads the open times, with one retry. Never rejects: a failure is `failed`, and so is an answer that brings an error.
 * Aborting `signal` ends the request and the retry; the result is then of no use.
 */
async function readTimes({ client, wait }: Environment, signal: AbortSignal): Promise<Times> {
  try {
    const answer = await readAvailability(client, signal).catch(async () => {
      await wait(RETRY_AFTER);
      return readAvailability(client, signal);
    });
    if (answer.error) return { state: 'failed' };
    if (answer.slots.length === 0) return { state: 'empty' };
    return { state: 'ready', days: byEasternDay(answer.slots) };
  } catch {
    return { state: 'failed' };
  }
}

/** The open times, or the `error` that came with them. Rejects as `Client` says. */
function readAvailability(client: Client, signal: AbortSignal): Promise<Availability> {
  return client.read(['/api', 'calendar', 'availability'], Availability, { signal, within: READ_TIMEOUT });
}
