import { changeLead } from '#server/leads/lead-records';
import { expect, test, vi } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { googleSite, mailsOf } from '#tests/support/google/google-site';
import { HOUR } from '#lib/time/units';

const site = googleSite();

const PHONE = /\(404\) 555-0142/;
const refused = { status: 409, error: expect.stringMatching(PHONE) };

async function slots(count: number): Promise<Slot[]> {
  const open = (await site.openSlots()).slice(2, 2 + count);
  if (open.length < count) throw new Error('Too few slots');
  return open;
}

test('a cancelled lead books nothing by its id, nor by the key of its sitting', async () => {
  const [slot, other] = (await slots(2)) as [Slot, Slot];
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const id = await site.request({}, headers);
  expect((await site.confirm(id, slot, headers)).status).toBe(201);
  expect(await site.cancel(id)).toBe(303);
  for (const time of [slot, other]) {
    expect(await site.confirm(id, time)).toEqual(refused);
    expect(await site.confirm(id, time, headers)).toEqual(refused);
  }
  await site.rest();
  expect(site.eventsOf(id)).toEqual([]);
  expect(await site.booking(id)).toMatchObject({ cancelledAt: expect.any(String) });
  expect(await site.openSlots()).toContainEqual(slot);
});

test('an hour after the visit its event stays, whatever is booked by the id', async () => {
  const { id, slot, event } = await site.bookedVisit();
  site.pass(Date.parse(slot.end) + HOUR - Date.now());
  expect(await site.confirm(id, await site.openSlot(3))).toEqual(refused);
  await site.rest();
  expect(site.google.events.all().find((one) => one.id === event.id)).toEqual(event);
  expect(await site.booking(id)).toMatchObject({ start: slot.start, status: 'booked' });
});

test('a coming visit is not moved by its id, and the same booking again is a success', async () => {
  const { id, slot, other, event } = await site.bookedVisit();
  expect(await site.confirm(id, other)).toEqual(refused);
  expect(await site.confirm(id, other, { 'idempotency-key': 'another' })).toEqual(refused);
  expect(await site.confirm(id, slot)).toMatchObject({ status: 201 });
  await site.rest();
  expect(site.eventOf(id)).toEqual(event);
  expect(await site.mails()).toEqual(mailsOf('booked', event));
  expect(await site.move(id, other)).toBe(303);
});

test.each(['lost', 'contacted', 'booked'] as const)(
  'a lead that the owner calls %s books nothing by its id',
  async (status) => {
    const id = await site.request();
    await changeLead(site.store('leads'), id, (lead) => ({ ...lead, status }));
    expect(await site.confirm(id, await site.openSlot(2))).toEqual(refused);
  },
);

test('an old lead books nothing by its id, and by its link it does', async () => {
  const id = await site.request();
  site.pass(3 * HOUR);
  expect(await site.confirm(id, await site.openSlot(2))).toEqual(refused);
  expect(await site.move(id, await site.openSlot(2))).toBe(303);
});

test('a visit that the owner took out of the calendar does not come back by the id', async () => {
  const { id, slot, event } = await site.bookedVisit();
  site.google.events.cancel(event.id);
  expect((await site.confirm(id, slot)).status).toBe(409);
  expect(site.eventsOf(id)).toEqual([]);
});

test('the id stands in no invitation, in no header of a mail and in no line of the log', async () => {
  site.connect(site.google.serviceAccountEnv);
  const [slot] = (await slots(1)) as [Slot];
  const id = await site.request();
  site.google.faults.next('insert', 'error500');
  site.google.faults.next('freeBusy', 'forbidden');
  const refusal = await site.confirm(id, slot);
  expect((await site.confirm(id, slot)).status).toBe(201);
  const leads = site.store('leads');
  const keys = await leads.list('outbox/');
  const stored = await Promise.all(keys.map(({ key }) => leads.get(key)));
  const invitations = stored.flatMap((one) => JSON.stringify(one?.value).match(/UID:[^\\]+/g) ?? []);
  expect(invitations).toHaveLength(1);
  expect(invitations[0]).not.toContain(id);
  expect(keys.map(({ key }) => key).join()).not.toContain(id);
  const lines = [console.error, console.warn].flatMap((log) => vi.mocked(log).mock.calls.flat().map(String));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.join('\n')).not.toContain(id);
  expect(refusal.status).toBe(502);
});

const spellings = [
  { phone: '(407) 555-0177', email: 'mallory@example.com' },
  { phone: '1 407 555 0177', email: 'Mallory+1@Example.com' },
  { phone: '407-555-0177', email: 'someone.else@example.com' },
  { phone: '(407) 555-0123', email: 'MALLORY@example.com' },
];

test('of a person’s visits the phone counts, and the mail address, each for itself', async () => {
  const times = await slots(5);
  for (const [index, spelling] of spellings.slice(0, 3).entries()) {
    expect((await site.confirm(await site.request(spelling), times[index] as Slot)).status).toBe(201);
  }
  // The phone has three visits by now, the address two.
  expect(await site.confirm(await site.request(spellings[2]), times[3] as Slot)).toEqual(refused);
  expect((await site.confirm(await site.request(spellings[3]), times[3] as Slot)).status).toBe(201);
  expect(await site.confirm(await site.request(spellings[3]), times[4] as Slot)).toEqual(refused);
  const fourth = await site.request(spellings[3]);
  const page = await site.submit(await site.visitPage(fourth), { action: 'move', slot: times[4]?.start ?? '' });
  expect(page.status, 'by the link').toBe(409);
  expect(await page.text()).toMatch(
    /You have 3 visits with us already\. For one more, or if these are not yours, please call\s*<PhoneLink/,
  );
});

test('a visit that is cancelled, or has begun, makes room for another', async () => {
  const times = await slots(5);
  const ids = [];
  for (const time of times.slice(0, 3)) {
    const id = await site.request(spellings[0]);
    expect((await site.confirm(id, time)).status).toBe(201);
    ids.push(id);
  }
  site.pass(200_000);
  const next = await site.request(spellings[0]);
  expect(await site.confirm(next, times[3] as Slot)).toEqual(refused);
  expect(await site.cancel(ids[1] ?? '')).toBe(303);
  expect((await site.confirm(next, times[3] as Slot)).status).toBe(201);
  site.pass(Date.parse(times[0]?.start ?? '') + 1000 - Date.now());
  const later = await site.request(spellings[0]);
  expect((await site.confirm(later, await site.openSlot(20))).status).toBe(201);
});

test('a request with the honeypot filled is kept, marked, answered as any other, and holds no slot', async () => {
  const [slot, other] = (await slots(2)) as [Slot, Slot];
  const id = await site.request({ company: 'Acme' });
  expect(await site.lead(id)).toMatchObject({ isSpam: true });
  expect(await site.confirm(id, slot)).toEqual({ status: 201, error: undefined });
  await site.rest();
  expect(await site.openSlots()).toContainEqual(slot);
  expect(site.google.events.all()).toEqual([]);
  expect(await site.mails()).toEqual([]);
  const real = await site.request();
  expect((await site.confirm(real, slot)).status).toBe(201);
  expect((await site.confirm(id, slot)).error).toBe('Somebody has just taken that time. Please choose another.');
  expect((await site.confirm(id, { ...other, end: other.start })).error).toMatch('no longer offered');
});

test('a visit is moved five times, also when seven come at once, and then by phone', async () => {
  const [first, ...times] = (await slots(8)) as [Slot, ...Slot[]];
  const id = await site.request();
  expect((await site.confirm(id, first)).status).toBe(201);
  for (const time of times.slice(0, 4)) expect(await site.move(id, time)).toBe(303);
  const answers = await Promise.all([...times.slice(4), ...times.slice(4), first].map((time) => site.move(id, time)));
  await site.rest();
  // Each may be overtaken by another, and the last may find its time still in release: 503, press again.
  if (!answers.includes(303)) {
    expect(answers).toContain(503);
    expect(await site.move(id, await site.openSlot(11))).toBe(303);
  }
  expect(await site.move(id, await site.openSlot(12))).toBe(409);
  expect(await site.booking(id)).toMatchObject({ moves: 5 });
  expect(site.eventsOf(id)).toHaveLength(1);
  expect(await site.cancel(id)).toBe(303);
});
