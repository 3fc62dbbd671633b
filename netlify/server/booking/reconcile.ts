import type { Interval } from '#lib/time/interval';
import { eventId, unlessCalendarFails } from '#server/calendar/calendar';
import { readSlot, type SlotRecord, slotsAt, slotsWithin, visitIn } from '#server/slots/records';
import { forEachAlone } from '#server/storage/port';
import { bookedWindow, type Schedule } from '#server/slots/times';
import { FIRST_PERSON } from '#contracts/people';
import { personOfSlot } from '#lead/visits';
import { type BookingContext, contextFor } from './context.ts';
import { run } from './runner.ts';
import { LOOK_MS } from './offer.ts';
import { rewordLeft } from './visits.ts';

/**
 * Repairs the slots to come after bookings that died: releases slots, finishes bookings, removes our events that no record
 * names, and writes the words that the calendar did not take. Answers how many slots it released. Leaves a slot for the next
 * time if the calendar does not answer or a record is unreadable.
 */
export async function sweepSlots(swept: BookingContext): Promise<number> {
  let released = 0;
  let reading: Promise<Schedule> | undefined;
  const read = () =>
    swept.schedule().catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
  // Each booked slot asks who comes. One reading answers all of them.
  const context = { ...swept, schedule: () => (reading ??= read()) };
  const window = bookedWindow(context.now);
  const sweepOne = async ({ key }: { key: string }) => {
    const outcome = await run(context, { kind: 'sweep' }, asOf(key));
    if (outcome === 'released') released += 1;
  };
  const slots = await slotsWithin(context.slots, window);
  const steps = [
    () => forEachAlone(slots, sweepOne, (error) => skip(context, error)),
    // Each event has a slot, so whoever has events has slots.
    ...[...new Set([FIRST_PERSON, ...slots.map(({ key }) => personOfSlot(key))])].map(
      (person) => () => removeStrays(contextFor(context, person), window),
    ),
    () => rewordLeft(context),
  ];
  await forEachAlone(steps, (step) => step());
  return released;
}

const asOf = (slot: string) => ({ slot, interval: visitIn(slot, null) });

function skip({ report }: BookingContext, error: Error): void {
  report('Sweeping a slot, which is skipped,', error);
}

async function removeStrays(context: BookingContext, window: Interval): Promise<void> {
  const sweep = async () => {
    const events = await context.calendar.ownEvents(window, context.now + LOOK_MS);
    await forEachAlone(
      events,
      (event) => removeIfStray(context, event),
      (error) => skip(context, error),
    );
  };
  await unlessCalendarFails(sweep(), (error) =>
    context.report('Sweeping the calendar, which goes on the next time,', error),
  );
}

/** Removes an event with a past number after a late insert or a lost deletion. Leaves events that the owner moved. */
async function removeIfStray(context: BookingContext, { id, start }: { id: string; start: number }): Promise<void> {
  for (const slot of await slotsAt(context.slots, start)) {
    const { record } = await readSlot(context.slots, slot);
    const eventNumber = record && eventNumberOf(context, record, slot, id);
    if (!record || eventNumber === null) continue;
    if (eventNumber < record.eventNumber) await context.calendar.deleteEvent(id, context.now + LOOK_MS);
    else if (record.state === 'free') await run(context, { kind: 'evict' }, asOf(slot));
  }
}

/** The event's number in its slot; `null` if it has none. */
function eventNumberOf({ calendar }: BookingContext, { eventNumber: newest }: SlotRecord, slot: string, id: string) {
  const numbers = Array.from({ length: newest + 1 }, (_, eventNumber) => eventNumber);
  return numbers.find((eventNumber) => eventId(calendar.name, slot, eventNumber) === id) ?? null;
}
