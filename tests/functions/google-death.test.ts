import { describe, expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { googleSite, leadOf, mailsOf } from '#tests/support/google/google-site';

const site = googleSite({ inMemory: true });

async function pick(count: number): Promise<Slot[]> {
  const slots = (await site.openSlots()).slice(2, 2 + count);
  if (slots.length < count) throw new Error('Too few slots');
  return slots;
}

/** One event stands at the slot, and record, lead and mail all name the same visitor; answers who it is. */
async function expectOneVisit(slot: Slot): Promise<string> {
  const [event, ...more] = site.eventsAt(slot);
  if (!event) throw new Error('No event stands');
  expect(more).toEqual([]);
  const id = leadOf(event) ?? '';
  expect(await site.record(slot)).toMatchObject({ state: 'booked', lead: id });
  expect(await site.lead(id)).toMatchObject({ slot: slot.start, status: 'booked' });
  expect((await site.mails()).filter((key) => key.includes(event.id))).toEqual(mailsOf('booked', event));
  return id;
}

const nextCome: [when: string, wait: () => Promise<void>][] = [
  ['at once', async () => undefined],
  ['when the hold has run out, before any sweep', async () => site.pass(200_000)],
  ['after the sweep', () => site.rest()],
];

describe('a booking that is killed at any step, and the next visitor for that slot', () => {
  test.each(nextCome)('%s: whoever has the slot has it whole, and only one does', async (_when, wait) => {
    let afterInsert = 0;
    let outcome: unknown = 'dead';
    for (let steps = 0; outcome === 'dead'; steps += 1) {
      const [slot] = await pick(1);
      if (!slot) throw new Error('No slot');
      const [killed, next] = [await site.request({ name: 'Killed' }), await site.request({ name: 'Next' })];
      outcome = await site.dyingAfter(steps, () => site.book(killed, slot));
      const stood = site.eventsOf(killed).length === 1;
      if (stood && outcome === 'dead') afterInsert += 1;
      await wait();
      const { status } = await site.book(next, slot);
      if (stood) expect(status).toBe(409);
      expect([201, 409]).toContain(status);
      await site.rest();
      if (site.eventsAt(slot).length === 0) {
        expect([status, await site.record(slot)]).toEqual([409, expect.objectContaining({ state: 'free' })]);
        expect((await site.book(next, slot)).status).toBe(201);
      }
      expect(await expectOneVisit(slot)).toBe(stood ? killed : next);
      expect((await site.lead(stood ? next : killed))?.slot).toBeUndefined();
    }
    expect(afterInsert).toBeGreaterThan(2);
  });

  test('who presses Confirm again after the kill has exactly one event', async () => {
    let outcome: unknown = 'dead';
    for (let steps = 0; outcome === 'dead'; steps += 1) {
      const [slot] = await pick(1);
      if (!slot) throw new Error('No slot');
      const id = await site.request();
      outcome = await site.dyingAfter(steps, () => site.book(id, slot));
      expect((await site.book(id, slot)).status).toBe(201);
      await site.rest();
      expect(await expectOneVisit(slot)).toBe(id);
      expect(site.eventsOf(id)).toHaveLength(1);
    }
  });

  test('the insert was on its way when its process died, and lands after the next visitor was told of the slot', async () => {
    const [slot] = await pick(1);
    if (!slot) throw new Error('No slot');
    const [killed, next] = [await site.request(), await site.request()];
    site.google.faults.decide = (heard) => (heard === 'insert' ? 'late' : null);
    site.setPauses({ pauseWeight: 1_000_000 });
    // The steps of a booking up to its insert, which is the last thing that this process does.
    let steps = 0;
    while (site.google.count('insert') === 0) await site.dyingAfter(steps++, () => site.book(killed, slot));
    site.google.faults.clear();
    site.setPauses({});
    site.pass(200_000);
    expect((await site.book(next, slot)).status).toBe(201);
    site.google.land();
    await site.rest();
    expect(await expectOneVisit(slot)).toBe(next);
    expect(site.eventsOf(killed)).toEqual([]);
  });
});

describe('the answer of the insert is lost every time, and the visitor gives up', () => {
  test.each(nextCome)('%s the next visitor is told the truth', async (_when, wait) => {
    const [slot] = await pick(1);
    if (!slot) throw new Error('No slot');
    const [lost, next] = [await site.request(), await site.request()];
    site.setPauses({ pauseWeight: 1000 });
    site.google.faults.decide = (heard) => (heard === 'insert' || heard === 'delete' ? 'cutAfter' : null);
    expect((await site.book(lost, slot)).status).toBe(503);
    site.setPauses({});
    site.google.faults.clear();
    await wait();
    const { status } = await site.book(next, slot);
    await site.rest();
    expect(site.eventsOf(lost)).toEqual([]);
    if (status === 409) expect((await site.book(next, slot)).status).toBe(201);
    expect(await expectOneVisit(slot)).toBe(next);
  });
});
