import { describe, expect, test } from 'vitest';
import { visitRules } from '#business';
import { embeddedCalendar } from '#server/calendar/port';
import { findLead, keepLead, leadId } from '#server/leads/lead';
import { readSlot, swapSlot } from '#server/slots/records';
import { type Interval, openSlots } from '#server/slots/times';
import type { Store } from '#server/storage/port';
import { everyInterleaving, memoryStore, type Records } from '#tests/support/stores/interleave';
import type { BookingContext } from './context.ts';
import { HOLD_MS } from './machine.ts';
import { sweepSlots } from './reconcile.ts';
import { reconcileSlot } from './run.ts';
import { type BookingOutcome, bookSlot, cancelVisit } from './visits.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const [first, second] = openSlots(visitRules, [], now) as [Interval, Interval];
const ann = leadId('ann');
const bob = leadId('bob');
const cat = leadId('cat');

const dan = leadId('dan');
const eve = leadId('eve');

const requestOf = (phone: string) =>
  ({
    name: 'Ann',
    phone,
    zipCode: '34747',
    city: 'Celebration',
    serviceInterest: 'Motorized Shades',
    preferredContact: 'phone',
  }) as const;
const phones = new Map([ann, bob, cat].map((id, index) => [id, `407 555 018${index}`]));

function contextOf(open: (name: string) => Store, moment = now): BookingContext {
  const calendar = open('calendar');
  const visits = embeddedCalendar(calendar);
  return {
    leads: open('leads'),
    calendar,
    visits,
    rules: visitRules,
    now: moment,
    notify: async () => undefined,
    report: () => undefined,
  };
}

const context = (records: Records, moment = now) => contextOf((name) => memoryStore(records, name), moment);
const books = (lead: string, interval: Interval) => (open: (name: string) => Store) =>
  bookSlot(contextOf(open), lead, interval, 'link');
const slotOf = async (records: Records, interval: Interval) =>
  (await readSlot(context(records).calendar, interval.start)).record;

/** Makes a fresh copy of records with three leads, after `prepare`, for each run. */
async function prepared(
  prepare: (context: BookingContext) => Promise<unknown> = async () => {},
  phoneOf = phones,
): Promise<() => Records> {
  const records: Records = new Map();
  for (const [id, phone] of phoneOf) {
    const lead = { id, request: requestOf(phone), source: 'dialog', now: new Date(now) } as const;
    await keepLead(context(records).leads, lead);
  }
  await prepare(context(records));
  return () => new Map(records);
}

/** After all holds have expired and the sweep has run, no slot is held, and each booked slot is its lead's visit. */
async function expectReconciled(records: Records, schedule: string): Promise<void> {
  await sweepSlots(context(records, now + HOLD_MS + 1));
  for (const interval of [first, second]) {
    const record = await slotOf(records, interval);
    if (!record || record.state === 'free') continue;
    expect(record.state, schedule).toBe('booked');
    if (record.state !== 'booked') continue;
    const { lead } = (await findLead(context(records).leads, record.lead)) ?? {};
    expect(lead, schedule).toMatchObject({ slot: new Date(interval.start).toISOString(), status: 'booked' });
  }
}

const start = await prepared();

describe('two visitors want one slot', () => {
  test('exactly one gets it, whoever moves when', async () => {
    const winners = new Set<string>();
    await everyInterleaving<BookingOutcome>(
      { start, actors: [books(ann, first), books(bob, first)] },
      async ({ records, outcomes, schedule }) => {
        expect([...outcomes].sort(), schedule).toEqual(['booked', 'taken']);
        const winner = outcomes[0] === 'booked' ? ann : bob;
        winners.add(winner);
        expect(await slotOf(records, first), schedule).toMatchObject({ state: 'booked', lead: winner });
        await expectReconciled(records, schedule);
      },
    );
    expect(winners).toEqual(new Set([ann, bob]));
  });

  test('one of them dies at any step: the other is answered right, and nobody keeps what nobody has', async () => {
    const deaths = new Set<number>();
    await everyInterleaving<BookingOutcome>(
      { start, actors: [books(ann, first), books(bob, first)], mortal: [0] },
      async ({ records, outcomes, schedule }) => {
        if (outcomes[0] === 'dead') deaths.add(schedule.split(' ').filter((step) => step === '0').length);
        const bobHasIt = outcomes[1] === 'booked';
        expect(['booked', 'taken'], schedule).toContain(outcomes[1]);
        await expectReconciled(records, schedule);
        const later = context(records, now + HOLD_MS + 1);
        const before = await slotOf(records, first);
        if (bobHasIt) expect(before, schedule).toMatchObject({ state: 'booked', lead: bob });
        const outcome = await bookSlot(later, cat, first);
        expect(outcome, schedule).toBe(before?.state === 'booked' ? 'taken' : 'booked');
      },
    );
    expect(
      [...deaths].sort((a, b) => a - b),
      'steps taken before a death',
    ).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});

test('one visitor sends the same booking twice: both are answered with success, even when one dies', async () => {
  await everyInterleaving<BookingOutcome>(
    { start: await prepared(), actors: [books(ann, first), books(ann, first)], mortal: [0] },
    async ({ records, outcomes, schedule }) => {
      expect(outcomes[1], schedule).toBe('booked');
      expect(['booked', 'dead'], schedule).toContain(outcomes[0]);
      expect(await slotOf(records, first), schedule).toMatchObject({ state: 'booked', lead: ann });
      await expectReconciled(records, schedule);
    },
  );
});

test('one visitor asks for two times: the later one counts, and never both', async () => {
  await everyInterleaving<BookingOutcome>(
    { start: await prepared(), actors: [books(ann, first), books(ann, second)] },
    async ({ records, outcomes, schedule }) => {
      expect(outcomes, schedule).toContain('booked');
      const pointer = (await findLead(context(records).leads, ann))?.lead.slot;
      const pointed = pointer === new Date(first.start).toISOString() ? first : second;
      const other = pointed === first ? second : first;
      expect((await slotOf(records, other))?.state ?? 'free', schedule).toBe('free');
      await expectReconciled(records, schedule);
      expect(await slotOf(records, pointed), schedule).toMatchObject({ state: 'booked', lead: ann });
      expect((await slotOf(records, other))?.state ?? 'free', schedule).toBe('free');
    },
  );
});

test('a booked visitor moves to another time and dies on the way: at most one slot stays theirs', async () => {
  await everyInterleaving<BookingOutcome>(
    {
      start: await prepared((ready) => bookSlot(ready, ann, first)),
      actors: [books(ann, second), books(bob, first)],
      mortal: [0],
    },
    async ({ records, outcomes, schedule }) => {
      const former = await slotOf(records, first);
      if (outcomes[0] === 'booked' && former?.state !== 'free') expect(former, schedule).toMatchObject({ lead: bob });
      await expectReconciled(records, schedule);
      const slots = [await slotOf(records, first), await slotOf(records, second)];
      const anns = slots.filter((record) => record?.state === 'booked' && record.lead === ann);
      expect(anns.length, schedule).toBeLessThanOrEqual(1);
      if (outcomes[0] === 'booked') expect(slots[1], schedule).toMatchObject({ state: 'booked', lead: ann });
      if (outcomes[1] === 'booked') expect(slots[0], schedule).toMatchObject({ state: 'booked', lead: bob });
    },
  );
});

test('the sweep never frees a slot that its lead comes back to', async () => {
  const start = await prepared(async (ready) => {
    await bookSlot(ready, ann, first);
    const stored = await ready.leads.get(`leads/${ann}`);
    await ready.leads.put(`leads/${ann}`, { ...Object(stored?.value), slot: new Date(second.start).toISOString() });
  });
  const sweeps = (open: (name: string) => Store) => reconcileSlot(contextOf(open), first.start);
  await everyInterleaving<BookingOutcome | boolean>(
    { start, actors: [books(ann, first), sweeps], mortal: [1] },
    async ({ records, outcomes, schedule }) => {
      expect(outcomes[0], schedule).toBe('booked');
      expect(await slotOf(records, first), schedule).toMatchObject({ state: 'booked', lead: ann });
    },
  );
});

describe('9.1: one person, who has two visits, asks for two more at once', () => {
  const same = new Map([dan, eve, ann, bob].map((id) => [id, '(407) 555-0188']));
  const two = async (ready: BookingContext) => {
    for (const [index, id] of [dan, eve].entries()) {
      expect(await bookSlot(ready, id, openSlots(visitRules, [], now)[index + 5] as Interval)).toBe('booked');
    }
  };

  test('exactly one of them is booked, whoever moves when', async () => {
    await everyInterleaving<BookingOutcome>(
      { start: await prepared(two, same), actors: [books(ann, first), books(bob, second)] },
      async ({ records, outcomes, schedule }) => {
        expect([...outcomes].sort(), schedule).toEqual(['booked', 'full']);
        await expectReconciled(records, schedule);
      },
    );
  });

  test('one dies at any step: never more than three stand, and what it leaves keeps nobody out for long', async () => {
    await everyInterleaving<BookingOutcome>(
      { start: await prepared(two, same), actors: [books(ann, first), books(bob, second)], mortal: [0] },
      async ({ records, outcomes, schedule }) => {
        await expectReconciled(records, schedule);
        const held = [await slotOf(records, first), await slotOf(records, second)];
        const booked = held.filter((record) => record?.state === 'booked').length;
        expect(booked, schedule).toBeLessThanOrEqual(1);
        if (outcomes[1] === 'booked') expect(held[1], schedule).toMatchObject({ lead: bob });
        const later = await bookSlot(context(records, now + HOLD_MS + 1), bob, second, 'link');
        expect(later, schedule).toBe(held[0]?.state === 'booked' ? 'full' : 'booked');
      },
    );
  });
});

test('9.3: a visit is cancelled while its request is booked at another time by whoever was slow: it stays cancelled', async () => {
  const cancels = (open: (name: string) => Store) => cancelVisit(contextOf(open), ann);
  await everyInterleaving<string>(
    { start: await prepared((ready) => bookSlot(ready, ann, first)), actors: [books(ann, second), cancels] },
    async ({ records, outcomes, schedule }) => {
      await expectReconciled(records, schedule);
      const { lead } = (await findLead(context(records).leads, ann)) ?? {};
      const held = [await slotOf(records, first), await slotOf(records, second)];
      expect(outcomes[1], schedule).toBe('cancelled');
      expect([lead?.slot, lead?.requestedSlot], schedule).toEqual([undefined, undefined]);
      expect(lead?.cancelledAt, schedule).toBeDefined();
      expect(
        held.map((record) => record?.state ?? 'free'),
        schedule,
      ).toEqual(['free', 'free']);
    },
  );
});

test('an expired hold goes to the next visitor, and its slow holder is refused', async () => {
  await everyInterleaving<BookingOutcome>(
    {
      start: await prepared(async ({ calendar }) => {
        const held = { state: 'held', gen: 0, lead: cat, until: now - 1 } as const;
        await swapSlot(calendar, first.start, { record: null, etag: null }, held);
      }),
      actors: [books(ann, first), books(bob, first)],
    },
    ({ outcomes, schedule }) => expect([...outcomes].sort(), schedule).toEqual(['booked', 'taken']),
  );
});
