import { expect, test } from 'vitest';
import { openStore } from '#server/storage/stores';
import { call, origin, withDataDir } from '#tests/support/api';
import callback from '../../netlify/functions/callback.ts';

withDataDir();

const right = { name: 'Elise Romero', phone: '(407) 555-0188', zipCode: '32801', preferredContact: 'phone' };

function send(fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
  const body = new URLSearchParams(fields);
  return call(callback, new Request(`${origin}/api/callback`, { method: 'POST', headers, body }), crypto.randomUUID());
}

async function keptRequests(): Promise<unknown[]> {
  const leads = openStore('leads', { context: 'dev', dataDir: process.env['DATA_DIR'] ?? '' });
  const listed = await leads.list('leads/');
  const records = await Promise.all(listed.map(({ key }) => leads.get(key)));
  return records.map((record) => Object(record?.value).request);
}

test('a right form leads to the thank-you page, and pressing twice makes one request', async () => {
  const answers = await Promise.all([send(right), send(right)]);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/thank-you']);
  }
  expect(await keptRequests()).toEqual([
    {
      ...right,
      city: 'Orlando Area',
      serviceInterest: 'General Inquiry',
      message: 'No suitable calendar time was found. Requesting a callback.',
    },
  ]);
  await send({ ...right, message: 'The west side' });
  expect(await keptRequests()).toHaveLength(2);
});

test('a form of another site, another type or another size is refused in the shape of every failure', async () => {
  const statusOf = async (answer: Response) => {
    expect(await answer.json()).toEqual({ error: expect.any(String) });
    return answer.status;
  };
  expect(await statusOf(await send(right, { origin: 'https://evil.example' }))).toBe(403);
  expect(await statusOf(await send({ ...right, message: 'x'.repeat(40_000) }))).toBe(413);
  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  expect(await statusOf(await call(callback, new Request(`${origin}/api/callback`, json)))).toBe(415);
});
