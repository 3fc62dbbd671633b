import { firstVisit } from '#lead/visits';
import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { slotKey, takenSlots } from '#server/slots/records';
import { offeredWindow } from '#server/slots/times';
import { alone, first, now } from '#tests/support/booking-world';
import { visitTo } from '#tests/support/calendar-suite';
import { leadOf, visitOf } from '#tests/support/visits';
import { wrapped } from '#tests/support/stores/memory-store';
import { timesLeft } from './offer.ts';
import { takeQuota } from './visit-quota.ts';

test('who loses the swap of the list again and again is called, in 20 tries; the owner books all the same', async () => {
  let reads = 0;
  const context = { ...alone('embedded', new Map()), networks: [{ key: 'of one', max: 8 }] };
  await context.leads.put('visitors/everybody', []);
  const leads = wrapped(context.leads, (call, method) => async (...given) => {
    if (method === 'get' && given[0] === 'visitors/everybody') reads += 1;
    return method === 'replace' ? null : await call(...given);
  });
  const quota = { slot: slotKey(first.start), seen: new Map(), countLeft: async () => 100 };
  const ofAnn = { lead: leadOf('ann'), visit: visitOf('ann') };
  expect(await takeQuota({ ...context, leads }, ofAnn, quota)).toBe('callFirst');
  expect(reads).toBe(20);
  const ofOwner = { lead: leadOf('bob'), visit: visitOf('bob', { byOwner: [{ slot: quota.slot, isQuiet: true }] }) };
  expect(await takeQuota({ ...context, leads }, ofOwner, quota)).toBe('taken');
});

/** The only day on offer, in three hours of starts a quarter of an hour apart. */
const clock = (time: string) => Date.parse(`2026-12-01T${time}:00-05:00`);
const hours = Array.from({ length: 7 }, () => [{ from: '09:00', until: '12:00' }]);
const schedule = { ...visitRules, weekly: hours, stepMinutes: 15, visitMinutes: 60, daysAhead: 1, noticeMinutes: 600 };
const records = {
  held: { state: 'held', eventNumber: 0, writes: 1, lead: 'x', visit: firstVisit('x'), until: now + 1 },
  expired: { state: 'held', eventNumber: 0, writes: 1, lead: 'x', visit: firstVisit('x'), until: now - 1 },
  booked: { state: 'booked', eventNumber: 0, writes: 1, lead: 'x', visit: firstVisit('x') },
} as const;

test.each<
  [
    what: string,
    left: number,
    state?: keyof typeof records | undefined,
    slot?: string | undefined,
    event?: [string, string],
  ]
>([
  ['nothing', 3],
  ['a hold at nine', 2, 'held', '09:00'],
  ['a hold that leaves two hours less a quarter', 1, 'held', '09:15'],
  ['a hold that has ended', 3, 'expired', '09:15'],
  ['a visit whose event the owner has deleted', 3, 'booked', '09:15'],
  ['the owner’s event amid the morning', 2, undefined, undefined, ['10:15', '10:30']],
  ['both', 1, 'held', '09:15', ['10:15', '10:30']],
])('beside %s %i visits fit one after the other', async (_, left, state, slot = '', event) => {
  const context = alone('outside', new Map());
  if (state) await context.slots.put(slotKey(clock(slot)), records[state]);
  const interval = event && { start: clock(event[0]), end: clock(event[1]) };
  if (interval) await context.calendar.createEvent(visitTo(context.calendar, interval), now);
  const taken = await takenSlots(context.slots, offeredWindow(schedule, now), now);
  expect(await timesLeft(context, schedule, taken)).toBe(left);
});
