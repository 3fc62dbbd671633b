import { describe, expect, test } from 'vitest';
import { type BookedVisit, googleSite, mailsOf } from '#tests/support/google/google-site';
import { DAY, HOUR, MINUTE } from '#lib/time/units';

const site = googleSite();
const eventNow = (id: string) => site.google.events.all().find((event) => event.id === id);

test('the visitor moves: the new event stands before the old one goes; the old slot is free, and each is told once', async () => {
  const { id, slot, other, event } = await site.bookedVisit();
  expect(await site.move(id, other)).toBe(303);
  const changes = site.google.heard.filter(({ method, call }) => method === 'DELETE' || call === 'insert');
  expect(changes.map(({ call, status }) => [call, status])).toEqual([
    ['insert', 200],
    ['insert', 200],
    ['delete', 204],
  ]);
  expect(changes.at(-1)?.path).toContain(event.id);
  expect(site.eventsAt(other)).toEqual([site.eventOf(id)]);
  expect(await site.booking(id)).toMatchObject({ start: other.start, status: 'booked' });
  expect(await site.openSlots()).toContainEqual(slot);
  expect(await site.move(id, other)).toBe(303);
  const mails = [...mailsOf('booked', event), ...mailsOf('booked', site.eventOf(id))];
  expect(await site.mails()).toEqual(mails.toSorted());
  const next = await site.request();
  expect((await site.confirm(next, slot)).status).toBe(201);
  await site.rest();
  expect(site.eventsAt(slot)).toEqual([site.eventOf(next)]);
});

test.each<[what: string, status: number, arrange: (visit: BookedVisit) => void]>([
  [
    'the new time is busy',
    409,
    ({ other }) => void site.google.events.add({ start: { dateTime: other.start }, end: { dateTime: other.end } }),
  ],
  ['Google refuses', 502, () => site.google.faults.next('insert', 'forbidden')],
  ['Google does not answer', 503, () => site.failAlways('cut')],
  ['every insert is lost', 503, () => site.failAlways('cutAfter', 'insert')],
  ['every insert is late', 503, () => site.failAlways('late', 'insert')],
])('the visitor moves, %s: %i, and the former visit is untouched', async (_what, status, arrange) => {
  const visit = await site.bookedVisit();
  const { id, slot, event } = visit;
  arrange(visit);
  expect(await site.move(id, visit.other)).toBe(status);
  site.answerAgain();
  for (const wait of [async () => undefined, () => site.rest()]) {
    await wait();
    expect(eventNow(event.id)).toEqual(event);
    expect(await site.record(slot.start)).toMatchObject({ state: 'booked', lead: id });
    expect(await site.booking(id)).toMatchObject({ start: slot.start, status: 'booked' });
    expect(await site.mails()).toEqual(mailsOf('booked', event));
  }
  expect(site.eventsAt(visit.other)).toEqual([]);
});

test.each<[what: string, isWritten: boolean, arrange: () => void]>([
  ['answers', true, () => undefined],
  ['does not answer', false, () => site.failAlways('cut', 'patch')],
])(
  'the visitor’s notes are stored where the calendar %s; its event has them: %s',
  async (_what, isWritten, arrange) => {
    const slot = await site.openSlot(2);
    const id = await site.request({ email: '' });
    expect((await site.confirm(id, slot)).status).toBe(201);
    arrange();
    const notes = { action: 'notes', address: '14 Palm Way', message: 'Gate code 4711' };
    expect((await site.submit(await site.visitPage(id), notes)).status).toBe(303);
    expect(await site.lead(id)).toMatchObject({ request: { address: '14 Palm Way', message: 'Gate code 4711' } });
    expect(site.eventOf(id).description?.includes('Gate code 4711')).toBe(isWritten);
  },
);

async function expectGone({ id, slot, event }: BookedVisit): Promise<void> {
  expect(site.eventsOf(id)).toEqual([]);
  expect(await site.record(slot.start)).toMatchObject({ state: 'free' });
  expect((await site.booking(id)).start).toBeUndefined();
  expect(await site.openSlots()).toContainEqual(slot);
  expect(await site.mails()).toEqual([...mailsOf('booked', event), ...mailsOf('cancelled', event)]);
}

test('the visitor cancels: the event is out at once; a repeat changes nothing', async () => {
  const visit = await site.bookedVisit();
  expect(await site.cancel(visit.id)).toBe(303);
  await expectGone(visit);
  const now = async () => [
    await site.booking(visit.id),
    await site.record(visit.slot.start),
    site.google.count('delete'),
  ];
  const before = await now();
  expect(await site.cancel(visit.id)).toBe(303);
  await expectGone(visit);
  expect(await now()).toEqual(before);
});

test('the visitor cancels with the calendar down: the lead has no visit at once, the sweep takes the event out later', async () => {
  const visit = await site.bookedVisit();
  site.failAlways('cut');
  expect(await site.cancel(visit.id)).toBe(303);
  expect(await site.booking(visit.id)).toMatchObject({ status: 'new', cancelledAt: expect.any(String) });
  expect(await site.record(visit.slot.start)).toMatchObject({ state: 'releasing' });
  expect(await site.cancel(visit.id)).toBe(303);
  await site.sweep();
  expect(site.eventsOf(visit.id)).toEqual([visit.event]);
  site.answerAgain();
  const next = await site.request();
  expect((await site.confirm(next, visit.slot)).status).toBe(409);
  await site.rest();
  await expectGone(visit);
});

const aWeekLater = (instant: string) => ({ dateTime: new Date(Date.parse(instant) + 7 * DAY).toISOString() });

test.each<[what: string, change: (visit: BookedVisit) => void, stands: number]>([
  [
    'moves it',
    ({ event: { id }, slot }) => site.google.events.move(id, aWeekLater(slot.start), aWeekLater(slot.end)),
    1,
  ],
  ['deletes it', ({ event }) => site.google.events.cancel(event.id), 0],
])(
  'the owner %s: the slot is free for the next visitor, and what the owner did stays',
  async (_what, change, stands) => {
    const visit = await site.bookedVisit();
    const { id, slot, event } = visit;
    change(visit);
    const changed = site.google.events.all();
    await site.rest();
    expect(site.google.events.all(), 'the sweep leaves it alone').toEqual(changed);
    expect(await site.openSlots()).toContainEqual(slot);
    const next = await site.request();
    expect((await site.confirm(next, slot)).status).toBe(201);
    await site.rest();
    expect(site.eventsAt(slot)).toEqual([site.eventOf(next)]);
    expect(site.eventsOf(id)).toHaveLength(stands);
    expect([eventNow(event.id)]).toEqual(changed);
    expect(await site.record(slot.start)).toMatchObject({ state: 'booked', lead: next });
    // Its page then says that the visit was changed: it was not cancelled.
    expect(await site.booking(id)).toMatchObject({ start: slot.start, status: 'booked' });
    expect((await site.booking(id)).cancelledAt).toBeUndefined();
    expect(await site.mails()).toEqual(
      [...mailsOf('booked', event), ...mailsOf('booked', site.eventOf(next))].toSorted(),
    );
  },
);

describe('the owner changes the visit on the website', () => {
  const change = (id: string, body: object) => site.command(id, body);
  const invitations = () => site.google.events.invitations.map(({ kind }) => kind);

  test('and tells: one event, and Google’s own invitation and cancellation', async () => {
    const { id, slot, other } = await site.bookedVisit();
    const move = { do: 'book', slot: other.start, from: slot.start, isQuiet: false };
    expect((await change(id, move)).status).toBe(200);
    await site.rest();
    expect(site.eventsAt(other)).toEqual([site.eventOf(id)]);
    expect(invitations()).toEqual(['invited', 'invited', 'cancelled']);
  });

  test('at any time: a busy time is said, then booked over; the event has the end and says the kind', async () => {
    const { id, slot, other } = await site.bookedVisit();
    const later = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * HOUR).toISOString();
    const [start, end] = [later(other.start, 24 * 70), later(other.start, 24 * 70 + 5)];
    const [busyFrom, busyUntil] = [later(start, 1), later(start, 2)];
    site.google.events.add({ start: { dateTime: busyFrom }, end: { dateTime: busyUntil } });
    const move = { do: 'book', slot: start, end, kind: 'installation', from: slot.start, isQuiet: true };
    const warned = await change(id, move);
    const { conflict } = await warned.json();
    expect([warned.status, conflict.fields.overlaps]).toEqual([
      409,
      expect.arrayContaining([{ what: 'busy', start: busyFrom, end: busyUntil }]),
    ]);
    expect((await site.booking(id)).start).toBe(slot.start);
    expect((await change(id, { ...move, isAnyway: true })).status).toBe(200);
    await site.rest();
    const [event, ...more] = site.eventsOf(id);
    expect([event?.summary, more]).toEqual([expect.stringMatching(/^Installation: /), []]);
    const times = event && site.google.events.intervalOf(event);
    expect(times).toEqual({ start: Date.parse(start), end: Date.parse(end) });
    // Half an hour later it overlaps itself, and the busy time, and keeps its length and kind.
    const half = { ...move, slot: later(start, 0.5), end: undefined, kind: undefined, from: start, isAnyway: true };
    expect((await change(id, half)).status).toBe(200);
    await site.rest();
    const [moved, ...others] = site.eventsOf(id);
    expect([moved?.summary, others]).toEqual([event?.summary, []]);
    expect(moved && site.google.events.intervalOf(moved).end).toBe(Date.parse(later(end, 0.5)));
  });

  test('the end and the kind where it is: the new event stands alone, and another visit beside it has its own', async () => {
    const { id, slot } = await site.bookedVisit();
    const end = new Date(Date.parse(slot.end) + 2 * HOUR).toISOString();
    const fields = { do: 'book', slot: slot.start, end, kind: 'measure', isQuiet: false, isAnyway: true };
    expect((await change(id, { ...fields, from: slot.start })).status).toBe(200);
    await site.rest();
    const event = site.eventOf(id);
    expect([event.summary, site.google.events.intervalOf(event)]).toEqual([
      expect.stringMatching(/^Measur/),
      { start: Date.parse(slot.start), end: Date.parse(end) },
    ]);
    expect(invitations()).toEqual(['invited', 'invited', 'cancelled']);
    const next = await site.request();
    expect((await change(next, { ...fields, from: null })).status).toBe(200);
    await site.rest();
    expect(site.eventsAt(slot)).toEqual(expect.arrayContaining([event, site.eventOf(next)]));
    expect((await change(id, { do: 'cancel', from: slot.start, isQuiet: false })).status).toBe(200);
    await site.rest();
    expect(site.eventsAt(slot)).toEqual([site.eventOf(next)]);
  });

  test('a visit that moves by a few minutes is not busy with itself', async () => {
    const { id, slot } = await site.bookedVisit();
    const to = new Date(Date.parse(slot.start) - 10 * MINUTE).toISOString();
    const answer = await change(id, { do: 'book', slot: to, from: slot.start, isQuiet: true });
    const body = await answer.json();
    const overlaps = answer.status === 409 ? body.conflict.fields.overlaps : [];
    expect(overlaps.filter(({ what }: { what: string }) => what === 'busy' || what === 'visit')).toEqual([]);
  });

  test('quietly: Google says nothing, also where the sweep takes the old event out', async () => {
    const { id, slot, other } = await site.bookedVisit();
    site.google.faults.next('delete', 'error500', 20);
    const move = { do: 'book', slot: other.start, from: slot.start, isQuiet: true };
    expect((await change(id, move)).status).toBe(200);
    await site.rest();
    expect(site.eventsAt(other)).toEqual([site.eventOf(id)]);
    expect((await change(id, { do: 'cancel', from: other.start, isQuiet: true })).status).toBe(200);
    await site.rest();
    expect(site.eventsOf(id)).toEqual([]);
    expect(invitations()).toEqual(['invited']);
    // The mail of the booking waits here, and is no longer true: the new time is told in its place, the cancellation is not.
    const toVisitor = (await site.mails()).filter((mail) => mail.endsWith('-visitor'));
    expect(toVisitor).toEqual([expect.stringMatching(/^booked-/), expect.stringMatching(/^booked-/)]);
  });

  test('while the calendar does not answer: nothing that is shown changes, and pressing again finds out', async () => {
    const { id, slot, other } = await site.bookedVisit();
    const move = { do: 'book', slot: other.start, from: slot.start, isQuiet: true };
    site.failAlways('error500', 'insert');
    const answer = await change(id, move);
    const error = 'The calendar did not confirm the visit. Please try again.';
    expect([answer.status, await answer.json()]).toEqual([503, { error }]);
    expect((await site.booking(id)).start).toBe(slot.start);
    site.answerAgain();
    await site.rest();
    expect((await change(id, move)).status).toBe(200);
    await site.rest();
    expect(site.eventsAt(other)).toEqual([site.eventOf(id)]);
  });

  test('a lead with a past visit is removed while the calendar does not answer: its event goes later', async () => {
    const { id, event } = await site.bookedVisit();
    site.pass(60 * DAY);
    site.failAlways('error503', 'delete');
    expect((await site.asOwner('DELETE', `/api/leads/${id}`)).status).toBe(204);
    expect([await site.lead(id), await site.mails(), eventNow(event.id)]).toEqual([undefined, [], event]);
    site.answerAgain();
    for (const _ of [1, 2]) {
      site.pass(HOUR);
      await site.run('sweep-leads');
      expect([site.eventsOf(id), await site.store('leads').list('unreleased/')]).toEqual([[], []]);
    }
  });
});
