import pMap from 'p-map';
import { expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { slotStart, slotsWithin } from '#server/slots/records';
import { type Chance, chanceOf, pick, seedsFrom } from '#tests/support/chance';
import type { Fault } from '#tests/support/google/google-faults';
import { googleSite, leadOf, mailsOf } from '#tests/support/google/google-site';
import { DAY } from '#lib/time/units';

const site = googleSite();

const AT_ONCE = 25;
const ROUNDS = 5;
const faults: Fault[] = ['rateLimit', 'forbidden', 'error500After', 'hangAfter', 'cut', 'cutAfter', 'late', 'garbage'];

interface Visitor {
  readonly id: string;
  slot: Slot;
  /** Saw "Consultation Scheduled!". */
  isBooked: boolean;
  /** Presses no more: was told to call. */
  isGone: boolean;
}

/** In each round `act` runs for all, and one in five of Google's calls fails. Then all is well, and all has run out. */
async function rounds(random: Chance, act: () => Promise<void>): Promise<void> {
  // With a heavy pause a failure soon uses up a booking's time.
  site.setPauses({ pauseWeight: 60, random });
  site.google.faults.decide = () => (random() < 0.2 ? pick(random, faults) : null);
  for (let round = 0; round < ROUNDS; round += 1) {
    await act();
    if (random() < 0.5) site.google.land();
    if (random() < 0.3) await site.sweep();
    site.pass(random() < 0.3 ? 200_000 : 30_000);
  }
  site.setPauses({});
  await site.rest();
}

test.each(seedsFrom(2))('60 visitors want 20 times: whoever saw success has one event', async (seed) => {
  const random = chanceOf(seed);
  const slots = (await site.openSlots()).slice(0, 20);
  const arrive = async () => ({ id: await site.request(), slot: pick(random, slots), isBooked: false, isGone: false });
  const visitors: Visitor[] = await pMap(Array.from({ length: 60 }), arrive, { concurrency: AT_ONCE });
  await rounds(random, async () => {
    await pMap(visitors, (visitor) => pressConfirm(visitor, random), { concurrency: AT_ONCE });
  });
  const booked = visitors.filter(({ isBooked }) => isBooked);
  expect(await expectAgreement(visitors.map(({ id }) => id))).toEqual(
    booked.map(({ id, slot }) => [id, slot.start]).toSorted(),
  );
  expect(await site.mails()).toEqual(
    site.google.events
      .alive()
      .flatMap((event) => mailsOf('booked', event))
      .toSorted(),
  );
  expect(booked.length).toBeGreaterThan(10);
  expect(booked.length).toBeLessThan(visitors.length);
});

/** What a person does: presses again when told so, takes another time when this one is taken, calls when told to call. */
async function pressConfirm(visitor: Visitor, random: Chance): Promise<void> {
  if (visitor.isBooked || visitor.isGone) return;
  const { status, error } = await site.confirm(visitor.id, visitor.slot);
  visitor.isBooked = status === 201;
  visitor.isGone = status === 502;
  expect([201, 409, 502, 503], error).toContain(status);
  if (status !== 409) return;
  const { status: listed, body } = await site.availability();
  expect([200, 503]).toContain(listed);
  if (listed === 503) expect(body.slots).toEqual([]);
  if (body.slots.length > 0) visitor.slot = pick(random, body.slots);
}

/** What they are told in between is of no matter here. */
test.each(seedsFrom(12))('40 visitors book, move and cancel, some in two windows: all records agree', async (seed) => {
  const random = chanceOf(seed);
  const slots = (await site.openSlots()).slice(0, 12);
  const ids = await pMap(Array.from({ length: 40 }), () => site.request(), { concurrency: AT_ONCE });
  let bookings = 0;
  await rounds(random, async () => {
    const windows = ids.flatMap((id) => (random() < 0.3 ? [id, id] : [id]));
    const answers = await pMap(windows, (id) => act(id, slots, random), { concurrency: AT_ONCE });
    bookings += answers.filter((status) => status === 201).length;
    expect(answers.filter((status) => ![201, 303, 409, 502, 503].includes(status))).toEqual([]);
  });
  await expectAgreement(ids);
  const mails = await site.mails();
  for (const event of site.google.events.alive()) {
    expect(mails).toEqual(expect.arrayContaining(mailsOf('booked', event)));
    expect(mails).not.toEqual(expect.arrayContaining(mailsOf('cancelled', event)));
  }
  expect(bookings, 'somebody was told of success').toBeGreaterThan(0);
});

async function act(id: string, slots: readonly Slot[], random: Chance): Promise<number> {
  const slot = pick(random, slots);
  const whim = random();
  if (whim < 0.6) return (await site.confirm(id, slot)).status;
  return await (whim < 0.85 ? site.move(id, slot) : site.cancel(id));
}

/** Leads, events and records say the same; answers who has which time. */
async function expectAgreement(ids: readonly string[]): Promise<string[][]> {
  const bookings = await Promise.all(ids.map(async (lead) => ({ lead, ...(await site.booking(lead)) })));
  for (const { status, start } of bookings) expect(status).toBe(start ? 'booked' : 'new');
  const visits = bookings.flatMap(({ lead, start }) => (start ? [[lead, start]] : [])).toSorted();
  const iso = (moment: number) => new Date(moment).toISOString();
  const { events } = site.google;
  const alive = events.alive().map((event) => [leadOf(event), iso(events.intervalOf(event).start)]);
  expect(alive.toSorted()).toEqual(visits);
  const window = { start: Date.now(), end: Date.now() + 30 * DAY };
  const records = await slotsWithin(site.store('slots'), window);
  const held = records.flatMap(({ key, record }) =>
    record.state === 'free' ? [] : [[record.lead, iso(slotStart(key)), record.state]],
  );
  expect(held.toSorted()).toEqual(visits.map((visit) => [...visit, 'booked']));
  return visits;
}
