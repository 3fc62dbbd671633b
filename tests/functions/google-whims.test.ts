import { expect, test } from 'vitest';
import pMap from 'p-map';
import type { Slot } from '#contracts/calendar';
import { slotsWithin } from '#server/slots/records';
import { type Chance, chanceOf, pick } from '#tests/support/chance';
import type { Fault } from '#tests/support/google/google-faults';
import { googleSite, leadOf, mailsOf } from '#tests/support/google/google-site';
import { visitsAt } from '#tests/support/google/google-visits';

const site = googleSite();
const { answerAgain, cancel, move } = visitsAt(site);

const VISITORS = 40;
const SLOTS = 12;
const ROUNDS = 6;
const faults: Fault[] = ['rateLimit', 'tooMany', 'error500', 'error500After', 'cut', 'cutAfter', 'late', 'garbage'];

/**
 * Visitors book, move and cancel as they like, each sometimes in two windows at once. What they are told in between is
 * of no matter here: at the end calendar, records, leads and mail must say the same.
 */
test.each([
  { seed: 12, pauseWeight: 25 },
  { seed: 13, pauseWeight: 100 },
])(
  'visitors who book, move and cancel while one in five calls fails (seed $seed): in the end all records agree',
  async ({ seed, pauseWeight }) => {
    const random = chanceOf(seed);
    const slots = (await site.openSlots()).slice(0, SLOTS);
    const ids = await pMap(Array.from({ length: VISITORS }), () => site.request(), { concurrency: 10 });
    site.setPauses({ pauseWeight, random });
    site.google.faults.decide = () => (random() < 0.2 ? pick(random, faults) : null);
    let bookings = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const windows = ids.flatMap((id) => (random() < 0.3 ? [id, id] : [id]));
      const answers = await pMap(windows, (id) => act(id, slots, random), { concurrency: 20 });
      bookings += answers.filter((status) => status === 201).length;
      expect(answers.filter((status) => ![201, 303, 409, 502, 503].includes(status))).toEqual([]);
      if (random() < 0.5) site.google.land();
      if (random() < 0.3) await site.sweep();
      site.pass(random() < 0.3 ? 200_000 : 30_000);
    }
    answerAgain();
    await site.rest();
    await expectAgreement(ids);
    expect(bookings, 'somebody was told of success').toBeGreaterThan(0);
  },
);

async function act(id: string, slots: readonly Slot[], random: Chance): Promise<number> {
  const slot = pick(random, slots);
  const whim = random();
  if (whim < 0.6) return (await site.book(id, slot)).status;
  return await (whim < 0.85 ? move(id, slot) : cancel(id));
}

async function expectAgreement(ids: readonly string[]): Promise<void> {
  const leads = await Promise.all(ids.map((id) => site.lead(id)));
  const visits = leads.flatMap((lead) => (lead?.slot ? [[lead.id, lead.slot]] : [])).toSorted();
  const events = site.google.events.alive();
  const alive = events.map((event) => [leadOf(event), iso(site.google.events.intervalOf(event).start)]);
  expect(alive.toSorted()).toEqual(visits);
  const window = { start: Date.now(), end: Date.now() + 30 * 86_400_000 };
  const records = (await slotsWithin(site.store('calendar'), window)).filter(({ record }) => record.state !== 'free');
  const held = records.map(({ start, record }) => [record.state !== 'free' && record.lead, iso(start)]);
  expect(records.every(({ record }) => record.state === 'booked')).toBe(true);
  expect(held.toSorted()).toEqual(visits);
  const mails = await site.mails();
  for (const event of events) expect(mails).toEqual(expect.arrayContaining(mailsOf('booked', event)));
  for (const event of events) expect(mails).not.toEqual(expect.arrayContaining(mailsOf('cancelled', event)));
}

const iso = (moment: number) => new Date(moment).toISOString();
