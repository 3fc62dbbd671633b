import { expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import type { Fault, GoogleCall } from '#tests/support/google/google-faults';
import { googleSite, mailsOf } from '#tests/support/google/google-site';
import { MINUTE } from '#lib/time/units';

const site = googleSite();

const UNAVAILABLE = { slots: [], error: 'Our calendar did not answer. Please try again in a moment.' };
const AGAIN = 'We could not confirm that time. Please press Confirm Booking again.';
const SORRY = /^Our calendar did not take the visit\. Please call .+: we have your request\.$/;
const TAKEN = 'Somebody has just taken that time. Please choose another.';

async function visitor(): Promise<{ id: string; slot: Slot; other: Slot }> {
  return { id: await site.request(), slot: await site.openSlot(), other: await site.openSlot(1) };
}

/** The visit stands once, everywhere, and everybody is told once. */
async function expectBooked(id: string, slot: Slot): Promise<void> {
  const event = site.eventOf(id);
  expect(site.eventsAt(slot)).toEqual([event]);
  expect(await site.record(slot.start)).toMatchObject({ state: 'booked', lead: id });
  expect(await site.booking(id)).toMatchObject({ start: slot.start, status: 'booked' });
  expect(await site.mails()).toEqual(mailsOf('booked', event));
  expect(await site.openSlots()).not.toContainEqual(slot);
}

/** Nothing stands but the request, and the next visitor has the slot. */
async function expectNextHas(id: string, next: string, slot: Slot): Promise<void> {
  expect(site.eventsOf(id)).toEqual([]);
  expect(await site.booking(id)).toMatchObject({ status: 'new', start: undefined });
  await expectBooked(next, slot);
}

test('a failure that passes is not seen: the same slots as before', async () => {
  const before = await site.openSlots();
  site.google.oauth.expireAccessTokens();
  site.google.faults.next('token', 'cut');
  site.google.faults.next('freeBusy', 'error503');
  expect(await site.availability()).toEqual({ status: 200, body: { slots: before } });
});

/** Whatever the driver throws, whoever it comes from; which fault is which is the driver's contract. */
test.each<[what: string, arrange: () => void]>([
  ['the token is refused', () => site.google.oauth.revoke()],
  ['free/busy is never answered', () => site.failAlways('cut', 'freeBusy')],
  ['a mistake in the variables', () => site.connect({ ...site.google.env, GOOGLE_TOKEN_URL: 'nowhere' })],
])('a failure that lasts: 503, no slot at all, and a sentence: %s', async (_what, arrange) => {
  expect((await site.openSlots()).length).toBeGreaterThan(20);
  arrange();
  expect(await site.availability()).toEqual({ status: 503, body: UNAVAILABLE });
});

/**
 * A fault of each kind at a call of each kind. That every other fault is one of these kinds is the driver's contract
 * (`failures.test.ts`, `tokens.test.ts`); what a booking does after each, at whatever moment, is told by the machine’s
 * table and the interleavings. Here is that all of them together say the same.
 */
test.each<[GoogleCall, Fault, times: number, pauseWeight: number]>([
  ['token', 'error503', 1, 1],
  ['freeBusy', 'rateLimit', 1, 1],
  ['insert', 'hangAfter', 1, 1],
  // It takes longer than a look at the calendar holds.
  ['insert', 'late', 3, 8],
])(
  'a failure that passes costs the visitor nothing, and makes one event: %s: %s, %i times',
  async (call, fault, times, pauseWeight) => {
    const { id, slot } = await visitor();
    site.setPauses({ pauseWeight });
    site.google.oauth.expireAccessTokens();
    site.google.faults.next(call, fault, times);
    expect(await site.confirm(id, slot)).toMatchObject({ status: 201 });
    site.google.land();
    await expectBooked(id, slot);
  },
);

const lasting: [GoogleCall, Fault][] = [
  ['token', 'cut'],
  ['freeBusy', 'error503'],
  ['insert', 'cutAfter'],
  ['insert', 'late'],
  ['get', 'error500'],
];

test.each(lasting)('a failure that lasts, %s: %s, and Confirm is pressed again', async (call, fault) => {
  const { id, slot } = await visitor();
  site.google.oauth.expireAccessTokens();
  if (call === 'get') site.google.faults.next('insert', 'cutAfter');
  // The booking cannot take its event out of the calendar either.
  site.failAlways(fault, call, ...(call === 'insert' ? ['delete' as const] : []));
  site.setPauses({ pauseWeight: call === 'get' ? 25 : 50 });
  expect(await site.confirm(id, slot)).toEqual({ status: 503, error: AGAIN });
  expect(await site.mails()).toEqual([]);
  site.answerAgain();
  const second = await site.confirm(id, slot);
  if (second.status !== 201) {
    expect(second).toEqual({ status: 503, error: AGAIN });
    site.google.land();
    site.pass(200_000);
    expect(await site.confirm(id, slot)).toMatchObject({ status: 201 });
  }
  await site.rest();
  await expectBooked(id, slot);
});

test('an insert that lands when everybody has given up on it, and another has the time: the sweep takes out the stray alone', async () => {
  const { id, slot } = await visitor();
  const next = await site.request();
  site.failAlways('late', 'insert');
  expect((await site.confirm(id, slot)).status).toBe(503);
  site.answerAgain();
  site.pass(200_000);
  await site.sweep();
  expect((await site.confirm(next, slot)).status).toBe(201);
  site.google.land();
  expect(site.eventsOf(id)).toHaveLength(1);
  await site.sweep();
  await expectNextHas(id, next, slot);
});

test.each<[what: string, arrange: () => void]>([
  ['insert: 403 forbidden', () => site.google.faults.next('insert', 'forbidden')],
  ['freeBusy: an error of the calendar, notFound', () => (site.google.busyError = 'notFound')],
  ['token: invalid_grant', () => site.google.oauth.revoke()],
])('a definite no (%s): 502 with a number to call, the slot is free at once', async (_what, arrange) => {
  const { id, slot } = await visitor();
  site.google.oauth.expireAccessTokens();
  arrange();
  expect(await site.confirm(id, slot)).toEqual({ status: 502, error: expect.stringMatching(SORRY) });
  expect([await site.record(slot.start), await site.mails()]).toEqual([expect.objectContaining({ state: 'free' }), []]);
  site.google.busyError = null;
  site.connect({ ...site.google.env, GOOGLE_REFRESH_TOKEN: site.google.oauth.newRefreshToken() });
  const next = await site.request({ name: 'Next Visitor' });
  expect(await site.confirm(next, slot)).toMatchObject({ status: 201 });
  await expectNextHas(id, next, slot);
});

test('an event that the owner puts in meanwhile: 409 if it touches the last minute; one that ends before keeps nobody away', async () => {
  const { id, slot, other } = await visitor();
  const aMinuteBefore = (instant: string) => ({ dateTime: new Date(Date.parse(instant) - MINUTE).toISOString() });
  for (const instant of [slot.end, other.start])
    site.google.events.add({ start: aMinuteBefore(instant), end: { dateTime: instant } });
  expect(await site.confirm(id, slot)).toEqual({ status: 409, error: TAKEN });
  expect([await site.record(slot.start), site.eventsOf(id)]).toEqual([expect.objectContaining({ state: 'free' }), []]);
  const open = await site.openSlots();
  expect(open).not.toContainEqual(slot);
  expect(open).toContainEqual(other);
  expect(await site.confirm(id, other)).toMatchObject({ status: 201 });
  await expectBooked(id, other);
});
