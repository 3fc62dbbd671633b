import { expect, test } from 'vitest';
import { CalendarError, type EventState } from '#server/calendar/port';
import { leadId } from '#server/leads/lead';
import { alone, ann, first as interval, withLeads } from '#tests/support/booking-world';
import type { BookingContext } from './context.ts';
import { bookSlot, visitStatus } from './visits.ts';

/** A site with a booked visit of Ann's. */
async function bookedContext(): Promise<BookingContext> {
  const context = alone('embedded', await withLeads([ann]));
  expect(await visitStatus(context, ann)).toMatchObject({ state: 'none' });
  expect(await bookSlot(context, ann, interval)).toBe('booked');
  return context;
}

const whereEventIs = (context: BookingContext, readEvent: () => Promise<EventState>): BookingContext => ({
  ...context,
  visits: { ...context.visits, isOutside: true, readEvent },
});

test('a booked visit stands until it begins', async () => {
  const context = await bookedContext();
  expect(await visitStatus(context, ann)).toMatchObject({ state: 'booked', interval });
  expect(await visitStatus({ ...context, now: interval.start - 1 }, ann)).toMatchObject({ state: 'booked', interval });
  expect(await visitStatus({ ...context, now: interval.start }, ann)).toMatchObject({ state: 'past', interval });
  expect(await visitStatus(context, leadId('nobody'))).toBeNull();
  expect(await visitStatus(context, 'no id at all')).toBeNull();
});

test.each<[string, EventState, string]>([
  ['stands for it', { state: 'alive', lead: ann }, 'booked'],
  ['was moved or deleted by the owner', { state: 'dead' }, 'changed'],
  ['is not known', { state: 'absent' }, 'changed'],
  ['stands for somebody else', { state: 'alive', lead: leadId('bob') }, 'changed'],
  ['is of another installation', { state: 'foreign' }, 'changed'],
])('when the event %s: %j is %s', async (_, event, state) => {
  const context = whereEventIs(await bookedContext(), async () => event);
  expect(await visitStatus(context, ann)).toMatchObject({ state });
});

test.each(['unavailable', 'outcomeUnknown', 'refused'] as const)(
  'when the calendar is %s, the record counts',
  async (kind) => {
    const context = whereEventIs(await bookedContext(), async () => {
      throw new CalendarError('No answer', kind);
    });
    expect(await visitStatus(context, ann)).toMatchObject({ state: 'booked', interval });
  },
);
