import { afterEach, expect, test } from 'vitest';
import { findLead, leadId, leadReference } from '#server/leads/lead';
import { call, post } from '#tests/support/api';
import { googleSite } from '#tests/support/google-site';
import { newVisitor } from '#tests/support/visitor';
import callback from '../../netlify/functions/callback.ts';
import consultationRequests from '../../netlify/functions/consultation-requests.ts';
import deliverMail from '../../netlify/functions/deliver-mail.ts';

const site = googleSite();
afterEach(() => delete process.env['RATE_LIMIT']);

const form = {
  name: 'Ann Bell',
  phone: '(407) 555-0199',
  zipCode: '32801',
  preferredContact: 'phone',
  message: 'Call me',
};
const send = (fields: Record<string, string>) => {
  const body = new URLSearchParams(fields);
  return call(callback, new Request('http://localhost:8888/api/callback', { method: 'POST', body }));
};
const leadIds = async () => (await site.store('leads').list('leads/')).map(({ key }) => key.slice('leads/'.length));

test('9.4: the id of a plain form’s request is none that its words and the hour lead to, nor any idempotency key', async () => {
  expect((await send(form)).status).toBe(303);
  expect((await send(form)).status).toBe(303);
  const [id = '', ...more] = await leadIds();
  expect(more).toEqual([]);
  // The order and the fields in which the words were put together before.
  const { name, phone, zipCode, preferredContact, message } = form;
  const rest = { city: 'Orlando Area', serviceInterest: 'General Inquiry', preferredContact, message };
  const words = JSON.stringify({ name, phone, zipCode, ...rest });
  const hours = [-1, 0, 1].map((more) => Math.floor(Date.now() / 3_600_000) + more);
  const keys = hours.flatMap((hour) => [`form ${hour} ${words}`, `${hour} ${words}`, `plain-form\n${hour} ${words}`]);
  expect(keys.map(leadId)).not.toContain(id);
  for (const key of keys.filter((one) => !one.includes('\n'))) {
    const body = { ...newVisitor(), name: 'Mallory' };
    const answer = await call(
      consultationRequests,
      post('/api/consultation-requests', body, { 'idempotency-key': key }),
    );
    expect((await answer.json()).id).not.toBe(id);
  }
  expect((await findLead(site.store('leads'), id))?.lead.request).toMatchObject({ name, phone, message });
});

test('9.8: a request’s call is killed at any step: whatever is kept, the owner is told of', async () => {
  let outcome: unknown = 'dead';
  let kept = 0;
  for (let steps = 0; outcome === 'dead'; steps += 1) {
    const key = crypto.randomUUID();
    outcome = await site.dyingAfter(steps, () => site.request({}, { 'idempotency-key': key }));
    site.pass(3 * 60_000);
    await deliverMail(post('/.netlify/functions/deliver-mail', '{}'), site.context);
    const isKept = (await site.lead(leadId(key))) !== undefined;
    const notices = await site.store('leads').list(`outbox/request-${leadReference(leadId(key))}-`);
    expect(notices, `killed after ${steps} steps`).toHaveLength(isKept ? 1 : 0);
    if (isKept) kept += 1;
  }
  expect(kept).toBeGreaterThan(3);
  expect(await site.store('leads').list('pending-notices/')).toEqual([]);
});
