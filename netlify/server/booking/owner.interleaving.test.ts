import { describe, expect, test } from 'vitest';
import { visitRules } from '#business';
import { embeddedCalendar } from '#server/calendar/port';
import { findLead, keepLead, leadId } from '#server/leads/lead';
import { readSlot } from '#server/slots/records';
import { type Interval, openSlots, toSlot } from '#server/slots/times';
import type { Store } from '#server/storage/port';
import {
  everyEnd,
  memoryStore,
  type Records,
  type Run,
  someInterleavings,
  type Step,
} from '#tests/support/stores/interleave';
import { aliveEvents, outsideCalendar } from '#tests/support/outside-calendar';
import type { BookingContext } from './context.ts';
import { RELEASE_MS } from './machine.ts';
import { changeVisitForLead, removeLead } from './owner.ts';
import { sweepSlots } from './reconcile.ts';
import { bookSlot, cancelVisit } from './visits.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const [first, second, third] = openSlots(visitRules, [], now) as [Interval, Interval, Interval];
const times = [first, second, third];
const [ann, bob] = [leadId('ann'), leadId('bob')];
const at = (interval: Interval) => toSlot(interval).start;
const request = {
  name: 'Ann',
  zipCode: '34747',
  city: 'Celebration',
  serviceInterest: 'Motorized Shades',
  preferredContact: 'phone',
} as const;

type Open = (name: string) => Store;

describe.each(['embedded', 'outside'] as const)('the calendar is %s', (kind) => {
  /** A store keeps the visitor's news: `booked <start>` and `cancelled <start>`, once for each event. */
  function contextOf(open: Open, step: Step, moment = now): BookingContext {
    const calendar = open('calendar');
    return {
      leads: open('leads'),
      calendar,
      visits: kind === 'outside' ? outsideCalendar(step, []) : embeddedCalendar(calendar),
      rules: visitRules,
      now: moment,
      notify: async (news) => {
        if (news.byOwner?.isQuiet) return;
        const what = `${news.kind} ${at(news.interval)}`;
        await open('told').create(`${news.kind}-${news.eventId}`, { lead: news.lead.id, what });
      },
      report: () => undefined,
    };
  }
  const alone = (records: Records, moment = now) => {
    const open = (name: string) => memoryStore(records, name);
    return contextOf(open, (_, run) => run(open), moment);
  };

  const moves = (from: Interval | null, to: Interval, isQuiet: boolean) => (open: Open, step: Step) =>
    changeVisitForLead(contextOf(open, step), ann, {
      action: 'book',
      from: from && at(from),
      slot: at(to),
      isQuiet,
    });
  const cancels = (from: Interval, isQuiet: boolean) => (open: Open, step: Step) =>
    changeVisitForLead(contextOf(open, step), ann, { action: 'cancel', from: at(from), isQuiet });
  const nothingElse = async () => undefined;
  const removes = (open: Open, step: Step) => removeLead(contextOf(open, step), ann, nothingElse);
  const visitorBooks = (lead: string, interval: Interval) => (open: Open, step: Step) =>
    bookSlot(contextOf(open, step), lead, interval, 'link');
  const visitorCancels = (open: Open, step: Step) => cancelVisit(contextOf(open, step), ann);

  async function prepared(prepare: (context: BookingContext) => Promise<unknown>): Promise<() => Records> {
    const records: Records = new Map();
    for (const [index, id] of [ann, bob].entries()) {
      const own = { ...request, phone: `407 555 018${index}` };
      await keepLead(alone(records).leads, { id, request: own, source: 'dialog', now: new Date(now) });
    }
    await prepare(alone(records));
    return () => new Map(records);
  }
  const unbooked = () => prepared(async () => undefined);
  const booked = () => prepared((ready) => bookSlot(ready, ann, first));

  /** At rest: each slot's lead points at it and has its only event, and Ann's last news is true. */
  async function reconciled(records: Records, schedule: string) {
    for (const later of [RELEASE_MS + 1, 2 * RELEASE_MS]) await sweepSlots(alone(records, now + later));
    const { leads, calendar } = alone(records);
    const events = await aliveEvents(memoryStore(records, 'outside'));
    const lead = (await findLead(leads, ann))?.lead;
    const holders: Record<string, string> = {};
    for (const interval of times) {
      const { record } = await readSlot(calendar, interval.start);
      expect(['free', 'booked'], schedule).toContain(record?.state ?? 'free');
      if (record?.state === 'booked') holders[at(interval)] = record.lead;
      const standing = events.filter(({ start }) => start === interval.start).map((event) => event.lead);
      const expected = record?.state === 'booked' ? [record.lead] : [];
      if (kind === 'outside') expect(standing, schedule).toEqual(expected);
    }
    for (const [start, holder] of Object.entries(holders)) {
      expect((await findLead(leads, holder))?.lead.slot, schedule).toBe(start);
    }
    const hers = Object.keys(holders).filter((start) => holders[start] === ann);
    expect(hers, schedule).toEqual(lead?.slot ? [lead.slot] : []);
    return { lead, hers, told: await toldAnn(records) };
  }

  async function toldAnn(records: Records): Promise<string[]> {
    const told = memoryStore(records, 'told');
    const read = (await told.list('')).map(async ({ key }) => Object((await told.get(key))?.value));
    return (await Promise.all(read))
      .filter(({ lead }) => lead === ann)
      .map(({ what }) => what)
      .sort();
  }

  test.each([false, true])(
    'the owner moves a visit while the visitor does (quietly: %s): one time stands',
    async (isQuiet) => {
      const winners = new Set<string | undefined>();
      await everyEnd<string>(
        { start: await booked(), actors: [moves(first, second, isQuiet), visitorBooks(ann, third)] },
        async ({ records, outcomes, schedule }) => {
          const { lead, hers, told } = await reconciled(records, schedule);
          expect(hers, schedule).toHaveLength(1);
          expect(
            outcomes.some((outcome) => outcome === 'done' || outcome === 'booked'),
            schedule,
          ).toBe(true);
          winners.add(lead?.slot);
          if (lead?.slot === at(third)) expect(told, schedule).toContain(`booked ${at(third)}`);
          if (isQuiet) expect(told, schedule).not.toContain(`booked ${at(second)}`);
          else if (lead?.slot === at(second)) expect(told, schedule).toContain(`booked ${at(second)}`);
          expect(
            told.filter((what) => what.startsWith('cancelled')),
            schedule,
          ).toEqual([]);
          // The owner's moves do not count against the visitor's five.
          expect(lead?.moves, schedule).toBe(outcomes[1] === 'booked' ? 1 : 0);
        },
      );
      expect(winners).toEqual(new Set([at(second), at(third)]));
    },
  );

  test('the owner moves a visit to a time that another visitor books: one of them has it', async () => {
    await everyEnd<string>(
      { start: await booked(), actors: [moves(first, second, true), visitorBooks(bob, second)] },
      async ({ records, outcomes, schedule }) => {
        const { hers } = await reconciled(records, schedule);
        expect([...outcomes].sort(), schedule).toEqual(
          outcomes[0] === 'done' ? ['done', 'taken'] : ['booked', 'taken'],
        );
        expect(hers, schedule).toEqual([at(outcomes[0] === 'done' ? second : first)]);
      },
    );
  });

  test('the owner and the visitor book the same time for her: one visit, told once at most', async () => {
    const world = { start: await unbooked(), actors: [moves(null, second, true), visitorBooks(ann, second)] };
    const check = async ({ records, outcomes, schedule }: Run<string>) => {
      const { hers, told } = await reconciled(records, schedule);
      expect(hers, schedule).toEqual([at(second)]);
      expect(outcomes, schedule).toEqual(['done', 'booked']);
      expect(told.length, schedule).toBeLessThanOrEqual(1);
    };
    // An outside calendar has too many orders to try them all.
    if (kind === 'embedded') await everyEnd<string>(world, check);
    else await someInterleavings<string>(world, { seed: 7, runs: 400 }, check);
  });

  test.each([false, true])(
    'the owner cancels while the visitor moves (quietly: %s): cancelled, or moved',
    async (isQuiet) => {
      await everyEnd<string>(
        { start: await booked(), actors: [cancels(first, isQuiet), visitorBooks(ann, second)] },
        async ({ records, outcomes, schedule }) => {
          const { lead, hers, told } = await reconciled(records, schedule);
          expect(['done', 'stale'], schedule).toContain(outcomes[0]);
          const isCancelled = outcomes[0] === 'done';
          expect(hers, schedule).toEqual(isCancelled ? [] : [at(second)]);
          expect(outcomes[1] === 'booked', schedule).toBe(!isCancelled);
          expect(lead?.cancelledSlot, schedule).toBe(isCancelled ? at(first) : undefined);
          const cancellations = told.filter((what) => what.startsWith('cancelled'));
          expect(cancellations, schedule).toEqual(isCancelled && !isQuiet ? [`cancelled ${at(first)}`] : []);
          expect(told.includes(`booked ${at(second)}`), schedule).toBe(!isCancelled);
        },
      );
    },
  );

  test('the visitor cancels while the owner moves: it stays cancelled, and she is told of that once', async () => {
    await everyEnd<string>(
      { start: await booked(), actors: [moves(first, second, false), visitorCancels] },
      async ({ records, outcomes, schedule }) => {
        const { lead, hers, told } = await reconciled(records, schedule);
        expect([outcomes[1], hers, lead?.slot, lead?.requestedSlot], schedule).toEqual([
          'cancelled',
          [],
          undefined,
          undefined,
        ]);
        const cancellations = told.filter((what) => what.startsWith('cancelled'));
        expect(cancellations, schedule).toEqual([`cancelled ${lead?.cancelledSlot}`]);
        if (lead?.cancelledSlot === at(first)) expect(told, schedule).not.toContain(`booked ${at(second)}`);
      },
    );
  });

  test('both cancel, and one may die: it is cancelled, and she is told once at most', async () => {
    await everyEnd<string>(
      { start: await booked(), actors: [cancels(first, true), visitorCancels], mortal: [0, 1] },
      async ({ records, outcomes, schedule }) => {
        const { hers, told } = await reconciled(records, schedule);
        if (outcomes.some((outcome) => outcome !== 'dead')) expect(hers, schedule).toEqual([]);
        expect(told.filter((what) => what.startsWith('cancelled')).length, schedule).toBeLessThanOrEqual(1);
      },
    );
  });

  test.each([false, true])(
    'the owner cancels and dies at any step (quietly: %s): the sweep ends it, and tells if it is to',
    async (isQuiet) => {
      await everyEnd<string>(
        { start: await booked(), actors: [cancels(first, isQuiet)], mortal: [0] },
        async ({ records, schedule }) => {
          const { lead, told } = await reconciled(records, schedule);
          const cancellations = told.filter((what) => what.startsWith('cancelled'));
          expect(cancellations, schedule).toEqual(lead?.cancelledSlot && !isQuiet ? [`cancelled ${at(first)}`] : []);
        },
      );
    },
  );

  test.each([false, true])(
    'the owner moves and dies at any step (quietly: %s): one visit, told rightly',
    async (isQuiet) => {
      await everyEnd<string>(
        { start: await booked(), actors: [moves(first, second, isQuiet)], mortal: [0] },
        async ({ records, schedule }) => {
          const { lead, hers, told } = await reconciled(records, schedule);
          expect(hers, schedule).toHaveLength(1);
          const isToBeTold = lead?.slot === at(second) && !isQuiet;
          expect(told, schedule).toEqual(
            [...[first], ...(isToBeTold ? [second] : [])].map((time) => `booked ${at(time)}`),
          );
          expect(lead?.moves, schedule).toBe(0);
        },
      );
    },
  );

  test('the owner removes a lead that books at this moment: removed and not booked, or booked and kept', async () => {
    await everyEnd<string>(
      { start: await unbooked(), actors: [removes, visitorBooks(ann, first)] },
      async ({ records, outcomes, schedule }) => {
        const { lead, hers, told } = await reconciled(records, schedule);
        expect(['removed', 'hasVisit'], schedule).toContain(outcomes[0]);
        const isRemoved = outcomes[0] === 'removed';
        expect(lead === undefined, schedule).toBe(isRemoved);
        expect(outcomes[1] === 'booked', schedule).toBe(!isRemoved);
        expect(hers, schedule).toEqual(isRemoved ? [] : [at(first)]);
        expect(told, schedule).toEqual(isRemoved ? [] : [`booked ${at(first)}`]);
      },
    );
  });

  test('a removal that dies at any step is ended by the next one, and nothing is left', async () => {
    await everyEnd<string>(
      { start: await unbooked(), actors: [removes, visitorBooks(ann, first)], mortal: [0] },
      async ({ records, outcomes, schedule }) => {
        if (outcomes[0] !== 'dead') return;
        const again = await removeLead(alone(records), ann, nothingElse);
        const { lead, hers } = await reconciled(records, schedule);
        expect(lead === undefined, schedule).toBe(again !== 'hasVisit');
        expect(hers, schedule).toEqual(again === 'hasVisit' ? [at(first)] : []);
      },
    );
  });
});
