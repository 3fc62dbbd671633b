import { describe, expect, test } from 'vitest';
import { visitRules } from '#business';
import { embeddedCalendar } from '#server/calendar/port';
import { keepLead, leadId } from '#server/leads/lead';
import { readSlot } from '#server/slots/records';
import { addAway, readSchedule } from '#server/slots/schedule';
import { type Interval, openSlots, toSlot } from '#server/slots/times';
import type { Store } from '#server/storage/port';
import { everyInterleaving, memoryStore, type Records } from '#tests/support/stores/interleave';
import { blockedVisits } from './blocked.ts';
import type { BookingContext } from './context.ts';
import { bookSlot } from './visits.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const [slot, other] = openSlots(visitRules, [], now) as [Interval, Interval];
const ann = leadId('ann');
const day = toSlot(slot).start.slice(0, 10);
const away = { first: day, last: day, note: 'Dentist' };

const ignore = () => undefined;
type Open = (name: string) => Store;

function contextOf(open: Open): BookingContext {
  const calendar = open('calendar');
  return {
    leads: open('leads'),
    calendar,
    visits: embeddedCalendar(calendar),
    rules: visitRules,
    schedule: async () => (await readSchedule(calendar, visitRules, ignore)).schedule,
    now,
    notify: async () => undefined,
    report: () => undefined,
  };
}

/** As `/admin/hours` does: stores the blocked time, then looks for visits in it. */
async function block(open: Open) {
  const context = contextOf(open);
  await addAway(context.calendar, away);
  const { schedule } = await readSchedule(context.calendar, visitRules, ignore);
  return (await blockedVisits(context, schedule)).map(({ leadId: id }) => id);
}

const books = (interval: Interval) => (open: Open) => bookSlot(contextOf(open), ann, interval, 'link');

async function prepared(prepare: (context: BookingContext) => Promise<unknown> = async () => {}) {
  const records: Records = new Map();
  const context = contextOf((name) => memoryStore(records, name));
  const request = {
    name: 'Ann',
    phone: '407 555 0180',
    zipCode: '34747',
    city: 'Celebration',
    serviceInterest: 'Motorized Shades',
    preferredContact: 'phone',
  } as const;
  await keepLead(context.leads, { id: ann, request, source: 'dialog', now: new Date(now) });
  await prepare(context);
  return () => new Map(records);
}

const recordOf = async (records: Records, { start }: Interval) =>
  (await readSlot(memoryStore(records, 'calendar'), start)).record;

describe('the owner blocks a day while a visitor books a time of it', () => {
  test('the booking is refused, or the owner is told of the visit, whoever moves when', async () => {
    const ends = new Set<string>();
    await everyInterleaving<string | readonly string[]>(
      { start: await prepared(), actors: [books(slot), block] },
      async ({ records, outcomes: [outcome, listed], schedule }) => {
        ends.add(`${outcome}, ${listed?.length} listed`);
        const record = await recordOf(records, slot);
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

  test('a visit that is moved there keeps its old time, or is listed', async () => {
    const start = await prepared((context) => bookSlot(context, ann, other, 'link'));
    const ends = new Set<string>();
    await everyInterleaving<string | readonly string[]>(
      { start, actors: [books(slot), block] },
      async ({ records, outcomes: [outcome, listed], schedule }) => {
        ends.add(String(outcome));
        const has = outcome === 'booked' ? slot : other;
        expect(await recordOf(records, has), schedule).toMatchObject({ state: 'booked', lead: ann });
        // Both times are on the blocked day.
        expect(listed, schedule).toContain(ann);
      },
    );
    expect([...ends].sort()).toEqual(['booked', 'closed', 'taken']);
  });
});
