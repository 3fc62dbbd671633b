import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { keepLead, leadId } from '#server/leads/lead';
import { memoryStore, type Records } from '#tests/support/interleave';
import { consultation } from '#tests/support/visitor';
import { ConsultationRequest } from '#contracts/consultation';
import { bookSlot } from './booking.ts';
import type { BookingDesk } from './desk.ts';
import { embeddedCalendar } from '#server/calendar/embedded';
import { CalendarError, type EventState } from '#server/calendar/port';
import { openSlots, type Span } from './slots.ts';
import { standingOf } from './standing.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const [span] = openSlots(visitRules, [], now) as [Span];
const ann = leadId('ann');

/** A desk where Ann's visit is booked. */
async function bookedDesk(): Promise<BookingDesk> {
  const records: Records = new Map();
  const calendar = memoryStore(records, 'calendar');
  const leads = memoryStore(records, 'leads');
  const visits = embeddedCalendar(calendar);
  const desk = {
    leads,
    calendar,
    visits,
    rules: visitRules,
    now,
    tell: async () => undefined,
    report: () => undefined,
  };
  const request = ConsultationRequest.parse(consultation);
  await keepLead(leads, { id: ann, request, source: 'dialog', now: new Date(now) });
  expect(await standingOf(desk, ann)).toMatchObject({ state: 'none' });
  expect(await bookSlot(desk, ann, span)).toBe('booked');
  return desk;
}

const whereEventIs = (desk: BookingDesk, eventState: () => Promise<EventState>): BookingDesk => ({
  ...desk,
  visits: { ...desk.visits, isOutside: true, eventState },
});

test('a booked visit stands until it begins', async () => {
  const desk = await bookedDesk();
  expect(await standingOf(desk, ann)).toMatchObject({ state: 'booked', span });
  expect(await standingOf({ ...desk, now: span.start - 1 }, ann)).toMatchObject({ state: 'booked', span });
  expect(await standingOf({ ...desk, now: span.start }, ann)).toMatchObject({ state: 'past', span });
  expect(await standingOf(desk, leadId('nobody'))).toBeNull();
  expect(await standingOf(desk, 'no id at all')).toBeNull();
});

test.each<[string, EventState, string]>([
  ['stands for it', { state: 'alive', lead: ann }, 'booked'],
  ['was moved or deleted by the owner', { state: 'dead' }, 'changed'],
  ['is not known', { state: 'absent' }, 'changed'],
  ['stands for somebody else', { state: 'alive', lead: leadId('bob') }, 'changed'],
  ['is of another installation', { state: 'foreign' }, 'changed'],
])('when the event %s: %j is %s', async (_, event, state) => {
  const desk = whereEventIs(await bookedDesk(), async () => event);
  expect(await standingOf(desk, ann)).toMatchObject({ state });
});

test.each(['silent', 'refused'] as const)('when the calendar is %s, the record counts', async (kind) => {
  const desk = whereEventIs(await bookedDesk(), async () => {
    throw new CalendarError('No answer', { kind, sent: false });
  });
  expect(await standingOf(desk, ann)).toMatchObject({ state: 'booked', span });
});
