import { type Interval, toSlot } from '#lib/time/interval';
import { firstVisit, visitId } from '#lead/visits';
import { decide } from '#lead/decide';
import { changeLead, findLead, findVisit, receiveRequest } from '#server/leads/lead-records';
import { describe, expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import type { CommandOf, PureCommand } from '#lead/command';
import { CalendarError } from '#server/calendar/calendar';
import { hearersOf } from '#server/news/audience';
import { keyOf } from '#server/news/news';
import type { Store } from '#server/storage/port';
import { slotKey, takenSlots } from '#server/slots/records';
import { bookedWindow } from '#server/slots/times';
import {
  alone,
  ann,
  at,
  bob,
  cat,
  contextOf,
  first,
  type Kind,
  laterTimes,
  now,
  second,
  settled,
  slotOf,
  third,
  withLeads,
  bookSlot,
} from '#tests/support/booking-world';
import { aliveEvents } from '#tests/support/outside-calendar';
import {
  everyEnd,
  manyEnds,
  memoryStore,
  type OpenStore,
  type Records,
  someInterleavings,
  type Step,
} from '#tests/support/stores/interleave';
import { consultation } from '#tests/support/visitor';
import { HOUR } from '#lib/time/units';
import type { BookingContext } from './context.ts';
import { HOLD_MS, RELEASE_MS } from './machine.ts';
import { changeVisitForLead } from './owner-changes.ts';
import { sweepSlots } from './reconcile.ts';
import { removeLead, sweepRemovals } from './removal.ts';
import { cancelVisit } from './visits.ts';

type Actor = (open: OpenStore, step: Step) => Promise<string>;
/** The outcome in a word: `overlaps visit`. */
async function owns(context: BookingContext, id: string, change: CommandOf<'book' | 'cancel'>): Promise<string> {
  const outcome = await changeVisitForLead(context, id, { ...change, by: 'owner' });
  return typeof outcome === 'string' ? outcome : `overlaps ${outcome.overlaps.map(({ what }) => what).join(', ')}`;
}
/** Ann's lead after the command: `saved`, or its present status where that has changed. */
async function decides(leads: Store, command: PureCommand, moment = now): Promise<string> {
  let refused: unknown;
  await changeLead(leads, ann, (lead) => {
    const after = decide(lead, { ...command, by: 'owner' }, moment);
    refused = 'refused' in after && typeof after.refused === 'object' ? after.refused.conflict.fields['status'] : null;
    return 'refused' in after ? lead : after;
  });
  return String(refused ?? 'saved');
}
const cancellations = (news: readonly string[]) => news.filter((what) => what.startsWith('cancelled'));

describe.each<Kind>(['embedded', 'outside'])('the calendar is %s', (kind) => {
  /** A store keeps the visitor's news: `booked <start>` and `cancelled <start>`, once for each event. */
  const telling = (context: BookingContext, open: OpenStore): BookingContext => ({
    ...context,
    notify: async (news) => {
      const lead = { ...news.lead, request: { ...news.lead.request, email: 'ann@example.com' } };
      if (!hearersOf({ ...news, lead }).some(({ to }) => to === 'visitor')) return;
      const what = `${news.kind === 'moved' ? 'booked' : news.kind} ${at(news.interval)}`;
      await open('news').create(keyOf(news), { lead: news.lead.id, what });
    },
  });
  const aloneIn = (records: Records, moment = now) =>
    telling(alone(kind, records, moment), (name) => memoryStore(records, name));

  const acting =
    (work: (context: BookingContext) => Promise<string>): Actor =>
    (open, step) =>
      work(telling(contextOf(kind, open, step), open));
  const moves = (from: Interval | null, to: Interval, isQuiet: boolean) =>
    acting((context) => owns(context, ann, { do: 'book', from: from && at(from), slot: at(to), isQuiet }));
  const cancels = (from: Interval, isQuiet: boolean) =>
    acting((context) => owns(context, ann, { do: 'cancel', from: at(from), isQuiet }));
  const nothingElse = async () => undefined;
  const removes = acting((context) => removeLead(context, ann, nothingElse));
  const visitorBooks = (lead: string, interval: Interval) =>
    acting((context) => bookSlot(context, lead, interval, 'link'));
  const visitorCancels = acting((context) => cancelVisit(context, firstVisit(ann)));

  async function prepared(isBooked: boolean): Promise<() => Records> {
    const records = await withLeads([ann, bob]);
    if (isBooked) await bookSlot(aloneIn(records), ann, first);
    return () => new Map(records);
  }
  const unbooked = () => prepared(false);
  const booked = () => prepared(true);

  const keyAt = ({ start }: Interval) => slotKey(start);

  /** At rest: Ann's lead, her visit, when it is, and what she was told. */
  async function reconciled(records: Records, schedule: string) {
    const visits = await settled(kind, records, { schedule, context: (moment) => aloneIn(records, moment) });
    const store = memoryStore(records, 'news');
    const all = (await store.list('')).map(async ({ key }) => Object((await store.get(key))?.value));
    const hers = (await Promise.all(all)).filter(({ lead }) => lead === ann).map(({ what }) => String(what));
    return {
      ...(await findVisit(memoryStore(records, 'leads'), firstVisit(ann))),
      booked: visits[ann],
      visitorNews: hers.sort(),
    };
  }
  /** Of two actors, each world tries one of the two ways to tell. */
  const isQuiet = kind === 'embedded';

  test('the owner moves a visit while the visitor does: one time stands, and is told', async () => {
    const winners = new Set<string | undefined>();
    const actors = [moves(first, second, isQuiet), visitorBooks(ann, third)];
    await manyEnds(await booked(), actors, [], async ({ records, outcomes, schedule }) => {
      const { visit, booked: time, visitorNews } = await reconciled(records, schedule);
      winners.add(time);
      expect(outcomes[0] === 'done' || outcomes[1] === 'booked', schedule).toBe(true);
      if (time === at(third) || !isQuiet) expect(visitorNews, schedule).toContain(`booked ${time}`);
      if (isQuiet) expect(visitorNews, schedule).not.toContain(`booked ${at(second)}`);
      expect(cancellations(visitorNews), schedule).toEqual([]);
      // The owner's moves do not count against the visitor's five.
      expect(visit?.moves, schedule).toBe(outcomes[1] === 'booked' ? 1 : 0);
    });
    expect(winners).toEqual(new Set([at(second), at(third)]));
  });

  test('the owner corrects a request while its visitor books: neither is lost', async () => {
    const corrects = acting(({ leads }) => decides(leads, { do: 'correct', request: { address: '14 Palm Way' } }));
    await someInterleavings<string>(
      { start: await unbooked(), actors: [corrects, visitorBooks(ann, first)] },
      { seed: 43, runs: 50 },
      async ({ records, outcomes, schedule }) => {
        const { lead, booked: time } = await reconciled(records, schedule);
        expect([...outcomes, lead?.request.address, time], schedule).toEqual([
          ...['saved', 'booked', '14 Palm Way', at(first)],
        ]);
      },
    );
  });

  test('the owner moves a visit to a time that another visitor books: one of them has it', async () => {
    const actors = [moves(first, second, true), visitorBooks(bob, second)];
    await manyEnds(await booked(), actors, [], async ({ records, outcomes, schedule }) => {
      const isMoved = outcomes[0] === 'done';
      const refused = outcomes[0] === 'overlaps visit' ? outcomes[0] : 'taken';
      expect(outcomes, schedule).toEqual(isMoved ? ['done', 'taken'] : [refused, 'booked']);
      expect((await reconciled(records, schedule)).booked, schedule).toBe(at(isMoved ? second : first));
    });
  });

  test('the owner and the visitor book the same time for her: one visit, told once at most', async () => {
    // Too many orders to try them all.
    await someInterleavings<string>(
      { start: await unbooked(), actors: [moves(null, second, true), visitorBooks(ann, second)] },
      { seed: 7, runs: 50 },
      async ({ records, outcomes, schedule }) => {
        const { booked: time, visitorNews } = await reconciled(records, schedule);
        expect([...outcomes, time], schedule).toEqual(['done', 'booked', at(second)]);
        expect(visitorNews.length, schedule).toBeLessThanOrEqual(1);
      },
    );
  });

  test('the owner cancels while the visitor moves: cancelled, or moved', async () => {
    const actors = [cancels(first, isQuiet), visitorBooks(ann, second)];
    await manyEnds(await booked(), actors, [], async ({ records, outcomes, schedule }) => {
      const { visit, booked: time, visitorNews } = await reconciled(records, schedule);
      expect(['done', 'stale'], schedule).toContain(outcomes[0]);
      const isCancelled = outcomes[0] === 'done';
      expect(time, schedule).toBe(isCancelled ? undefined : at(second));
      expect(outcomes[1] === 'booked', schedule).toBe(!isCancelled);
      expect(visit?.cancelledSlot, schedule).toBe(isCancelled ? keyAt(first) : undefined);
      expect(cancellations(visitorNews), schedule).toEqual(isCancelled && !isQuiet ? [`cancelled ${at(first)}`] : []);
      expect(visitorNews.includes(`booked ${at(second)}`), schedule).toBe(!isCancelled);
    });
  });

  test('the visitor cancels while the owner moves: it stays cancelled, and she is told of that once', async () => {
    const actors = [moves(first, second, false), visitorCancels];
    await manyEnds(await booked(), actors, [], async ({ records, outcomes, schedule }) => {
      const { visit, booked: time, visitorNews } = await reconciled(records, schedule);
      expect([outcomes[1], time, visit?.requested], schedule).toEqual(['cancelled', undefined, undefined]);
      expect(cancellations(visitorNews), schedule).toEqual([`cancelled ${visit?.start}`]);
      if (visit?.start === at(first)) expect(visitorNews, schedule).not.toContain(`booked ${at(second)}`);
    });
  });

  test('both cancel, and one may die: it is cancelled, and she is told once at most', async () => {
    await everyEnd(await booked(), [cancels(first, true), visitorCancels], [0, 1], async ({ records, schedule }) => {
      const { booked: time, visitorNews } = await reconciled(records, schedule);
      expect(time, schedule).toBeUndefined();
      expect(cancellations(visitorNews).length, schedule).toBeLessThanOrEqual(1);
    });
  });

  test.each([false, true])(
    'who moves or cancels dies at any step, the owner (quietly: %s) or the visitor: the sweep ends it, and tells rightly',
    async (quietly) => {
      const byVisitor = quietly ? [] : [visitorBooks(ann, second), visitorCancels];
      for (const act of [moves(first, second, quietly), cancels(first, quietly), ...byVisitor]) {
        await everyEnd(await booked(), [act], [0], async ({ records, schedule }) => {
          const { visit, booked: time, visitorNews } = await reconciled(records, schedule);
          expect(time ?? visit?.cancelledSlot, schedule).toBeDefined();
          const news = time ? `booked ${time}` : `cancelled ${at(first)}`;
          const isNews = news !== `booked ${at(first)}` && !quietly;
          expect(visitorNews, schedule).toEqual([`booked ${at(first)}`, ...(isNews ? [news] : [])]);
          expect(visit?.moves, schedule).toBe(byVisitor.includes(act) && time === at(second) ? 1 : 0);
        });
      }
    },
  );

  /** Begins and ends between the offered times, over the second. */
  const between = { start: second.start - HOUR / 2, end: second.start + HOUR / 2 };
  const far = { start: first.start + 300 * 24 * HOUR, end: first.start + 300 * 24 * HOUR + 4 * HOUR };
  interface Details {
    readonly from?: Interval;
    readonly isAnyway?: boolean;
    readonly moment?: number;
  }
  const agrees = (interval: Interval, { from, isAnyway = false, moment = now }: Details = {}): Actor => {
    const times = { slot: at(interval), end: new Date(interval.end).toISOString() };
    const change = { do: 'book', ...times, from: from ? at(from) : null, isQuiet: true, isAnyway } as const;
    return (open, step) => owns(contextOf(kind, open, step, { moment }), ann, { ...change, kind: 'installation' });
  };
  const takenBy = async (records: Records) =>
    await takenSlots(memoryStore(records, 'slots'), bookedWindow(now), now + 3 * RELEASE_MS);
  const eventsAt = async (records: Records, { start }: Interval) =>
    (await aliveEvents(memoryStore(records, 'outside'))).filter((event) => event.start === start);

  test('the owner books between the offered times while a visitor books one: never both', async () => {
    const ends = new Set<string>();
    const actors = [agrees(between), visitorBooks(bob, second)];
    await manyEnds(await unbooked(), actors, [], async ({ records, outcomes, schedule }) => {
      ends.add(outcomes.join());
      const visits = await settled(kind, records, { schedule });
      expect(['done', 'taken', 'overlaps visit'], schedule).toContain(outcomes[0]);
      expect(['booked', 'taken'], schedule).toContain(outcomes[1]);
      const had = [outcomes[0] === 'done' ? at(between) : undefined, outcomes[1] === 'booked' ? at(second) : undefined];
      expect([visits[ann], visits[bob]], schedule).toEqual(had);
      expect(had, schedule).not.toEqual([at(between), at(second)]);
    });
    expect([...ends]).toEqual(expect.arrayContaining(['done,taken', 'overlaps visit,booked']));
  });

  test('the owner hears what a time overlaps from the one look of the booking', async () => {
    const records = await withLeads([ann, bob]);
    await bookSlot(aloneIn(records), bob, second);
    const { calendar, ...context } = aloneIn(records);
    let looks = 0;
    const busy: typeof calendar.busy = (...asked) => {
      looks += 1;
      return calendar.busy(...asked);
    };
    const change = { do: 'book', slot: at(between), from: null, isQuiet: true } as const;
    expect(await owns({ ...context, calendar: { ...calendar, busy } }, ann, change)).toBe('overlaps visit');
    expect(looks).toBe(1);
  });

  test('the owner hears what a time overlaps, also where the calendar failed in the look of the booking', async () => {
    const { calendar, ...context } = aloneIn(await withLeads([ann, bob]));
    let looks = 0;
    const busy: typeof calendar.busy = async (...asked) => {
      looks += 1;
      if (looks === 1) throw new CalendarError('Away', 'unavailable');
      return await calendar.busy(...asked);
    };
    const night = toSlot({ start: first.start + 12 * HOUR, end: first.end + 12 * HOUR });
    const change = { do: 'book', slot: night.start, from: null, isQuiet: true } as const;
    expect(await owns({ ...context, calendar: { ...calendar, busy } }, ann, change)).toBe('overlaps closed');
  });

  test('the owner books it anyway: the owner has it, and the visitor gives way or was there before', async () => {
    const actors = [agrees(between, { isAnyway: true }), visitorBooks(bob, second)];
    await manyEnds(await unbooked(), actors, [], async ({ records, outcomes, schedule }) => {
      const visits = await settled(kind, records, { schedule });
      expect([outcomes[0], visits[ann]], schedule).toEqual(['done', at(between)]);
      expect(visits[bob], schedule).toBe(outcomes[1] === 'booked' ? at(second) : undefined);
    });
  });

  test('the owner books the very minute anyway that a visitor books: the owner has it, the visitor too if first', async () => {
    const ends = new Set<string>();
    const actors = [agrees(second, { isAnyway: true }), visitorBooks(bob, second)];
    await manyEnds(await unbooked(), actors, [], async ({ records, outcomes, schedule }) => {
      const visits = await settled(kind, records, { schedule });
      expect([outcomes[0], visits[ann]], schedule).toEqual(['done', at(second)]);
      expect(visits[bob], schedule).toBe(outcomes[1] === 'booked' ? at(second) : undefined);
      ends.add(String(outcomes[1]));
    });
    expect(ends).toEqual(new Set(['booked', 'taken']));
  });

  test('the owner makes a visit longer where it stands, and may die: it is as before, or longer, and once', async () => {
    const longer = { start: first.start, end: first.end + HOUR / 4 };
    const lengths = new Set<number>();
    await everyEnd(await booked(), [agrees(longer, { from: first })], [0], async ({ records, outcomes, schedule }) => {
      const { visit, booked: time } = await reconciled(records, schedule);
      const minutes = (Date.parse(visit?.end ?? '') - first.start) / (HOUR / 60);
      lengths.add(minutes);
      expect(time, schedule).toBe(at(first));
      if (outcomes[0] === 'done') expect([visit?.changes, minutes], schedule).toEqual([2, 75]);
      expect((await takenBy(records)).length, schedule).toBe(1);
    });
    expect([...lengths].sort()).toEqual([60, 75]);
  });

  test('the owner books a second visit while the visitor moves the first: each stands once', async () => {
    const ends = new Set<string>();
    const times = { slot: at(third), from: at(first), isAnother: true };
    const adds = acting((context) => owns(context, ann, { do: 'book', ...times, isQuiet: true }));
    await manyEnds(await booked(), [adds, visitorBooks(ann, second)], [], async ({ records, outcomes, schedule }) => {
      await settled(kind, records, { schedule });
      const { visits = [] } = (await findLead(memoryStore(records, 'leads'), ann))?.lead ?? {};
      const had = [outcomes[1] === 'booked' ? second : first, ...(outcomes[0] === 'done' ? [third] : [])];
      const standing = visits.filter(({ slot }) => slot).map(({ start }) => start);
      expect(standing, schedule).toEqual(had.map(at));
      expect((await takenBy(records)).length, schedule).toBe(had.length);
      ends.add(outcomes.join());
    });
    expect([...ends]).toEqual(expect.arrayContaining(['done,booked']));
  });

  test('the owner dies at any step of a booking far beyond the offered days: the sweep ends or undoes it', async () => {
    const ends = new Set<string | undefined>();
    const actors = [agrees(far, { isAnyway: true })];
    await everyEnd(await unbooked(), actors, [0], async ({ records, outcomes, schedule }) => {
      const { [ann]: visit } = await settled(kind, records, { schedule });
      ends.add(visit);
      if (outcomes[0] === 'done') expect(visit, schedule).toBe(at(far));
      const record = await slotOf(records, far, `${firstVisit(ann)}/0`);
      const kept = { state: 'booked', visit: firstVisit(ann), end: far.end, kind: 'installation' };
      if (visit) expect(record, schedule).toMatchObject(kept);
      else expect(record?.state ?? 'free', schedule).toBe('free');
      if (kind === 'outside') expect(await eventsAt(records, far), schedule).toHaveLength(visit ? 1 : 0);
    });
    expect(ends).toEqual(new Set([undefined, at(far)]));
  });

  test('a visitor finds the event of an owner who died: the visit keeps its length and its kind', async () => {
    const long = { start: second.start, end: second.start + 4 * HOUR };
    await everyEnd(await unbooked(), [agrees(long)], [0], async ({ records, schedule }) => {
      await bookSlot(aloneIn(records, now + HOLD_MS + 1), bob, second, 'link');
      const visits = await settled(kind, records, { schedule });
      const record = await slotOf(records, second);
      const isOwners = visits[ann] === at(second);
      const kept = isOwners ? { lead: ann, end: long.end, kind: 'installation' } : { lead: bob, end: second.end };
      expect(record, schedule).toMatchObject({ state: 'booked', ...kept });
      if (!isOwners) return;
      const found = await findVisit(memoryStore(records, 'leads'), firstVisit(ann));
      expect(found?.visit, schedule).toMatchObject({ end: new Date(long.end).toISOString(), kind: 'installation' });
    });
  });

  test('the next visit, with a death at any step: the one that has begun keeps its slot and its event', async () => {
    const next = agrees(third, { from: first, moment: first.start + HOUR / 4 });
    await everyEnd(await booked(), [next], [0], async ({ records, outcomes, schedule }) => {
      // A sweep's clock may be a little behind.
      const behind = outcomes[0] === 'done' ? [first.start - 1000] : [];
      for (const moment of [...behind, first.start + HOUR / 2, first.start + HOUR])
        await sweepSlots(aloneIn(records, moment));
      expect(await slotOf(records, first), schedule).toMatchObject({ state: 'booked', visit: firstVisit(ann) });
      if (kind === 'outside') expect(await eventsAt(records, first), schedule).toHaveLength(1);
      const { visits = [] } = (await findLead(memoryStore(records, 'leads'), ann))?.lead ?? {};
      const stand = visits.filter(({ slot }) => slot).map(({ start }) => start);
      const record = await slotOf(records, third);
      const isBooked = record?.state === 'booked';
      expect(stand, schedule).toEqual(isBooked ? [at(first), at(third)] : [at(first)]);
      if (isBooked) expect(record, schedule).toMatchObject({ visit: visitId(ann, 2), kind: 'installation' });
      else expect(record?.state ?? 'free', schedule).toBe('free');
    });
  });

  test('the owner removes a lead that books at this moment, and may die: removed and not booked, or booked and kept', async () => {
    const actors = [removes, visitorBooks(ann, first)];
    await everyEnd(await unbooked(), actors, [0], async ({ records, outcomes, schedule }) => {
      const isDead = outcomes[0] === 'dead';
      const outcome = isDead ? await removeLead(aloneIn(records), ann, nothingElse) : outcomes[0];
      const { lead, booked: time, visitorNews } = await reconciled(records, schedule);
      // `unknown`: the one that died had removed it.
      expect(['removed', 'hasVisit', isDead ? 'unknown' : 'removed'], schedule).toContain(outcome);
      const isRemoved = outcome !== 'hasVisit';
      expect(lead === undefined, schedule).toBe(isRemoved);
      expect(time, schedule).toBe(isRemoved ? undefined : at(first));
      if (!isDead) expect(outcomes[1] === 'booked', schedule).toBe(!isRemoved);
      expect(visitorNews, schedule).toEqual(isRemoved ? [] : [`booked ${at(first)}`]);
    });
  });

  test('the owner tells how a visit went while the next one is booked, and may die: neither is lost', async () => {
    const moment = first.end + HOUR;
    const [past, next] = [first, laterTimes.at(-1) ?? third].map(at) as [string, string];
    const seen = { status: 'visited', outcome: null };
    const outcome = { visit: past, result: 'quoted' } as const;
    const command = { do: 'change', outcome, amount: 3200, followUp: '2026-12-04', seen } as const;
    const tells: Actor = (open) => decides(open('leads'), command, moment);
    const ends = new Set<string>();
    const books: Actor = (open, step) =>
      owns(telling(contextOf(kind, open, step, { moment }), open), ann, {
        do: 'book',
        from: past,
        slot: next,
        isQuiet: true,
        isAnyway: false,
      });
    await everyEnd(await booked(), [tells, books], [0], async ({ records: after, outcomes, schedule }) => {
      for (const later of [RELEASE_MS + 1, 2 * RELEASE_MS]) await sweepSlots(aloneIn(after, moment + later));
      const { lead } = (await findLead(memoryStore(after, 'leads'), ann)) ?? {};
      const { visits = [] } = lead ?? {};
      ends.add(`${outcomes[0]}, ${outcomes[1]}`);
      const isTold = visits.some(({ start, outcome }) => start === past && outcome === 'quoted');
      if (outcomes[0] === 'saved') expect([isTold, lead?.amount], schedule).toEqual([true, 3200]);
      expect([outcomes[1], visits.map(({ start }) => start)], schedule).toEqual(['done', [past, next]]);
    });
    expect([...ends].sort()).toEqual(['booked, done', 'dead, done', 'saved, done']);
  });

  test('the owner removes a lead that is sent again at this moment: the request is kept', async () => {
    const request = ConsultationRequest.parse(consultation);
    const sends: Actor = async (open) => {
      const about = { ids: [ann, cat], request, source: 'dialog', now: new Date(now) } as const;
      const { id, isNew } = await receiveRequest(open('leads'), about);
      return isNew ? id : 'known';
    };
    const ends = new Set<string>();
    await someInterleavings<string>(
      { start: await unbooked(), actors: [removes, sends], mortal: [0] },
      { seed: 4, runs: 100 },
      async ({ records, outcomes, schedule }) => {
        const removal = { forgetMessages: nothingElse, keepDays: null };
        await sweepRemovals(aloneIn(records), removal);
        const leads = memoryStore(records, 'leads');
        const [removed, sent = ''] = outcomes;
        ends.add(String(sent));
        if (removed === 'removed') expect((await findLead(leads, ann)) === null || sent === ann, schedule).toBe(true);
        if (sent !== 'known') expect((await findLead(leads, String(sent)))?.lead.request, schedule).toEqual(request);
      },
    );
    expect(ends).toContain(cat);
  });
});
