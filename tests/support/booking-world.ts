import { type Interval, toSlot } from '#lib/time/interval';
import { firstVisit, personOfSlot } from '#lead/visits';
import { findLead, findVisit, keepLead } from '#server/leads/lead-records';
import { expect } from 'vitest';
import { visitRules } from '#business';
import { FIRST_PERSON } from '#contracts/people';
import type { BookingContext } from '#server/booking/context';
import { RELEASE_MS } from '#server/booking/machine';
import { sweepSlots } from '#server/booking/reconcile';
import { type BookingOutcome, bookWithSomebody, readForBooking, slotAt } from '#server/booking/visits';
import { embeddedCalendar, eventId } from '#server/calendar/calendar';
import { leadId } from '#server/leads/lead-id';
import { readSlot, slotKey } from '#server/slots/records';
import { openSlots, type Schedule } from '#server/slots/times';
import { aliveEvents, type Fate, outsideCalendar } from './outside-calendar.ts';
import type { Store } from '#server/storage/port';
import { memoryStore, type OpenStore, type Records, type Step } from './stores/interleave.ts';

/** What the interleavings of bookings share: the clock, the times on offer, and leads with a phone number each. */
export const now = Date.parse('2026-11-30T15:00:00Z');
const offered = openSlots(visitRules, [], now);
export const [first, second, third] = offered as [Interval, Interval, Interval];
export const laterTimes = offered.slice(5);
export const [ann, bob, cat, dan, eve] = ['ann', 'bob', 'cat', 'dan', 'eve'].map(leadId) as [
  string,
  string,
  string,
  string,
  string,
];
export const at = (interval: Interval) => toSlot(interval).start;

/** Reads, then books the visitor's time. */
export async function bookSlot(
  context: BookingContext,
  lead: string,
  interval: Interval,
  proof: 'id' | 'link' = 'id',
): Promise<BookingOutcome> {
  return await bookWithSomebody(context, await readForBooking(context, lead, slotAt(interval)), proof);
}

/** Where the visits are kept: in the bookings, in the first person's calendar, or in a calendar of each person. */
export type Kind = 'embedded' | 'outside' | 'outside, of each';

interface Circumstances {
  /** Of the inserts, in order. */
  readonly fates?: readonly Fate[];
  readonly moment?: number;
  readonly rules?: Schedule;
}

export function contextOf(
  kind: Kind,
  open: OpenStore,
  step: Step,
  { fates = [], moment = now, rules = visitRules }: Circumstances = {},
): BookingContext {
  const slots = open('slots');
  return {
    leads: open('leads'),
    slots,
    calendar: kind === 'embedded' ? embeddedCalendar(slots) : outsideCalendar(step, [...fates]),
    ...(kind === 'outside, of each' && { calendarOf: (person) => outsideCalendar(step, [], nameOf(person)) }),
    rules,
    schedule: async () => rules,
    now: moment,
    notify: async () => undefined,
    report: () => undefined,
  };
}

/** The name of a person's outside calendar. */
const nameOf = (person: string) => (person === FIRST_PERSON ? 'outside' : `outside-of-${person}`);

/** Two people who make the same visits. */
export const other = 'k3v9x2mf';
const consults = { role: 'owner', kinds: ['consultation', 'installation'] };
export const twoPeople: Schedule = {
  ...visitRules,
  people: [
    { id: FIRST_PERSON, name: 'Olga', ...consults },
    { id: other, name: 'Ivan', ...consults },
  ],
};

/** The context of a process that runs alone. */
export function alone(kind: Kind, records: Records, moment = now, rules = visitRules): BookingContext {
  const open = (name: string) => memoryStore(records, name);
  return contextOf(kind, open, (_, run) => run(open), { moment, rules });
}

/** Makes a fresh copy of records with these leads for each run. `phone`: they are one person. */
export async function withLeads(ids: readonly string[], phone?: string): Promise<Records> {
  const records: Records = new Map();
  for (const [index, id] of ids.entries()) {
    const request = {
      name: 'Ann',
      phone: phone ?? `407 555 ${String(180 + index).padStart(4, '0')}`,
      zipCode: '30047',
      city: 'Roswell',
      serviceInterest: 'Motorized Shades',
      preferredContact: 'phone',
    } as const;
    await keepLead(memoryStore(records, 'leads'), { id, request, source: 'dialog', now: new Date(now) });
  }
  return records;
}

export const slotOf = async (records: Records, { start }: Interval, beside?: string) =>
  (await readSlot(memoryStore(records, 'slots'), slotKey(start, beside))).record;

/**
 * Lets everything expire and the sweeps run. Then each slot is free or booked, a booked one has its only event, and its
 * visit alone points at it. Answers when the leads' first visits are.
 */
export async function settled(
  kind: Kind,
  records: Records,
  { schedule, context = (moment) => alone(kind, records, moment) }: Settling,
): Promise<Record<string, string | undefined>> {
  const eventsOf = (person: string) => aliveEvents(memoryStore(records, nameOf(person)));
  // A visit that is changed in place has two for a moment.
  for (const person of [FIRST_PERSON, other]) {
    const made = (await eventsOf(person)).map(({ start, end, visit }) => `${start} ${end} ${visit}`);
    expect(made.length, `${schedule}: two events at one time`).toBe(new Set(made).size);
  }
  for (const later of [RELEASE_MS + 1, 2 * RELEASE_MS]) await sweepSlots(context(now + later));
  const events = await eventsOf(FIRST_PERSON);
  const ofOther = await eventsOf(other);
  const { leads } = alone(kind, records);
  const found = await Promise.all([ann, bob, cat].map((id) => findLead(leads, id)));
  const all = found.flatMap((one) => one?.lead.visits ?? []).filter(({ slot }) => slot);
  const beside = all.filter(({ slot, start = '' }) => slot !== slotKey(Date.parse(start)));
  for (const interval of [first, second, third]) {
    const record = await slotOf(records, interval);
    expect(['free', 'booked'], schedule).toContain(record?.state ?? 'free');
    const booked = record?.state === 'booked' ? record : null;
    const holders = all.filter(({ slot }) => slot === slotKey(interval.start)).map(({ id }) => id);
    expect(holders, schedule).toEqual(booked ? [booked.visit] : []);
    if (kind === 'embedded') continue;
    const event = booked && {
      id: eventId('outside', slotKey(interval.start), booked.eventNumber),
      start: interval.start,
      visit: booked.visit,
    };
    const isBeside = ({ visit }: { visit: string }) => beside.some(({ id }) => id === visit);
    const standing = events.filter((one) => one.start === interval.start && !isBeside(one));
    expect(standing, schedule).toMatchObject(event ? [event] : []);
    expect(standing.length, schedule).toBe(event ? 1 : 0);
  }
  for (const { id, slot = '' } of beside) {
    const { record } = await readSlot(memoryStore(records, 'slots'), slot);
    expect(record, schedule).toMatchObject({ state: 'booked', visit: id });
    const own = [...events, ...ofOther].filter(({ visit }) => visit === id).map((event) => event.id);
    const person = personOfSlot(slot);
    const isOutside = kind === 'outside, of each' || (kind === 'outside' && person === FIRST_PERSON);
    expect(own, schedule).toEqual(isOutside ? [eventId(nameOf(person), slot, record?.eventNumber ?? 0)] : []);
  }
  const ofOthersVisits = all.filter(({ slot = '' }) => personOfSlot(slot) === other);
  expect(ofOther.length, schedule).toBe(kind === 'outside, of each' ? ofOthersVisits.length : 0);
  return Object.fromEntries([ann, bob].map((id) => [id, all.find((visit) => visit.id === firstVisit(id))?.start]));
}

/** The start of the lead's first visit, if it is booked. */
export async function slotOfFirst(leads: Store, id: string): Promise<string | undefined> {
  const visit = (await findVisit(leads, firstVisit(id)))?.visit;
  return visit?.slot && visit.start;
}

interface Settling {
  readonly schedule: string;
  /** The context in which the sweeps run. */
  readonly context?: (moment: number) => BookingContext;
}
