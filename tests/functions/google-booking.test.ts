import { describe, expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import type { Fault } from '#tests/support/google/google-faults';
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

const passing: Fault[] = ['rateLimit', 'userRateLimit', 'tooMany', 'error500', 'error503', 'hang', 'cut', 'garbage'];
const tokenFaults: Fault[] = ['tooMany', 'error500', 'error503', 'hang', 'cut', 'garbage'];
const losing: Fault[] = ['error500After', 'hangAfter', 'cutAfter', 'late'];

describe('a failure that passes costs the visitor nothing: 201 and exactly one event', () => {
  test.each([
    ...tokenFaults.map((fault) => ['token', fault] as const),
    ...passing.flatMap((fault) => [['freeBusy', fault] as const, ['insert', fault] as const]),
    ...losing.map((fault) => ['insert', fault] as const),
  ])('%s: %s', async (call, fault) => {
    const { id, slot } = await visitor();
    site.google.oauth.expireAccessTokens();
    site.google.faults.next(call, fault);
    expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    site.google.land();
    await expectBooked(id, slot);
  });

  test.each([...losing, 'hang', 'cut'] as const)(
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

  test('an access token that ended before its time is renewed', async () => {
    const { id, slot } = await visitor();
    site.google.oauth.expireAccessTokens();
    expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    await expectBooked(id, slot);
  });
});

type Stage = 'token' | 'freeBusy' | 'insert' | 'get';
const lasting: readonly Fault[] = [...passing, ...losing];

describe('a failure that lasts: 503 with the sentence, then nothing stands, or Confirm again succeeds', () => {
  const cases = [
    ...passing.map((fault) => ['freeBusy', fault] as const),
    ...lasting.map((fault) => ['insert', fault] as const),
    ...tokenFaults.map((fault) => ['token', fault] as const),
    ...passing.map((fault) => ['get', fault] as const),
  ];

  async function fail(call: Stage, fault: Fault): Promise<{ id: string; slot: Slot }> {
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

  test.each(cases)('%s: %s, and the visitor is gone', async (call, fault) => {
    const { id, slot } = await fail(call, fault);
    await site.rest();
    await expectUnbooked(id, slot);
  });

  test.each(cases)('%s: %s, and Confirm is pressed again', async (call, fault) => {
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

  test.each(cases)('%s: %s, and another visitor never gets a slot whose event stands', async (call, fault) => {
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
    ['freeBusy: 403 forbidden', () => site.google.faults.next('freeBusy', 'forbidden')],
    ['freeBusy: an error of the calendar, notFound', () => (site.google.busyError = 'notFound')],
    ['the calendar is no longer shared', () => (site.google.isShared = false)],
    ['token: invalid_grant', () => site.google.oauth.revoke()],
    ['tokens that the API does not know: 401 again', () => (site.google.oauth.givesWrongTokens = true)],
  ];
  test.each(refusals)('%s', async (_what, arrange) => {
    const { id, slot } = await visitor();
    site.google.oauth.expireAccessTokens();
    arrange();
    expect(await site.book(id, slot)).toEqual({ status: 502, error: expect.stringMatching(SORRY) });
    expect(await site.record(slot)).toMatchObject({ state: 'free' });
    Object.assign(site.google, { busyError: null, isShared: true });
    site.google.oauth.givesWrongTokens = false;
    site.google.oauth.expireAccessTokens();
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

  test('forbiddenForServiceAccounts comes unexpectedly: 201, without guests', async () => {
    site.connect(site.google.delegateEnv);
    site.google.oauth.mayInvite = false;
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
  const hour = ({ start, end }: Slot) => ({ start: { dateTime: start }, end: { dateTime: end } });

  test.each([
    ['an event at that hour', (slot: Slot) => hour(slot)],
    ['a tentative one', (slot: Slot) => ({ ...hour(slot), status: 'tentative' as const })],
    ['one that touches its last minute', (slot: Slot) => hour({ ...slot, start: aMinuteBefore(slot.end) })],
    ['a whole day', (slot: Slot) => wholeDay(slot)],
  ])('%s: 409, and it is no longer offered', async (_what, event) => {
    const { id, slot, other } = await visitor();
    site.google.events.add(event(slot));
    expect(await site.book(id, slot)).toEqual({ status: 409, error: TAKEN });
    expect(await site.record(slot)).toMatchObject({ state: 'free' });
    expect(site.eventsOf(id)).toEqual([]);
    expect(await site.openSlots()).not.toContainEqual(slot);
    const [free] = (await site.openSlots()).filter(({ start }) => start !== other.start);
    if (!free) throw new Error('No slot is left');
    expect(await site.book(id, free)).toMatchObject({ status: 201 });
    await expectBooked(id, free);
  });

  test.each([
    ['a transparent event', (slot: Slot) => ({ ...hour(slot), transparency: 'transparent' as const })],
    ['a cancelled event', (slot: Slot) => ({ ...hour(slot), status: 'cancelled' as const })],
    ['one that ends as the visit begins', (slot: Slot) => hour({ start: aMinuteBefore(slot.start), end: slot.start })],
  ])('%s keeps nobody away', async (_what, event) => {
    const { id, slot } = await visitor();
    site.google.events.add(event(slot));
    expect(await site.openSlots()).toContainEqual(slot);
    expect(await site.book(id, slot)).toMatchObject({ status: 201 });
    await expectBooked(id, slot);
  });

  const aMinuteBefore = (instant: string) => new Date(Date.parse(instant) - 60_000).toISOString();
  const wholeDay = ({ start }: Slot) => ({
    start: { date: start.slice(0, 10) },
    end: { date: new Date(Date.parse(start) + 86_400_000).toISOString().slice(0, 10) },
  });
});
