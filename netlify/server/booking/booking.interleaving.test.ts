import { type Interval, overlap } from '#lib/time/interval';
import { firstVisit } from '#lead/visits';
import { changeVisit, findVisit } from '#server/leads/lead-records';
import { describe, expect, test } from 'vitest';
import { visitRules } from '#business';
import { slotKey, swapSlot } from '#server/slots/records';
import { openSlots } from '#server/slots/times';
import {
  alone,
  ann,
  at,
  bob,
  cat,
  contextOf,
  dan,
  eve,
  first,
  type Kind,
  laterTimes,
  now,
  second,
  settled,
  slotOf,
  slotOfFirst,
  withLeads,
  bookSlot,
} from '#tests/support/booking-world';
import { SEEDS } from '#tests/support/chance';
import { type Fate, land } from '#tests/support/outside-calendar';
import { everyEnd, manyEnds, type OpenStore, type Records, type Step } from '#tests/support/stores/interleave';
import type { BookingContext } from './context.ts';
import { HOLD_MS } from './machine.ts';
import { reconcileSlot } from './runner.ts';
import { type BookingOutcome, cancelVisit } from './visits.ts';

type Actor<Outcome> = (open: OpenStore, step: Step) => Promise<Outcome>;

const network: Actor<BookingOutcome> = async (_, step) => {
  await land(step);
  return 'unknown';
};

/** The rules as they are changed while visitors book, and a time on that grid that begins during the `first`. */
const shorter = { ...visitRules, visitMinutes: 30, stepMinutes: 45 };
const during = openSlots(shorter, [], now).find((slot) => overlap(slot, first) && slot.start > first.start) as Interval;

describe.each<Kind>(['embedded', 'outside'])('the calendar is %s', (kind) => {
  const tries =
    (lead: string, interval: Interval, ...fates: Fate[]): Actor<BookingOutcome> =>
    (open, step) =>
      bookSlot(contextOf(kind, open, step, { fates }), lead, interval, 'link');
  /** Presses Confirm, and once more if the answer asks for it. */
  const books =
    (lead: string, interval: Interval, ...fates: Fate[]): Actor<BookingOutcome> =>
    async (open, step) => {
      const rules = interval === during ? shorter : visitRules;
      const context = contextOf(kind, open, step, { fates, rules });
      const outcome = await bookSlot(context, lead, interval, 'link');
      return outcome === 'unconfirmed' ? await bookSlot(context, lead, interval, 'link') : outcome;
    };
  async function prepared(
    prepare: (context: BookingContext) => Promise<unknown> = async () => {},
    leads = [ann, bob, cat],
    phone?: string,
  ): Promise<() => Records> {
    const records = await withLeads(leads, phone);
    await prepare(alone(kind, records));
    return () => new Map(records);
  }
  const booked = () => prepared((ready) => bookSlot(ready, ann, first));

  test('two visitors want one slot: exactly one gets it; where one dies, the other is answered right', async () => {
    const winners = new Set<string>();
    const actors = [books(ann, first), books(bob, first)];
    await everyEnd(await prepared(), actors, [0], async ({ records, outcomes, schedule }) => {
      if (outcomes[0] !== 'dead') expect([...outcomes].sort(), schedule).toEqual(['booked', 'taken']);
      expect(['booked', 'taken'], schedule).toContain(outcomes[1]);
      const visits = await settled(kind, records, { schedule });
      expect(visits[bob], schedule).toBe(outcomes[1] === 'booked' ? at(first) : undefined);
      if (outcomes[0] === 'booked') expect(visits[ann], schedule).toBe(at(first));
      if (outcomes[0] !== 'dead') winners.add(outcomes[0] === 'booked' ? ann : bob);
      const later = await bookSlot(alone(kind, records, now + 3 * HOLD_MS), cat, first);
      expect(later, schedule).toBe(visits[ann] || visits[bob] ? 'taken' : 'booked');
    });
    expect(winners).toEqual(new Set([ann, bob]));
  });

  const same = kind === 'embedded' ? ([[], [0]] as const) : ([['unheard'], []] as const);
  test('one visitor sends the same booking twice, and one of them dies or goes unheard: success means it stands', async () => {
    const [fates, mortal] = same;
    const actors = [tries(ann, first, ...fates), tries(ann, first)];
    await manyEnds(await prepared(), actors, mortal, async ({ records, outcomes, schedule }) => {
      const visits = await settled(kind, records, { schedule });
      if (outcomes.includes('booked')) expect(visits[ann], `${schedule}: ${outcomes}`).toBe(at(first));
      if (kind === 'outside') return;
      expect(outcomes[1], schedule).toBe('booked');
      expect(['booked', 'dead'], schedule).toContain(outcomes[0]);
    });
  });

  test.each<Fate>(kind === 'embedded' ? ['done'] : ['done', 'unheard', 'late'])(
    'a booked visitor moves while another wants the former time, and may die on the way; the insert is %s',
    async (fate) => {
      const actors = [books(ann, second, fate), books(bob, first)];
      await everyEnd(await booked(), actors, [0], async ({ records, outcomes, schedule }) => {
        const visits = await settled(kind, records, { schedule });
        if (outcomes[0] === 'booked') expect(visits[ann], schedule).toBe(at(second));
        expect(visits[ann], `${schedule}: no move leaves a visitor without a visit`).toBeDefined();
        expect(visits[bob], schedule).toBe(outcomes[1] === 'booked' ? at(first) : undefined);
      });
    },
  );

  test('whoever takes another time after a booking that died gives the first one up at once', async () => {
    await everyEnd(await prepared(), [tries(ann, first)], [0], async ({ records, schedule }) => {
      expect(await bookSlot(alone(kind, records), ann, second, 'link'), schedule).toBe('booked');
      expect(['free', 'releasing'], schedule).toContain((await slotOf(records, first))?.state ?? 'free');
    });
  });

  test('a visit is cancelled while its request is booked at another time by whoever was slow: it stays cancelled', async () => {
    const cancels: Actor<string> = (open, step) => cancelVisit(contextOf(kind, open, step), firstVisit(ann));
    await manyEnds(await booked(), [tries(ann, second), cancels], [], async ({ records, outcomes, schedule }) => {
      expect((await settled(kind, records, { schedule }))[ann], schedule).toBeUndefined();
      expect(outcomes[1], schedule).toBe('cancelled');
      const { visit } = (await findVisit(alone(kind, records).leads, firstVisit(ann))) ?? {};
      expect(visit?.requested, schedule).toBeUndefined();
      expect(visit?.cancelledAt, schedule).toBeDefined();
    });
  });

  const fates: Fate[] = SEEDS > 1 ? ['done', 'unheard', 'late'] : ['done'];
  test.each<Fate>(kind === 'embedded' ? ['done'] : fates)(
    'two visitors want times that overlap on two grids, and one may die: never both get theirs; the insert is %s',
    async (fate) => {
      const ends = new Set<string>();
      const actors = [books(ann, first, fate), books(bob, during), network];
      await manyEnds(await prepared(), actors, [0], async ({ records, outcomes, schedule }) => {
        const visits = await settled(kind, records, { schedule });
        expect(visits[ann] && visits[bob], schedule).toBeUndefined();
        expect(visits[bob], schedule).toBe(outcomes[1] === 'booked' ? at(during) : undefined);
        if (outcomes[0] !== 'dead') expect(visits[ann] !== undefined, schedule).toBe(outcomes[0] === 'booked');
        ends.add(outcomes.slice(0, 2).join(', '));
        const later = await bookSlot(alone(kind, records, now + 3 * HOLD_MS), cat, first);
        expect(later, schedule).toBe(visits[ann] || visits[bob] ? 'taken' : 'booked');
      });
      // Each gives way to what it sees, so both may: the time is free then, and whoever asks again gets it.
      expect([...ends]).toEqual(
        expect.arrayContaining(['booked, taken', 'taken, booked', ...(SEEDS > 1 ? ['taken, taken'] : [])]),
      );
    },
  );

  test('a booked visitor moves away while another wants a time that overlaps the former one', async () => {
    const ends = new Set<string>();
    const actors = [books(ann, second), books(bob, during)];
    await manyEnds(await booked(), actors, [0], async ({ records, outcomes, schedule }) => {
      const visits = await settled(kind, records, { schedule });
      expect(visits[ann], schedule).toBeDefined();
      if (outcomes[0] === 'booked') expect(visits[ann], schedule).toBe(at(second));
      expect(visits[bob], schedule).toBe(outcomes[1] === 'booked' ? at(during) : undefined);
      if (visits[bob]) expect(visits[ann], schedule).toBe(at(second));
      ends.add(outcomes.join(', '));
    });
    expect([...ends]).toEqual(expect.arrayContaining(['booked, booked', 'booked, taken']));
  });

  if (kind === 'outside') {
    test.each<{ fates: Fate[] }>([
      { fates: ['unheard'] },
      { fates: ['late'] },
      { fates: ['late', 'unheard'] },
      { fates: ['unheard', 'late'] },
    ])('two visitors want one slot, and the inserts of one of them are $fates', async ({ fates }) => {
      const actors = [books(ann, first, ...fates), books(bob, first), network];
      await manyEnds(await prepared(), actors, [], async ({ records, outcomes, schedule }) => {
        const visits = await settled(kind, records, { schedule });
        [ann, bob].forEach((lead, index) => {
          const isBooked = outcomes[index] === 'booked';
          expect(visits[lead], `${schedule}: ${outcomes[index]}`).toBe(isBooked ? at(first) : undefined);
        });
      });
    });

    test('a booked visitor moves to a time that another wants as well: who does not get it keeps what was there', async () => {
      const actors = [books(ann, second), books(bob, second)];
      await everyEnd(await booked(), actors, [], async ({ records, outcomes, schedule }) => {
        expect([...outcomes].sort(), schedule).toEqual(['booked', 'taken']);
        const visits = await settled(kind, records, { schedule });
        expect(visits[ann], schedule).toBe(outcomes[0] === 'booked' ? at(second) : at(first));
      });
    });
    return;
  }

  test('one visitor asks for two times: one of them is booked, and never both', async () => {
    const actors = [books(ann, first), books(ann, second)];
    await manyEnds(await prepared(), actors, [], async ({ records, outcomes, schedule }) => {
      expect(outcomes, schedule).toContain('booked');
      const pointer = await slotOfFirst(alone(kind, records).leads, ann);
      const other = pointer === at(first) ? second : first;
      expect((await slotOf(records, other))?.state ?? 'free', schedule).toBe('free');
      expect(await settled(kind, records, { schedule }), schedule).toMatchObject({ [ann]: pointer });
      expect(pointer, schedule).toBeDefined();
    });
  });

  test('the sweep never frees a slot that its lead comes back to', async () => {
    const start = await prepared(async (ready) => {
      await bookSlot(ready, ann, first);
      await changeVisit(ready.leads, firstVisit(ann), (visit) => ({ ...visit, slot: slotKey(second.start) }));
    });
    const sweeps: Actor<boolean> = (open, step) => reconcileSlot(contextOf(kind, open, step), slotKey(first.start));
    const actors = [books(ann, first), sweeps];
    await everyEnd<BookingOutcome | boolean>(start, actors, [1], async ({ records, outcomes, schedule }) => {
      expect(outcomes[0], schedule).toBe('booked');
      expect(await slotOf(records, first), schedule).toMatchObject({ state: 'booked', visit: firstVisit(ann) });
    });
  });

  test('one person, who has two visits, asks for two more at once: three stand, and who dies keeps nobody out for long', async () => {
    const two = async (ready: BookingContext) => {
      for (const [index, id] of [dan, eve].entries()) {
        expect(await bookSlot(ready, id, laterTimes[index] as Interval)).toBe('booked');
      }
    };
    const start = await prepared(two, [dan, eve, ann, bob], '(407) 555-0188');
    await manyEnds(start, [books(ann, first), books(bob, second)], [0], async ({ records, outcomes, schedule }) => {
      if (outcomes[0] !== 'dead') expect([...outcomes].sort(), schedule).toEqual(['booked', 'full']);
      const visits = await settled(kind, records, { schedule });
      expect(visits[ann] && visits[bob], schedule).toBeUndefined();
      if (outcomes[1] === 'booked') expect(visits[bob], schedule).toBe(at(second));
      const later = await bookSlot(alone(kind, records, now + 3 * HOLD_MS), bob, second, 'link');
      expect(later, schedule).toBe(visits[ann] ? 'full' : 'booked');
    });
  });

  test('of two strangers the last place of their network goes to one, and who dies keeps nobody out for long', async () => {
    const networks = [{ key: 'of both', max: 1 }];
    const joins =
      (lead: string, interval: Interval): Actor<BookingOutcome> =>
      (open, step) =>
        bookSlot({ ...contextOf(kind, open, step), networks }, lead, interval, 'link');
    const actors = [joins(ann, first), joins(bob, second)];
    await manyEnds(await prepared(), actors, [0], async ({ records, outcomes, schedule }) => {
      if (outcomes[0] !== 'dead') expect([...outcomes].sort(), schedule).toEqual(['booked', 'networkFull']);
      const visits = await settled(kind, records, { schedule });
      expect(visits[ann] && visits[bob], schedule).toBeUndefined();
      const context = { ...alone(kind, records, now + 3 * HOLD_MS), networks };
      const later = await bookSlot(context, bob, second, 'link');
      expect(later, schedule).toBe(visits[ann] ? 'networkFull' : 'booked');
    });
  });

  test('an expired hold goes to the next visitor, and its slow holder is refused', async () => {
    const start = await prepared(async ({ slots }) => {
      const held = { state: 'held', eventNumber: 0, visit: firstVisit(cat), until: now - 1 } as const;
      await swapSlot(slots, slotKey(first.start), { record: null, etag: null }, held);
    });
    await everyEnd(start, [books(ann, first), books(bob, first)], [], ({ outcomes, schedule }) =>
      expect([...outcomes].sort(), schedule).toEqual(['booked', 'taken']),
    );
  });
});
