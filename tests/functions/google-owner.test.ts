import { describe, expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { googleSite, mailsOf } from '#tests/support/google/google-site';
import type { GoogleEvent } from '#tests/support/google/google-events';

const site = googleSite({ inMemory: true });

interface Booked {
  readonly id: string;
  readonly slot: Slot;
  readonly event: GoogleEvent;
  readonly next: string;
}

/** A visitor with a visit, and another who wants the same slot. */
async function booked(): Promise<Booked> {
  const [, , slot] = await site.openSlots();
  if (!slot) throw new Error('No slot');
  const [id, next] = [await site.request({ name: 'First' }), await site.request({ name: 'Next' })];
  expect((await site.book(id, slot)).status).toBe(201);
  const [event] = site.eventsOf(id);
  if (!event) throw new Error('No event');
  return { id, slot, event, next };
}

const at = (instant: string, minutes: number) => ({
  dateTime: new Date(Date.parse(instant) + minutes * 60_000).toISOString(),
});
const moveBy = ({ event, slot }: Booked, minutes: number) =>
  site.google.events.move(event.id, at(slot.start, minutes), at(slot.end, minutes));

const leaves: [what: string, change: (booked: Booked) => void, stands: number][] = [
  ['moves the event to another day', (visit) => moveBy(visit, 7 * 1440), 1],
  ['moves the event far away', (visit) => moveBy(visit, 400 * 1440), 1],
  ['deletes the event', ({ event }) => site.google.events.cancel(event.id), 0],
  ['deletes it, and Google has forgotten it', ({ event }) => site.google.events.forget(event.id), 0],
];

describe('the slot is free for the next visitor when the owner', () => {
  test.each(leaves)('%s; what the owner did stays', async (_what, change, stands) => {
    const visit = await booked();
    const { id, slot, event, next } = visit;
    change(visit);
    const changed = site.google.events.all().filter((one) => one.id === event.id);
    expect(await site.openSlots()).toContainEqual(slot);
    expect((await site.book(next, slot)).status).toBe(201);
    await site.rest();
    const [theirs] = site.eventsAt(slot);
    expect(site.eventsOf(next)).toEqual([theirs]);
    expect(site.eventsOf(id)).toHaveLength(stands);
    expect(site.google.events.all().filter((one) => one.id === event.id)).toEqual(changed);
    expect(await site.record(slot)).toMatchObject({ state: 'booked', lead: next });
    // Its page then says that the visit was changed: it was not cancelled.
    expect(await site.lead(id)).toMatchObject({ slot: slot.start, status: 'booked' });
    expect(await site.lead(id)).not.toHaveProperty('cancelledAt');
    expect(await site.mails()).toEqual(
      [...mailsOf('booked', event), ...(theirs ? mailsOf('booked', theirs) : [])].sort(),
    );
  });

  // Two of them: an event that still stands, and none.
  test.each(leaves.slice(1, 3))(
    '%s; the next visitor’s booking is killed at any step',
    async (_what, change, stands) => {
      let outcome: unknown = 'dead';
      for (let steps = 0; outcome === 'dead'; steps += 1) {
        const visit = await booked();
        change(visit);
        outcome = await site.dyingAfter(steps, () => site.book(visit.next, visit.slot));
        await site.rest();
        expect(site.eventsOf(visit.id), `killed after ${steps} steps`).toHaveLength(stands);
        expect((await site.mails()).filter((key) => key.startsWith('cancelled'))).toEqual([]);
        const { status } = await site.book(await site.request(), visit.slot);
        expect(status).toBe(site.eventsOf(visit.next).length === 1 ? 409 : 201);
        expect(site.eventsAt(visit.slot)).toHaveLength(1);
      }
    },
  );

  test('moves it, and nobody comes: the sweep leaves it alone for good', async () => {
    const visit = await booked();
    moveBy(visit, 7 * 1440);
    const before = site.google.events.all();
    await site.rest();
    expect(site.google.events.all()).toEqual(before);
    expect(await site.mails()).toEqual(mailsOf('booked', visit.event));
  });
});

describe('the visit stays the first visitor’s, and the next one is told so, when the owner', () => {
  const stays: [what: string, change: (booked: Booked) => void][] = [
    ['makes it transparent', ({ event }) => site.google.events.change(event.id, { transparency: 'transparent' })],
    ['takes our marks off', ({ event }) => site.google.events.change(event.id, { extendedProperties: {} })],
  ];
  test.each(stays)('%s', async (_what, change) => {
    const visit = await booked();
    const { id, slot, event, next } = visit;
    change(visit);
    const before = site.google.events.all();
    expect((await site.book(next, slot)).status).toBe(409);
    await site.rest();
    expect(site.google.events.all()).toEqual(before);
    expect(await site.record(slot)).toMatchObject({ state: 'booked', lead: id });
    expect(await site.lead(id)).toMatchObject({ slot: slot.start, status: 'booked' });
    expect(await site.mails()).toEqual(mailsOf('booked', event));
  });

  test('moves it a little: it is busy all the same, and the event stays', async () => {
    const visit = await booked();
    moveBy(visit, 15);
    const before = site.google.events.all();
    expect(await site.openSlots()).not.toContainEqual(visit.slot);
    expect((await site.book(visit.next, visit.slot)).status).toBe(409);
    await site.rest();
    expect(site.google.events.all()).toEqual(before);
  });
});
