import { type Interval, overlap, toInterval } from '#lib/time/interval';
import { firstVisit } from '#lead/visits';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { CalendarError, type EventState } from '#server/calendar/calendar';
import { leadId } from '#server/leads/lead-id';
import { openSlots } from '#server/slots/times';
import { alone, ann, first as interval, type Kind, now, withLeads, bookSlot } from '#tests/support/booking-world';
import type { BookingContext } from './context.ts';
import { availableSlots } from './offer.ts';
import { visitStatus } from './visits.ts';

/** A site with a booked visit of Ann's. */
async function bookedContext(): Promise<BookingContext> {
  const context = alone('embedded', await withLeads([ann]));
  expect(await visitStatus(context, ann)).toMatchObject({ state: 'none' });
  expect(await bookSlot(context, ann, interval)).toBe('booked');
  return context;
}

const whereEventIs = (context: BookingContext, readEvent: () => Promise<EventState>): BookingContext => ({
  ...context,
  calendar: { ...context.calendar, isOutside: true, readEvent },
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
  ['stands for it', { state: 'alive', visit: firstVisit(ann) }, 'booked'],
  ['was moved or deleted by the owner', { state: 'dead' }, 'changed'],
  ['is not known', { state: 'absent' }, 'changed'],
  ['stands for somebody else', { state: 'alive', visit: firstVisit(leadId('bob')) }, 'changed'],
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

const minutes = fc.integer({ min: 15, max: 240 });
/** Rules in turn, and the times that are asked for under each. Grids may overlap themselves. */
const eras = fc.array(
  fc.record({ visitMinutes: minutes, stepMinutes: minutes, asked: fc.array(fc.nat(60), { maxLength: 6 }) }),
  { minLength: 2, maxLength: 4 },
);
const strangers = Array.from({ length: 24 }, (_, index) => leadId(`stranger ${index}`));

test.each<Kind>(['embedded', 'outside'])(
  'however the rules change, no visits overlap, each keeps its length, and what is offered can be had (%s)',
  async (kind) => {
    const empty = await withLeads(strangers);
    await fc.assert(
      fc.asyncProperty(eras, async (inTurn) => {
        const records = new Map(empty);
        const visits = new Map<string, Interval>();
        const leads = strangers.values();
        for (const { asked, ...lengths } of inTurn) {
          const rules = { ...visitRules, ...lengths };
          const context = () => alone(kind, records, now, rules);
          const times = openSlots(rules, [], now).slice(0, 30);
          for (const index of asked) {
            const wanted = times[index % times.length] as Interval;
            const isFree = !visits.values().some((visit) => overlap(visit, wanted));
            const offered = (await availableSlots(context())).map((slot) => toInterval(slot).start);
            expect(offered.includes(wanted.start)).toBe(isFree);
            const lead = leads.next().value as string;
            expect(await bookSlot(context(), lead, wanted)).toBe(isFree ? 'booked' : 'taken');
            if (isFree) visits.set(lead, wanted);
          }
          for (const [lead, visit] of visits) {
            expect(await visitStatus(context(), lead)).toMatchObject({ interval: visit });
          }
        }
      }),
    );
  },
);
