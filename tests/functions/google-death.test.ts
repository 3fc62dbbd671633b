import { expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { googleSite, leadOf, mailsOf } from '#tests/support/google/google-site';

const site = googleSite();
const HOLD_ENDS_MS = 200_000;

/** Runs the work in a process that dies after one step in storage, after two, and so on, until it comes to its end. */
async function killedAtEachStep<World>(
  start: () => Promise<World>,
  work: (world: World) => Promise<unknown>,
  check: (world: World) => Promise<void>,
): Promise<void> {
  let outcome: unknown = 'dead';
  for (let steps = 0; outcome === 'dead'; steps += 1) {
    const world = await start();
    outcome = await site.dyingAfter(steps, () => work(world));
    await check(world);
  }
}

async function twoVisitors(): Promise<{ slot: Slot; id: string; next: string }> {
  const slot = await site.openSlot(2);
  return { slot, id: await site.request({ name: 'First' }), next: await site.request({ name: 'Next' }) };
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

test('a booking, and another visitor comes at once, when the hold has run out, and after the sweep: one has it whole', async () => {
  let afterInsert = 0;
  await killedAtEachStep(
    twoVisitors,
    ({ id, slot }) => site.book(id, slot),
    async ({ id, next, slot }) => {
      const stood = site.eventsOf(id).length === 1;
      if (stood) afterInsert += 1;
      const told: number[] = [];
      for (const wait of [async () => undefined, async () => site.pass(HOLD_ENDS_MS), () => site.rest()]) {
        await wait();
        told.push((await site.book(next, slot)).status);
      }
      if (stood) expect(told).toEqual([409, 409, 409]);
      else expect(told.at(-1)).toBe(201);
      for (const status of told) expect([201, 409]).toContain(status);
      expect(await expectOneVisit(slot)).toBe(stood ? id : next);
      expect((await site.lead(stood ? next : id))?.slot).toBeUndefined();
    },
  );
  expect(afterInsert).toBeGreaterThan(3);
});

test('a cancellation that is sent again: the visit is gone, and each is told once', async () => {
  await killedAtEachStep(
    () => site.booked(),
    ({ id }) => site.cancel(id),
    async ({ id, slot, event }) => {
      expect(await site.cancel(id)).toBe(303);
      await site.rest();
      expect(site.eventsOf(id)).toEqual([]);
      expect(await site.openSlots()).toContainEqual(slot);
      const told = (await site.mails()).filter((key) => key.includes(event.id));
      expect(told).toEqual([...mailsOf('booked', event), ...mailsOf('cancelled', event)]);
    },
  );
});
