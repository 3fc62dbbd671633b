import { describe, expect, test } from 'vitest';
import { visitRules } from '#business';
import { eventId } from '#server/calendar/port';
import { findLead, keepLead, leadId } from '#server/leads/lead';
import { readSlot } from '#server/slots/records';
import { type Interval, openSlots, toSlot } from '#server/slots/times';
import type { Store } from '#server/storage/port';
import { everyEnd, memoryStore, type Records, type Step } from '#tests/support/stores/interleave';
import { aliveEvents, type Fate, land, outsideCalendar } from '#tests/support/outside-calendar';
import type { BookingContext } from './context.ts';
import { RELEASE_MS } from './machine.ts';
import { sweepSlots } from './reconcile.ts';
import { type BookingOutcome, bookSlot, cancelVisit } from './visits.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const [first, second] = openSlots(visitRules, [], now) as [Interval, Interval];
const [ann, bob] = [leadId('ann'), leadId('bob')];
const request = {
  name: 'Ann',
  phone: '407 555 0188',
  zipCode: '34747',
  city: 'Celebration',
  serviceInterest: 'Motorized Shades',
  preferredContact: 'phone',
} as const;

type Open = (name: string) => Store;
const contextOf = (open: Open, step: Step, fates: Fate[] = [], moment = now): BookingContext => ({
  leads: open('leads'),
  calendar: open('calendar'),
  visits: outsideCalendar(step, fates),
  rules: visitRules,
  now: moment,
  notify: async () => undefined,
  report: () => undefined,
});
/** The context of a process that runs alone. */
function context(records: Records, moment = now): BookingContext {
  const open = (name: string) => memoryStore(records, name);
  return contextOf(open, (_, run) => run(open), [], moment);
}

/** Presses Confirm, and once more if the answer asks for it. `fates`: of its inserts, in order. */
const books =
  (lead: string, interval: Interval, ...fates: Fate[]) =>
  async (open: Open, step: Step): Promise<BookingOutcome> => {
    const own = contextOf(open, step, [...fates]);
    const outcome = await bookSlot(own, lead, interval, 'link');
    return outcome === 'unconfirmed' ? await bookSlot(own, lead, interval, 'link') : outcome;
  };
const tries =
  (lead: string, interval: Interval, ...fates: Fate[]) =>
  (open: Open, step: Step): Promise<BookingOutcome> =>
    bookSlot(contextOf(open, step, [...fates]), lead, interval, 'link');
const network = async (_: Open, step: Step): Promise<BookingOutcome> => {
  await land(step);
  return 'unknown';
};

async function prepared(
  prepare: (context: BookingContext) => Promise<unknown> = async () => {},
): Promise<() => Records> {
  const records: Records = new Map();
  for (const [index, id] of [ann, bob].entries()) {
    const own = { ...request, phone: `407 555 018${index}` };
    await keepLead(context(records).leads, { id, request: own, source: 'dialog', now: new Date(now) });
  }
  await prepare(context(records));
  return () => new Map(records);
}

/** After all has expired and the sweeps have run: events, booked slots and the leads' visits agree. */
async function reconciledVisits(records: Records, schedule: string): Promise<Record<string, string | undefined>> {
  const before = await aliveEvents(memoryStore(records, 'outside'));
  expect(before.length, `${schedule}: two events at one time`).toBe(new Set(before.map(({ start }) => start)).size);
  for (const later of [RELEASE_MS + 1, 2 * RELEASE_MS]) await sweepSlots(context(records, now + later));
  const { leads, calendar } = context(records);
  const events = await aliveEvents(memoryStore(records, 'outside'));
  const visits: Record<string, string | undefined> = {};
  for (const lead of [ann, bob]) visits[lead] = (await findLead(leads, lead))?.lead.slot;
  for (const interval of [first, second]) {
    const { record } = await readSlot(calendar, interval.start);
    const booked = record?.state === 'booked' ? record : null;
    const expected = booked
      ? [{ id: eventId('outside', interval, booked.gen), start: interval.start, lead: booked.lead }]
      : [];
    expect(
      events.filter(({ start }) => start === interval.start),
      schedule,
    ).toEqual(expected);
    expect(booked ?? record?.state ?? 'free', schedule).toEqual(booked ?? 'free');
    const holders = [ann, bob].filter((lead) => visits[lead] === toSlot(interval).start);
    expect(holders, schedule).toEqual(booked ? [booked.lead] : []);
  }
  return visits;
}

const start = await prepared();
const at = (interval: Interval) => toSlot(interval).start;

describe('two visitors want one slot of a calendar outside', () => {
  test('exactly one gets it and has one event, whoever moves when', async () => {
    await everyEnd<BookingOutcome>(
      { start, actors: [books(ann, first), books(bob, first)] },
      async ({ records, outcomes, schedule }) => {
        expect([...outcomes].sort(), schedule).toEqual(['booked', 'taken']);
        const visits = await reconciledVisits(records, schedule);
        expect(visits[outcomes[0] === 'booked' ? ann : bob], schedule).toBe(at(first));
      },
    );
  });

  test('one dies at any step: whoever was told of success has the visit', async () => {
    await everyEnd<BookingOutcome>(
      { start, actors: [books(ann, first), books(bob, first)], mortal: [0] },
      async ({ records, outcomes, schedule }) => {
        const visits = await reconciledVisits(records, schedule);
        if (outcomes[1] === 'booked') expect(visits[bob], schedule).toBe(at(first));
        else expect(visits[bob], schedule).toBeUndefined();
        if (outcomes[0] === 'booked') expect(visits[ann], schedule).toBe(at(first));
      },
    );
  });

  test.each<{ fates: Fate[] }>([
    { fates: ['unheard'] },
    { fates: ['late'] },
    { fates: ['late', 'unheard'] },
    { fates: ['unheard', 'late'] },
  ])('the inserts of one of them are $fates', async ({ fates }) => {
    await everyEnd<BookingOutcome>(
      { start, actors: [books(ann, first, ...fates), books(bob, first), network] },
      async ({ records, outcomes, schedule }) => {
        const visits = await reconciledVisits(records, schedule);
        [ann, bob].forEach((lead, index) => {
          const isBooked = outcomes[index] === 'booked';
          expect(visits[lead], `${schedule}: ${outcomes[index]}`).toBe(isBooked ? at(first) : undefined);
        });
      },
    );
  });
});

test.each<Fate>(['done', 'unheard'])(
  'one visitor sends the same booking twice, the insert of one is %s: one event at most, and success means it stands',
  async (fate) => {
    await everyEnd<BookingOutcome>(
      { start, actors: [tries(ann, first, fate), tries(ann, first)] },
      async ({ records, outcomes, schedule }) => {
        const visits = await reconciledVisits(records, schedule);
        if (outcomes.includes('booked')) expect(visits[ann], `${schedule}: ${outcomes}`).toBe(at(first));
        if (fate === 'done') expect(outcomes, schedule).toEqual(['booked', 'booked']);
      },
    );
  },
);

describe('a booked visitor moves', () => {
  const booked = prepared((ready) => bookSlot(ready, ann, first));

  test.each<Fate>(['done', 'unheard', 'late'])(
    'while another wants the former time and it may die on the way; the insert is %s',
    async (fate) => {
      await everyEnd<BookingOutcome>(
        { start: await booked, actors: [books(ann, second, fate), books(bob, first)], mortal: [0] },
        async ({ records, outcomes, schedule }) => {
          const visits = await reconciledVisits(records, schedule);
          if (outcomes[0] === 'booked') expect(visits[ann], schedule).toBe(at(second));
          expect(visits[ann], `${schedule}: no move leaves a visitor without a visit`).toBeDefined();
          expect(visits[bob], schedule).toBe(outcomes[1] === 'booked' ? at(first) : undefined);
        },
      );
    },
  );

  test('to a time that another wants as well: who does not get it keeps what was there', async () => {
    await everyEnd<BookingOutcome>(
      { start: await booked, actors: [books(ann, second), books(bob, second)] },
      async ({ records, outcomes, schedule }) => {
        expect([...outcomes].sort(), schedule).toEqual(['booked', 'taken']);
        const visits = await reconciledVisits(records, schedule);
        expect(visits[ann], schedule).toBe(outcomes[0] === 'booked' ? at(second) : at(first));
      },
    );
  });

  test('and cancels at the same moment: the later word counts, and nothing stands that nobody has', async () => {
    const cancels = async (open: Open, step: Step) => await cancelVisit(contextOf(open, step), ann);
    await everyEnd<string>(
      { start: await booked, actors: [tries(ann, second), cancels] },
      async ({ records, schedule }) => {
        await reconciledVisits(records, schedule);
      },
    );
  });
});
