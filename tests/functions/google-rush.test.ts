import { expect, test } from 'vitest';
import pMap from 'p-map';
import type { Slot } from '#contracts/calendar';
import { slotsWithin } from '#server/slots/records';
import type { Fault } from '#tests/support/google/google-faults';
import { googleSite, leadOf, mailsOf } from '#tests/support/google/google-site';
import { type Chance, chanceOf, pick } from '#tests/support/chance';

const site = googleSite();

const VISITORS = 200;
const SLOTS = 50;
const PRESSES = 5;
const AT_ONCE = 25;
const faults: Fault[] = [
  'rateLimit',
  'userRateLimit',
  'quota',
  'tooMany',
  'forbidden',
  'error500',
  'error500After',
  'error503',
  'hang',
  'hangAfter',
  'cut',
  'cutAfter',
  'late',
  'garbage',
];

interface Visitor {
  readonly id: string;
  slot: Slot;
  /** Saw "Consultation Scheduled!". */
  isBooked: boolean;
  /** Presses no more: was told to call. */
  isGone: boolean;
}

/**
 * One in five calls fails. With a heavy pause a failure soon uses up a booking's time, so that more visitors are told to
 * press again. One rush is in memory, where calls come closer together, and one in the database.
 */
test.each([
  { seed: 2, pauseWeight: 12, onDisk: false },
  { seed: 3, pauseWeight: 100, onDisk: true },
])(
  '200 visitors, one in five calls fails (seed $seed, pauses times $pauseWeight): whoever saw success has one event, nobody else any',
  async ({ seed, pauseWeight, onDisk }) => {
    if (!onDisk) site.leaveDisk();
    const random = chanceOf(seed);
    const visitors = await arrive(random);
    site.setPauses({ pauseWeight, random });
    site.google.faults.decide = () => (random() < 0.2 ? pick(random, faults) : null);
    for (let press = 0; press < PRESSES; press += 1) {
      await pMap(visitors, (visitor) => pressConfirm(visitor, random), { concurrency: AT_ONCE });
      if (random() < 0.5) site.google.land();
      site.pass(30_000);
    }
    site.setPauses({});
    await site.rest();
    await expectAtRest(visitors);
  },
);

async function arrive(random: Chance): Promise<Visitor[]> {
  const slots = (await site.openSlots()).slice(0, SLOTS);
  const arriveOne = async () => ({
    id: await site.request(),
    slot: pick(random, slots),
    isBooked: false,
    isGone: false,
  });
  return await pMap(Array.from({ length: VISITORS }), arriveOne, { concurrency: AT_ONCE });
}

/** What a person does: presses again when told so, takes another time when this one is taken, calls when told to call. */
async function pressConfirm(visitor: Visitor, random: Chance): Promise<void> {
  if (visitor.isBooked || visitor.isGone) return;
  const { status, error } = await site.book(visitor.id, visitor.slot);
  visitor.isBooked = status === 201;
  visitor.isGone = status === 502;
  expect([201, 409, 502, 503], error).toContain(status);
  if (status !== 409) return;
  const { status: listed, body } = await site.availability();
  expect([200, 503]).toContain(listed);
  if (listed === 503) expect(body.slots).toEqual([]);
  if (body.slots.length > 0) visitor.slot = pick(random, body.slots);
}

async function expectAtRest(visitors: readonly Visitor[]): Promise<void> {
  const booked = visitors.filter(({ isBooked }) => isBooked);
  const events = site.google.events.alive();
  const starts = (start: string) => new Date(start).toISOString();
  const alive = events.map((event) => [leadOf(event), starts(event.start.dateTime ?? '')]);
  const seen = booked.map(({ id, slot }) => [id, slot.start]);
  expect(alive.toSorted()).toEqual(seen.toSorted());

  const window = { start: Date.now(), end: Date.now() + 30 * 86_400_000 };
  const records = await slotsWithin(site.store('calendar'), window);
  const held = records.flatMap(({ start, record }) =>
    record.state === 'free' ? [] : [[record.lead, new Date(start).toISOString(), record.state]],
  );
  expect(held.toSorted()).toEqual(seen.map(([id, start]) => [id, start, 'booked']).toSorted());

  for (const { id, slot, isBooked } of visitors) {
    const lead = await site.lead(id);
    expect([lead?.slot, lead?.status]).toEqual(isBooked ? [slot.start, 'booked'] : [undefined, 'new']);
  }
  expect(await site.mails()).toEqual(events.flatMap((event) => mailsOf('booked', event)).toSorted());
  expect(booked.length).toBeGreaterThan(10);
  expect(booked.length).toBeLessThan(VISITORS);
}
