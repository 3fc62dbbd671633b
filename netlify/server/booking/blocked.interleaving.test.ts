import type { Interval } from '#lib/time/interval';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { addAway, readSchedule } from '#server/slots/schedule';
import { openSlots } from '#server/slots/times';
import {
  alone,
  ann,
  at,
  contextOf as plainContext,
  now,
  slotOf,
  withLeads,
  bookSlot,
} from '#tests/support/booking-world';
import { everyInterleaving, type OpenStore } from '#tests/support/stores/interleave';
import { blockedVisits } from './blocked.ts';
import type { BookingContext } from './context.ts';

const [slot, other] = openSlots(visitRules, [], now) as [Interval, Interval];
const day = at(slot).slice(0, 10);
const away = { first: day, last: day, note: 'Dentist' };

const ignore = () => undefined;

function contextOf(open: OpenStore): BookingContext {
  const schedule = async () => (await readSchedule(open('slots'), visitRules, ignore)).schedule;
  return { ...plainContext('embedded', open, (_, run) => run(open)), schedule };
}

/** As `/admin/hours` does: stores the blocked time, then looks for visits in it. */
async function block(open: OpenStore) {
  const context = contextOf(open);
  await addAway(context.slots, away);
  const { schedule } = await readSchedule(context.slots, visitRules, ignore);
  return (await blockedVisits(context, schedule)).map(({ leadId: id }) => id);
}

const books = (interval: Interval) => (open: OpenStore) => bookSlot(contextOf(open), ann, interval, 'link');

async function prepared(prepare: (context: BookingContext) => Promise<unknown> = async () => {}) {
  const records = await withLeads([ann]);
  await prepare(alone('embedded', records));
  return () => new Map(records);
}

test('the owner blocks a day: the booking is refused, or the owner is told of the visit, whoever moves when', async () => {
  const ends = new Set<string>();
  await everyInterleaving<string | readonly string[]>(
    { start: await prepared(), actors: [books(slot), block] },
    async ({ records, outcomes: [outcome, listed], schedule }) => {
      ends.add(`${outcome}, ${listed?.length} listed`);
      const record = await slotOf(records, slot);
      if (outcome === 'booked') {
        expect(record, schedule).toMatchObject({ state: 'booked', lead: ann });
        expect(listed, schedule).toEqual([ann]);
      } else {
        expect(['closed', 'taken'], schedule).toContain(outcome);
        expect(record?.state ?? 'free', schedule).toBe('free');
      }
    },
  );
  expect([...ends].sort()).toEqual(['booked, 1 listed', 'closed, 0 listed', 'taken, 0 listed', 'taken, 1 listed']);
});

test('the owner blocks a day: a visit that is moved there keeps its old time, or is listed', async () => {
  const start = await prepared((context) => bookSlot(context, ann, other, 'link'));
  const ends = new Set<string>();
  await everyInterleaving<string | readonly string[]>(
    { start, actors: [books(slot), block] },
    async ({ records, outcomes: [outcome, listed], schedule }) => {
      ends.add(String(outcome));
      const has = outcome === 'booked' ? slot : other;
      expect(await slotOf(records, has), schedule).toMatchObject({ state: 'booked', lead: ann });
      // Both times are on the blocked day.
      expect(listed, schedule).toContain(ann);
    },
  );
  expect([...ends].sort()).toEqual(['booked', 'closed', 'taken']);
});
