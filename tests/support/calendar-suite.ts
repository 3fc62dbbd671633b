import type { Interval } from '#lib/time/interval';
import { firstVisit } from '#lead/visits';
import type { Lead } from '#lead/lead';
import { describe, expect, test } from 'vitest';
import { visitRules } from '#business';
import { eventId, type Visit, type VisitCalendar } from '#server/calendar/calendar';
import { slotKey } from '#server/slots/records';
import { openSlots } from '#server/slots/times';
import { leadOf as storedLead } from './visits.ts';

/** A calendar for one test. */
export interface TrialCalendar {
  readonly calendar: VisitCalendar;
  /** Makes the visit's event, as a booking does. */
  stand(visit: Visit): Promise<void>;
  /** Removes it, as a cancellation does. */
  fall(visit: Visit): Promise<void>;
}

/** The tests' present. The first offered days have standard time. */
export const moment = Date.parse('2026-11-30T15:00:00Z');
export const [first, second] = openSlots(visitRules, [], moment) as [Interval, Interval];

export function leadOf(change: Partial<Lead['request']> = {}): Lead {
  const lead = storedLead('ann', { name: 'Ann Visitor', email: 'ann@example.com', preferredContact: 'phone' });
  return { ...lead, status: 'new', request: { ...lead.request, ...change } };
}

export function visitTo(
  { name }: Pick<VisitCalendar, 'name'>,
  interval: Interval = first,
  eventNumber = 0,
  lead: Lead = leadOf(),
): Visit {
  const slot = slotKey(interval.start);
  return { id: eventId(name, slot, eventNumber), slot, interval, lead, visit: firstVisit(lead.id) };
}

const whole = { start: moment, end: second.end };
const soon = moment + 20_000;

/** The promises of every calendar. */
export function describeCalendar(name: string, open: () => Promise<TrialCalendar>): void {
  describe(name, () => {
    test('knows nothing of an event that was never made', async () => {
      const { calendar } = await open();
      expect(await calendar.readEvent(visitTo(calendar), soon)).toEqual({ state: 'absent' });
      expect(await calendar.busy(whole, soon)).toEqual([]);
      expect(await calendar.ownEvents(whole, soon)).toEqual([]);
    });

    test('keeps an event for its visit', async () => {
      const { calendar, stand } = await open();
      const visit = visitTo(calendar);
      await stand(visit);
      expect(await calendar.readEvent(visit, soon)).toMatchObject({ state: 'alive', visit: visit.visit });
    });

    test('keeps event numbers of a slot apart: a visit of one is no visit of the next', async () => {
      const { calendar, stand } = await open();
      await stand(visitTo(calendar, first, 1));
      const former = await calendar.readEvent(visitTo(calendar, first, 0), soon);
      expect(['absent', 'dead']).toContain(former.state);
      const other = await calendar.readEvent(visitTo(calendar, second, 1), soon);
      expect(other).toEqual({ state: 'absent' });
    });

    test('never shows a visit as alive that was taken out, and takes it out twice as once', async () => {
      const { calendar, stand, fall } = await open();
      const visit = visitTo(calendar);
      await stand(visit);
      await fall(visit);
      expect((await calendar.readEvent(visit, soon)).state).not.toBe('alive');
      expect(await calendar.deleteEvent(visit.id, soon)).toBe('deleted');
      expect(await calendar.ownEvents(whole, soon)).toEqual([]);
      expect(await calendar.busy(whole, soon)).toEqual([]);
    });

    test('names its visits and their times exactly if it is outside our storage', async () => {
      const { calendar, stand } = await open();
      const visit = visitTo(calendar);
      await stand(visit);
      const { id, interval } = visit;
      expect(await calendar.busy(whole, soon)).toEqual(calendar.isOutside ? [interval] : []);
      expect(await calendar.ownEvents(whole, soon)).toEqual(calendar.isOutside ? [{ id, start: interval.start }] : []);
      expect(await calendar.ownEvents({ start: interval.start + 1, end: whole.end }, soon)).toEqual([]);
      expect(await calendar.ownEvents({ start: moment, end: interval.start }, soon)).toEqual([]);
    });
  });
}
