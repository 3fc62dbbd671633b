import { expect } from 'vitest';
import { type VisitRules, visitRules } from '#business';
import type { BookingContext } from '#server/booking/context';
import { RELEASE_MS } from '#server/booking/machine';
import { sweepSlots } from '#server/booking/reconcile';
import { embeddedCalendar, eventId } from '#server/calendar/port';
import { findLead, keepLead } from '#server/leads/lead';
import { leadId } from '#server/leads/lead-id';
import { readSlot } from '#server/slots/records';
import { type Interval, openSlots, toSlot } from '#server/slots/times';
import { aliveEvents, type Fate, outsideCalendar } from './outside-calendar.ts';
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

/** Where the visits are kept. */
export type Kind = 'embedded' | 'outside';

interface Circumstances {
  /** Of the inserts, in order. */
  readonly fates?: readonly Fate[];
  readonly moment?: number;
  readonly rules?: VisitRules;
}

export function contextOf(
  kind: Kind,
  open: OpenStore,
  step: Step,
  { fates = [], moment = now, rules = visitRules }: Circumstances = {},
): BookingContext {
  const calendar = open('calendar');
  return {
    leads: open('leads'),
    calendar,
    visits: kind === 'outside' ? outsideCalendar(step, [...fates]) : embeddedCalendar(calendar),
    rules,
    now: moment,
    notify: async () => undefined,
    report: () => undefined,
  };
}

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
      phone: phone ?? `407 555 0${180 + index}`,
      zipCode: '30047',
      city: 'Roswell',
      serviceInterest: 'Motorized Shades',
      preferredContact: 'phone',
    } as const;
    await keepLead(memoryStore(records, 'leads'), { id, request, source: 'dialog', now: new Date(now) });
  }
  return records;
}

export const slotOf = async (records: Records, { start }: Interval) =>
  (await readSlot(memoryStore(records, 'calendar'), start)).record;

/**
 * Lets everything expire and the sweeps run. Then each slot is free or booked, a booked one has its only event, and its
 * lead alone points at it. Answers the leads' visits.
 */
export async function settled(
  kind: Kind,
  records: Records,
  { schedule, context = (moment) => alone(kind, records, moment) }: Settling,
): Promise<Record<string, string | undefined>> {
  const outside = memoryStore(records, 'outside');
  const starts = (await aliveEvents(outside)).map(({ start }) => start);
  expect(starts.length, `${schedule}: two events at one time`).toBe(new Set(starts).size);
  for (const later of [RELEASE_MS + 1, 2 * RELEASE_MS]) await sweepSlots(context(now + later));
  const events = await aliveEvents(outside);
  const { leads } = alone(kind, records);
  const visits: Record<string, string | undefined> = {};
  for (const id of [ann, bob]) visits[id] = (await findLead(leads, id))?.lead.slot;
  for (const interval of [first, second, third]) {
    const record = await slotOf(records, interval);
    expect(['free', 'booked'], schedule).toContain(record?.state ?? 'free');
    const booked = record?.state === 'booked' ? record : null;
    const holders = [ann, bob].filter((id) => visits[id] === at(interval));
    expect(holders, schedule).toEqual(booked ? [booked.lead] : []);
    if (kind === 'embedded') continue;
    const event = booked && {
      id: eventId('outside', interval, booked.eventNumber),
      start: interval.start,
      lead: booked.lead,
    };
    const standing = events.filter(({ start }) => start === interval.start);
    expect(standing, schedule).toEqual(event ? [event] : []);
  }
  return visits;
}

interface Settling {
  readonly schedule: string;
  /** The context in which the sweeps run. */
  readonly context?: (moment: number) => BookingContext;
}
