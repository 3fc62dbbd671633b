import { overlap, toInterval } from '#lib/time/interval';
import { findLead, keepLead } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import type { Visit } from '#lead/lead';
import { SEEDS } from '#tests/support/chance';
import { RELEASE_MS } from '#server/booking/machine';
import { sweepSlots } from '#server/booking/reconcile';
import type { BookingContext } from '#server/booking/context';
import { installations } from '#server/calendar/google/driver';
import { availableSlots } from '#server/booking/offer';
import { todayView } from '#server/leads/today';
import { standing as standingVisits } from '#server/slots/records';
import { readSchedule, RESTORE } from '#server/slots/schedule';
import { isThere } from '#server/storage/port';
import { storeNames, type Stores } from '#server/storage/stores';
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
  now,
  second,
  slotOf,
  slotOfFirst,
  third,
  withLeads,
  bookSlot,
} from '#tests/support/booking-world';
import { aliveEvents } from '#tests/support/outside-calendar';
import {
  everyEnd,
  memoryStore,
  type OpenStore,
  type Records,
  type Run,
  someInterleavings,
  type Step,
} from '#tests/support/stores/interleave';
import { wrapped } from '#tests/support/stores/memory-store';
import { putBack, readContents, savedLines } from './contents.ts';

const storesOf = (open: OpenStore) => Object.fromEntries(storeNames.map((name) => [name, open(name)])) as Stores;

async function backUp(open: OpenStore): Promise<string> {
  let text = '';
  for await (const line of savedLines(storesOf(open), now, () => undefined)) text += line;
  return text;
}

test.each<Kind>(['embedded', 'outside'])(
  'a backup taken while people book, the calendar %s, keeps all that stood before; after a restore and a sweep no time has two visits',
  async (kind) => {
    const before = await withLeads([ann, bob, cat]);
    expect(await bookSlot(alone(kind, before), cat, second)).toBe('booked');
    const books = (lead: string) => (open: OpenStore, step: Step) => bookSlot(contextOf(kind, open, step), lead, first);
    const world = { start: () => new Map(before), actors: [backUp, books(ann), books(bob)], mortal: [1, 2] };
    let booked = 0;
    await someInterleavings<string>(world, { seed: 43, runs: 100 }, async ({ records, outcomes, schedule }) => {
      // Google's events stand whatever becomes of the stores.
      const isOfSite = (key: string) => storeNames.some((name) => key.startsWith(`${name}:`));
      const back: Records = new Map([...records].filter(([key]) => !isOfSite(key)));
      const { leads, ...stores } = storesOf((name) => memoryStore(back, name));
      await putBack({ leads, ...stores }, readContents(String(outcomes[0])), now);
      const eventsBefore = await aliveEvents(memoryStore(back, 'outside'));
      for (const later of [1, 2]) await sweepSlots(alone(kind, back, now + later * (RELEASE_MS + 1)));
      const ofCat = await slotOf(back, second);
      expect(ofCat, schedule).toMatchObject({ state: 'booked', lead: cat });
      const pointers = new Map<string, string | undefined>();
      for (const id of [ann, bob, cat]) {
        const found = await findLead(leads, id);
        expect(found?.lead.id, schedule).toBe(id);
        pointers.set(id, await slotOfFirst(leads, id));
      }
      const record = await slotOf(back, first);
      expect(['free', 'booked'], schedule).toContain(record?.state ?? 'free');
      const events = await aliveEvents(memoryStore(back, 'outside'));
      // A visit that was booked meanwhile is taken away from nobody.
      const booker = [1, 2].find((actor) => outcomes[actor] === 'booked');
      if (booker && kind === 'outside') expect(events, schedule).toEqual(eventsBefore);
      if (record?.state !== 'booked') return;
      booked += 1;
      expect(pointers.get(record.lead), schedule).toBe(at(first));
    });
    expect(booked).toBeGreaterThan(3);
  },
);

/**
 * As a site's own: nobody may book while a backup is put back. An emptied site does not know the events of before: it
 * has another name in the calendar.
 */
const asSite = (context: BookingContext, former: ReadonlySet<string>): BookingContext => ({
  ...context,
  schedule: async () => (await readSchedule(context.slots, context.rules, () => undefined)).schedule,
  calendar: {
    ...context.calendar,
    ownEvents: async (...asked) => {
      const isBack = await isThere(context.slots, installations.place);
      return (await context.calendar.ownEvents(...asked)).filter(({ id }) => former.has(id) === isBack);
    },
  },
});

/** The scheduled sweep, which waits for a restore. */
async function sweeps(context: BookingContext): Promise<string> {
  if (!(await isThere(context.slots, RESTORE))) await sweepSlots(context);
  return 'swept';
}

/** Stores that die at a write: neither it nor any later call of them is answered. */
function dyingAt(stores: Stores, write: number): Stores {
  let writes = 0;
  const each = (store: Stores['leads']) =>
    wrapped(store, (call, method) => async (...given) => {
      if (method !== 'get' && method !== 'list') writes += 1;
      if (writes > write) throw new Error('Dead');
      return await call(...given);
    });
  return Object.fromEntries(storeNames.map((name) => [name, each(stores[name])])) as Stores;
}

test.each<Kind>(['embedded', 'outside'])(
  'a restore killed at each write, the calendar %s, and begun again: every visit stands, or the owner is to call its visitor',
  async (kind) => {
    const times = [first, second, third];
    const before = await withLeads([ann, bob, cat]);
    for (const [index, id] of [ann, bob, cat].entries()) {
      expect(await bookSlot(alone(kind, before), id, times[index] as typeof first)).toBe('booked');
    }
    await memoryStore(before, 'slots').put(installations.place, { id: 'former' });
    const former = new Set((await aliveEvents(memoryStore(before, 'outside'))).map(({ id }) => id));
    const backup = readContents(await backUp((name) => memoryStore(before, name)));
    const outside: Records = new Map([...before].filter(([key]) => key.startsWith('outside:')));
    // The hours of the emptied site are others, so that a visit may begin amid a former one.
    const rules = { ...visitRules, stepMinutes: 15 };
    const amid = openSlots(rules, [], now).find((time) => overlap(time, third) && time.start > third.start) ?? third;
    const start = () => new Map([...emptied, ...outside]);
    const emptied = await withLeads([]);
    for (const id of [dan, eve]) {
      const request = { ...(await findLead(memoryStore(before, 'leads'), ann))?.lead.request, phone: '407 555 0199' };
      const lead = { id, request: request as never, source: 'dialog', now: new Date(now + 1) } as const;
      await keepLead(memoryStore(emptied, 'leads'), lead);
    }
    const visits = (lead: string, time: typeof first) => async (open: OpenStore, step: Step) => {
      const context = asSite(contextOf(kind, open, step, { moment: now + 1, rules }), former);
      // As a site shows its times: none during a restore.
      const shown = await availableSlots(context).catch(() => []);
      return shown.some((slot) => slot.start === at(time)) ? await bookSlot(context, lead, time) : 'closed';
    };
    const deaths = new Set<boolean>();
    const ends = new Map<string, number>();
    const check = async ({ records, outcomes, schedule }: Run<string>) => {
      const where = schedule;
      const open = (name: string) => memoryStore(records, name);
      const later = (moment: number) => asSite(alone(kind, records, now + moment, rules), former);
      const isWhole = outcomes[0] === 'restored';
      deaths.add(!isWhole);
      if (!isWhole) {
        await sweeps(later(RELEASE_MS + 1));
        await putBack(storesOf(open), backup, now + RELEASE_MS + 2);
      }
      for (const times of [2, 3]) await sweeps(later(times * RELEASE_MS));
      expect(await isThere(open('slots'), RESTORE), where).toBe(false);
      const leads = { leads: open('leads'), report: () => undefined, now: now + 3 * RELEASE_MS };
      const stand = (some: readonly Visit[]) => standingVisits(open('slots'), some, leads.now);
      const { visits: shown, waiting } = await todayView({ ...leads, standing: stand }, async () => visitRules);
      const offered = (await availableSlots(later(3 * RELEASE_MS))).map(toInterval);
      for (const [index, id] of [ann, bob, cat, dan, eve].entries()) {
        const time = times[index];
        const stands = shown.some(({ lead, visit }) => lead.id === id && (!time || visit.start === at(time)));
        const end = `${time ? 'former' : 'new'} ${stands ? 'stands' : 'is told'}`;
        ends.set(end, (ends.get(end) ?? 0) + 1);
        expect(stands || waiting.some((lead) => lead.id === id), `${id} at ${where}`).toBe(true);
        const isOffered = offered.some((other) => time && overlap(other, time));
        // A new visitor who heard that the visit is booked has it.
        const isBroken = !time && outcomes[index - 2] === 'booked' && !stands;
        expect([isOffered, isBroken], `${id} at ${where}`).toEqual([false, false]);
      }
      const standing = shown.map(({ visit: { start = '', end = '' } }) => toInterval({ start, end }));
      const overlaps = standing.filter((time, index) =>
        standing.slice(index + 1).some((other) => overlap(time, other)),
      );
      expect(overlaps, where).toEqual([]);
      // Google has an event for each visit that stands, and for no other.
      const events = (await aliveEvents(open('outside'))).map(({ start: begin }) => begin).toSorted();
      if (kind === 'outside') expect(events, where).toEqual(standing.map(({ start: begin }) => begin).toSorted());
    };
    const restores = (write: number) => (open: OpenStore) =>
      putBack(dyingAt(storesOf(open), write), backup, now + 1).then(
        () => 'restored',
        () => 'died',
      );
    const waits = async () => 'closed';
    for (const [one, other] of SEEDS > 1
      ? ([
          [visits(dan, first), waits],
          [waits, visits(eve, amid)],
        ] as const)
      : [])
      await everyEnd<string>(start, [restores(Number.POSITIVE_INFINITY), one, other], [0, 1, 2], check);
    for (let write = 0; write < 16; write += 1) {
      const sweep = (open: OpenStore, step: Step) => sweeps(asSite(contextOf(kind, open, step), former));
      const actors = [restores(write), visits(dan, first), visits(eve, amid), sweep];
      await someInterleavings<string>({ start, actors, mortal: [1, 2] }, { seed: write, runs: 6 }, check);
    }
    expect(deaths).toEqual(new Set([true, false]));
    expect(ends.get('former stands')).toBeGreaterThan(50);
    // Google's events keep the former times from new visitors.
    expect([...ends.keys()].toSorted()).toEqual(
      kind === 'embedded'
        ? ['former is told', 'former stands', 'new is told', 'new stands']
        : ['former stands', 'new is told'],
    );
  },
);
