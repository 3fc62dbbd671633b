import { describe, expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import type { Fault, GoogleCall } from '#tests/support/google/google-faults';
import { googleSite, mailsOf } from '#tests/support/google/google-site';

const site = googleSite({ inMemory: true });

const AGAIN = 'We could not confirm that time. Please press Confirm Booking again.';
const SORRY = /^Our calendar did not take the visit\. Please call .+: we have your request\.$/;
const TAKEN = 'Somebody has just taken that time. Please choose another.';

async function visitor(): Promise<{ id: string; slot: Slot; other: Slot }> {
  const [slot, other] = await site.openSlots();
  if (!slot || !other) throw new Error('No slots');
  return { id: await site.request(), slot, other };
}

/** The visit stands once, everywhere, and everybody is told once. */
async function expectBooked(id: string, slot: Slot): Promise<void> {
  const [event, ...more] = site.eventsOf(id);
  expect(more).toEqual([]);
  expect(site.eventsAt(slot)).toEqual([event]);
  expect(await site.record(slot)).toMatchObject({ state: 'booked', lead: id });
  expect(await site.lead(id)).toMatchObject({ slot: slot.start, status: 'booked' });
  expect(await site.mails()).toEqual(event && mailsOf('booked', event));
  expect(await site.openSlots()).not.toContainEqual(slot);
}

/** Nothing stands, the request is kept, and whoever comes next gets the slot. */
async function expectUnbooked(id: string, slot: Slot): Promise<void> {
  expect(site.eventsOf(id)).toEqual([]);
  expect(await site.mails()).toEqual([]);
  const lead = await site.lead(id);
  expect(lead).toMatchObject({ status: 'new' });
  expect(lead).not.toHaveProperty('slot');
  const next = await site.request({ name: 'Next Visitor' });
  expect(await site.book(next, slot)).toMatchObject({ status: 201 });
  await expectBooked(next, slot);
}

/**
 * One fault of each kind that the driver tells apart at each of its calls. That every other fault is one of these kinds
 * is the driver's contract (`failures.test.ts`, `tokens.test.ts`); what a booking does after each, at whatever moment,
 * is told by the machine's table, walks and interleavings. Here is that all of them together say the same.
 */
const passing: [call: GoogleCall, fault: Fault][] = [
  ['token', 'error503'],
  ['freeBusy', 'rateLimit'],
  ['insert', 'garbage'],
  ['insert', 'hangAfter'],
  ['insert', 'late'],
];
const lasting: [call: GoogleCall, fault: Fault][] = [
  ['token', 'cut'],
  ['freeBusy', 'error503'],
  ['insert', 'tooMany'],
  ['insert', 'cut'],
  ['insert', 'error500After'],
  ['insert', 'late'],
  ['get', 'error500'],
];

describe('a failure that passes costs the visitor nothing: 201 and exactly one event', () => {
  test.each(passing)('%s: %s', async (call, fault) => {
    const { id, slot } = await visitor();
    site.google.oauth.expireAccessTokens();
    site.google.faults.next(call, fault);
    expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    site.google.land();
    await expectBooked(id, slot);
  });

  test.each(['late', 'cutAfter', 'cut'] as const)(
    'insert: %s three times, which takes longer than a look',
    async (fault) => {
      const { id, slot } = await visitor();
      site.setPauses({ pauseWeight: 8 });
      site.google.faults.next('insert', fault, 3);
      expect(await site.book(id, slot)).toMatchObject({ status: 201 });
      site.google.land();
      await expectBooked(id, slot);
    },
  );
});

describe('a failure that lasts: 503 with the sentence, then nothing stands, or Confirm again succeeds', () => {
  async function fail(call: GoogleCall, fault: Fault): Promise<{ id: string; slot: Slot }> {
    const { id, slot } = await visitor();
    site.setPauses({ pauseWeight: call === 'get' ? 25 : 50 });
    site.google.oauth.expireAccessTokens();
    if (call === 'get') site.google.faults.next('insert', 'cutAfter');
    site.google.faults.decide = (heard) => (heard === call ? fault : null);
    expect(await site.book(id, slot)).toEqual({ status: 503, error: AGAIN });
    expect(await site.mails()).toEqual([]);
    site.google.faults.clear();
    site.setPauses({});
    return { id, slot };
  }

  test.each(lasting)('%s: %s, and the visitor is gone', async (call, fault) => {
    const { id, slot } = await fail(call, fault);
    await site.rest();
    await expectUnbooked(id, slot);
  });

  test.each(lasting)('%s: %s, and Confirm is pressed again', async (call, fault) => {
    const { id, slot } = await fail(call, fault);
    const second = await site.book(id, slot);
    if (second.status !== 201) {
      expect(second).toEqual({ status: 503, error: AGAIN });
      site.google.land();
      site.pass(200_000);
      expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    }
    await site.rest();
    await expectBooked(id, slot);
  });

  test.each(lasting)('%s: %s, and another visitor never gets a slot whose event stands', async (call, fault) => {
    const { id, slot } = await fail(call, fault);
    const next = await site.request({ name: 'Next Visitor' });
    expect([201, 409]).toContain((await site.book(next, slot)).status);
    await site.rest();
    const record = await site.record(slot);
    expect(site.eventsOf(id)).toEqual([]);
    expect(site.eventsOf(next)).toHaveLength(record?.state === 'booked' ? 1 : 0);
  });
});

describe('a definite no: 502 with a number to call, nothing stands, the slot is free at once', () => {
  const refusals: [what: string, arrange: () => void][] = [
    ['insert: 403 forbidden', () => site.google.faults.next('insert', 'forbidden')],
    ['freeBusy: an error of the calendar, notFound', () => (site.google.busyError = 'notFound')],
    ['token: invalid_grant', () => site.google.oauth.revoke()],
  ];
  test.each(refusals)('%s', async (_what, arrange) => {
    const { id, slot } = await visitor();
    site.google.oauth.expireAccessTokens();
    arrange();
    expect(await site.book(id, slot)).toEqual({ status: 502, error: expect.stringMatching(SORRY) });
    expect(await site.record(slot)).toMatchObject({ state: 'free' });
    site.google.busyError = null;
    site.connect({ ...site.google.env, GOOGLE_REFRESH_TOKEN: site.google.oauth.newRefreshToken() });
    await expectUnbooked(id, slot);
  });
});

describe('invitations that Google refuses do not cost the visit', () => {
  test('a service account alone may not invite: the event stands without guests, our own invitation goes out', async () => {
    site.connect(site.google.serviceAccountEnv);
    const { id, slot } = await visitor();
    expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    expect(site.eventsOf(id)[0]).not.toHaveProperty('attendees');
    await expectBooked(id, slot);
  });

  test('the quota of invitations is used up: 201, without guests', async () => {
    const { id, slot } = await visitor();
    site.google.faults.next('insert', 'quota');
    expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    expect(site.eventsOf(id)[0]).not.toHaveProperty('attendees');
    await expectBooked(id, slot);
  });
});

describe('what the owner puts in between the listing and the booking', () => {
  const aMinuteBefore = (instant: string) => new Date(Date.parse(instant) - 60_000).toISOString();
  const put = ({ start, end }: Slot) => site.google.events.add({ start: { dateTime: start }, end: { dateTime: end } });

  test('an event that touches its last minute: 409, and it is no longer offered', async () => {
    const { id, slot, other } = await visitor();
    put({ ...slot, start: aMinuteBefore(slot.end) });
    expect(await site.book(id, slot)).toEqual({ status: 409, error: TAKEN });
    expect(await site.record(slot)).toMatchObject({ state: 'free' });
    expect(site.eventsOf(id)).toEqual([]);
    expect(await site.openSlots()).not.toContainEqual(slot);
    const [free] = (await site.openSlots()).filter(({ start }) => start !== other.start);
    if (!free) throw new Error('No slot is left');
    expect(await site.book(id, free)).toMatchObject({ status: 201 });
    await expectBooked(id, free);
  });

  test('one that ends as the visit begins keeps nobody away', async () => {
    const { id, slot } = await visitor();
    put({ start: aMinuteBefore(slot.start), end: slot.start });
    expect(await site.openSlots()).toContainEqual(slot);
    expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    await expectBooked(id, slot);
  });
});
