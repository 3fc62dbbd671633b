import { expect, test } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { startSession } from '#server/auth/session';
import { googleSite } from '#tests/support/google/google-site';
import lead from '../../netlify/functions/lead.ts';
import leadVisit from '../../netlify/functions/lead-visit.ts';
import { call, origin } from '#tests/support/api';

const site = googleSite({ inMemory: true });
const secret = 'a secret of this test alone, 32+ characters';

/** Asks a function of one lead as the owner who is signed in. */
async function asOwner(handler: typeof lead, id: string, method: string, body?: object): Promise<Response> {
  Object.assign(process.env, {
    ADMIN_USERNAME: 'owner',
    ADMIN_PASSWORD_HASH: Buffer.from('$2b$04$abcdefghijklmnopqrstuuJ5Vd1ZVJw0Zk3lJ5x0ZbX4n5m1eY8Ne').toString('base64'),
    SESSION_SECRET: secret,
  });
  const token = await startSession(new TextEncoder().encode(secret), Date.now());
  const headers = { cookie: `session=${token}`, 'content-type': 'application/json' };
  const request = new Request(`${origin}/api/leads/${id}/visit`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const run: typeof lead = (asked, context) => handler(asked, { ...context, params: { id } });
  return await site.alone(() => call(run, request));
}
const change = (id: string, body: object) => asOwner(leadVisit, id, 'POST', body);
const invitations = () => site.google.events.invitations.map(({ kind }) => kind);

async function booked(): Promise<{ id: string; slots: Slot[] }> {
  const slots = await site.openSlots();
  const id = await site.request();
  expect((await site.book(id, slots[0] as Slot)).status).toBe(201);
  return { id, slots };
}

test('the owner moves a visit and tells: one event, and Google’s own invitation and cancellation', async () => {
  const { id, slots } = await booked();
  const [from, to] = [slots[0]?.start, slots[3]?.start];
  expect((await change(id, { action: 'book', slot: to, from, isQuiet: false })).status).toBe(200);
  await site.rest();
  expect(site.eventsOf(id)).toHaveLength(1);
  expect(site.eventsAt(slots[3] as Slot)).toHaveLength(1);
  expect(invitations()).toEqual(['invited', 'invited', 'cancelled']);
});

test('quietly: the event moves, and Google says nothing, also where the sweep takes the old one out', async () => {
  const { id, slots } = await booked();
  const [from, to] = [slots[0]?.start, slots[3]?.start];
  site.google.faults.next('delete', 'error500', 20);
  expect((await change(id, { action: 'book', slot: to, from, isQuiet: true })).status).toBe(200);
  await site.rest();
  expect(site.eventsAt(slots[0] as Slot)).toEqual([]);
  expect(site.eventsAt(slots[3] as Slot)).toHaveLength(1);
  expect((await change(id, { action: 'cancel', from: to, isQuiet: true })).status).toBe(200);
  await site.rest();
  expect(site.eventsOf(id)).toEqual([]);
  expect(invitations()).toEqual(['invited']);
  expect((await site.mails()).filter((mail) => mail.endsWith('-visitor'))).toHaveLength(1);
});

test('a calendar that does not answer changes nothing that is shown, and pressing again finds out', async () => {
  const { id, slots } = await booked();
  const [from, to] = [slots[0]?.start, slots[3]?.start];
  const move = { action: 'book', slot: to, from, isQuiet: true };
  site.google.faults.next('insert', 'error500', 40);
  const answer = await change(id, move);
  expect([answer.status, (await answer.json()).error]).toEqual([
    503,
    'The calendar did not confirm the visit. Please try again.',
  ]);
  expect((await site.lead(id))?.slot).toBe(from);
  await site.rest();
  expect((await change(id, move)).status).toBe(200);
  await site.rest();
  expect(site.eventsOf(id)).toHaveLength(1);
});

test('a lead that is removed leaves no event of a visit that was cancelled', async () => {
  const { id, slots } = await booked();
  await change(id, { action: 'cancel', from: slots[0]?.start, isQuiet: false });
  expect((await asOwner(lead, id, 'DELETE')).status).toBe(204);
  await site.rest();
  expect(site.google.events.alive()).toEqual([]);
  expect(await site.lead(id)).toBeUndefined();
});
