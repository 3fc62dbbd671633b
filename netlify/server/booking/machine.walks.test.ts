import { expect, test } from 'vitest';
import type { CalendarFailure, EventState } from '#server/calendar/port';
import type { SlotChange } from '#server/slots/records';
import { afterLostSwap, afterWrite, next, RELEASE_MS } from './machine.ts';
import type { Booking, Failure, Intent, Seen } from './seen.ts';

type Lead = 'ann' | 'bob';
type Call = Failure['of'] | 'delete';

/** Storage and calendar as they are, whatever a run has seen. */
interface World {
  record: SlotChange | null;
  /** The events of the slot by generation; absent if never made. */
  readonly events: Map<number, EventState>;
  /** The leads that point at the slot. */
  readonly pointing: Set<Lead>;
  readonly isOutside: boolean;
  /** Whether the owner is busy at that time. */
  readonly busy: boolean;
  /** Whether Ann has all the visits that a person may have. */
  readonly isFull?: boolean;
  /** The call that fails. `isDone`: it took effect all the same. */
  readonly fault?: { readonly call: Call; readonly kind: CalendarFailure; readonly isDone: boolean } | undefined;
  /** Somebody writes this record just before our write of that number. */
  readonly intruder?: { readonly write: number; readonly record: SlotChange } | undefined;
}

const now = 1_000_000;
const GEN = 3;
const MAX_STEPS = 30;
const booking: Booking = { kind: 'book', lead: 'ann', isVisit: false, isOffered: true };

/** Runs the machine in the world until it ends. */
function walk(world: World, intent: Intent, moment = now): { end: string; steps: number } {
  let seen: Seen = { isOutside: world.isOutside, hold: 'none' };
  let isCurrent = true;
  let writes = 0;
  for (let steps = 0; steps < MAX_STEPS; steps += 1) {
    const step = next(intent, seen, moment);
    if ('end' in step) return { end: step.end, steps };
    if (!('write' in step)) {
      seen = { ...seen, ...('read' in step ? look(world, step.read, intent, seen) : act(world, step.call, seen)) };
      continue;
    }
    isCurrent = world.intruder?.write !== writes || intent.kind === 'sweep';
    writes += 1;
    world.record = isCurrent ? step.write : (world.intruder?.record ?? null);
    seen = isCurrent ? afterWrite(seen, step.write) : afterLostSwap(intent, seen);
    if (isCurrent && step.thenEnd) return { end: step.thenEnd, steps };
  }
  throw new Error('The machine does not come to an end');
}

function look(world: World, what: 'record' | 'lead' | 'event' | 'busy', intent: Intent, seen: Seen): Partial<Seen> {
  const { record, events, pointing, busy } = world;
  if (what === 'record') return { record };
  const event = events.get(record?.gen ?? 0);
  if (what === 'lead') {
    const lead = intent.kind === 'book' ? intent.lead : leadOf(seen.record);
    return { lead: { pointsHere: pointing.has(lead as Lead), isCancelled: lead === 'bob' } };
  }
  if (fails(world, what)) return failed(world, what);
  if (what === 'event') return { event: event ?? { state: 'absent' } };
  const isBusy = busy || event?.state === 'alive' || event?.state === 'foreign';
  return { busy: isBusy, ...(isBusy && { event: undefined }) };
}

function act(
  world: World,
  what: 'point' | 'takeQuota' | 'insert' | 'delete' | 'finish' | 'notifyCancelled',
  seen: Seen,
): Partial<Seen> {
  const gen = seen.record?.gen ?? 0;
  switch (what) {
    case 'point':
      world.pointing.add('ann');
      return { pointed: true };
    case 'takeQuota':
      return { hasQuota: !world.isFull };
    case 'notifyCancelled':
      return { notified: true };
    case 'finish':
      return { finished: world.pointing.has(leadOf(seen.record) as Lead) ? 'booked' : 'superseded' };
    case 'insert':
      return insert(world, gen);
    case 'delete':
      return { deleted: remove(world, gen) };
  }
}

function insert(world: World, gen: number): Partial<Seen> {
  const existed = world.events.has(gen);
  if (world.isOutside && !existed && (!fails(world, 'insert') || world.fault?.isDone)) {
    world.events.set(gen, { state: 'alive', lead: 'ann' });
  }
  if (fails(world, 'insert')) return failed(world, 'insert');
  return existed ? { exists: true, event: undefined } : { event: { state: 'alive', lead: 'ann' } };
}

function remove(world: World, gen: number): 'deleted' | 'absent' | 'unknown' {
  const known = world.events.has(gen);
  if (known && (!fails(world, 'delete') || world.fault?.isDone)) world.events.set(gen, { state: 'dead' });
  if (fails(world, 'delete')) return 'unknown';
  return known ? 'deleted' : 'absent';
}

const fails = ({ fault }: World, call: Call) => fault?.call === call;
const failed = ({ fault }: World, of: Failure['of']): Partial<Seen> => ({
  failure: { of, kind: fault?.kind ?? 'unavailable' },
});
const leadOf = (record: SlotChange | null | undefined) => (record && record.state !== 'free' ? record.lead : '');

const bothLeads = (make: (lead: Lead) => SlotChange[]): SlotChange[] => [...make('ann'), ...make('bob')];
const startRecords: (SlotChange | null)[] = [
  null,
  { state: 'free', gen: GEN },
  ...bothLeads((lead) => [
    { state: 'held', gen: GEN, lead, until: now + 1 },
    { state: 'held', gen: GEN, lead, until: now },
    { state: 'booked', gen: GEN, lead },
    { state: 'releasing', gen: GEN, lead, until: now + 1 },
    { state: 'releasing', gen: GEN, lead, until: now },
  ]),
];
const startEvents: (EventState | null)[] = [
  null,
  { state: 'dead' },
  { state: 'foreign' },
  { state: 'alive', lead: 'ann' },
  { state: 'alive', lead: 'bob' },
];
const faults: World['fault'][] = [
  undefined,
  ...(['event', 'busy', 'insert', 'delete'] as const).flatMap((call): World['fault'][] => [
    { call, kind: 'refused', isDone: false },
    { call, kind: 'unavailable', isDone: false },
    { call, kind: 'outcomeUnknown', isDone: false },
    { call, kind: 'outcomeUnknown', isDone: true },
  ]),
];
const intruders: World['intruder'][] = [
  undefined,
  ...[0, 1, 2].flatMap((write) =>
    bothLeads((lead) => [
      { state: 'held', gen: GEN, lead, until: now + 2 },
      { state: 'booked', gen: GEN, lead },
      { state: 'releasing', gen: GEN, lead, until: now + 2 },
      { state: 'free', gen: GEN + 1 },
    ]).map((record) => ({ write, record })),
  ),
];

function* worlds(): Generator<World> {
  for (const isOutside of [true, false])
    for (const record of startRecords)
      for (const event of isOutside ? startEvents : [null])
        for (const busy of isOutside ? [false, true] : [false])
          for (const pointing of [[], ['ann'], ['bob'], ['ann', 'bob']] as Lead[][])
            for (const fault of isOutside ? faults : [undefined])
              for (const intruder of intruders)
                for (const isFull of intruder || fault ? [false] : [false, true]) {
                  const events = new Map(event ? [[record?.gen ?? 0, event] as const] : []);
                  yield { record, events, pointing: new Set(pointing), isOutside, busy, isFull, fault, intruder };
                }
}

const described = ({ record, events, ...world }: World) => JSON.stringify({ record, events: [...events], ...world });

test('every walk comes to an end, whatever is found, fails or is written over', () => {
  let longest = 0;
  let walks = 0;
  const intents: Intent[] = [booking, { ...booking, isVisit: true }, { kind: 'sweep' }, { kind: 'evict' }];
  for (const intent of intents) {
    for (const world of worlds()) {
      longest = Math.max(longest, walk(world, intent).steps);
      walks += 1;
    }
  }
  expect(walks).toBeGreaterThan(100_000);
  expect(longest).toBeLessThan(MAX_STEPS);
});

test('a booking that ends well has the slot, the event and the lead; another’s visit is left alone', () => {
  for (const world of worlds()) {
    if (world.intruder) continue;
    const { record: before } = world;
    const eventBefore = world.events.get(before?.gen ?? 0);
    const about = described(world);
    const { end } = walk(world, booking);
    const event = world.events.get(world.record?.gen ?? 0);
    if (end === 'booked') {
      expect(world.record, about).toMatchObject({ state: 'booked', lead: 'ann' });
      expect(world.pointing.has('ann'), about).toBe(true);
      if (world.isOutside) expect(event, about).toEqual({ state: 'alive', lead: 'ann' });
    }
    if (end === 'full') expect([world.record?.state, event?.state === 'alive'], about).toEqual(['free', false]);
    if (world.isFull && end === 'booked' && world.isOutside) {
      expect(eventBefore, `${about}: her event stood before`).toEqual({ state: 'alive', lead: 'ann' });
    }
    const isBobs = before?.state === 'booked' && before.lead === 'bob';
    const stands = !world.isOutside || (eventBefore?.state === 'alive' && eventBefore.lead === 'bob');
    if (isBobs && stands) {
      expect(world.record, about).toEqual(before);
      expect(event, about).toEqual(eventBefore);
      if (!world.fault) expect(end, about).toBe('taken');
    }
  }
});

test('once all has run out and the sweep has come, what is booked stands for a lead that points at it', () => {
  for (const world of worlds()) {
    if (world.intruder) continue;
    const about = described(world);
    const isOwnersDoing = world.record?.state === 'booked';
    const { end } = walk(world, booking);
    const later = { ...world, fault: undefined };
    for (let round = 1; round <= 2; round += 1) walk(later, { kind: 'sweep' }, now + round * (RELEASE_MS + 1));
    const { record } = later;
    expect(['free', 'booked', 'none'], about).toContain(record?.state ?? 'none');
    if (record?.state !== 'booked') continue;
    expect(later.pointing.has(record.lead as Lead), about).toBe(true);
    const isAlive = later.events.get(record.gen)?.state === 'alive';
    if (later.isOutside && !isOwnersDoing) expect(isAlive, about).toBe(true);
    if (end === 'booked') expect(record.lead, about).toBe('ann');
  }
});
