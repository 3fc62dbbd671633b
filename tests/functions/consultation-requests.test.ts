import { expect, test } from 'vitest';
import { apiForTests } from '#tests/support/admin-api';
import { earlyInWindow } from '#tests/support/limit-window';
import { consultation } from '#tests/support/visitor';

const api = apiForTests({ isLimited: true });

const send = (body: object, headers: Record<string, string> = {}, ip: string = crypto.randomUUID()) =>
  api.ask('POST', '/api/consultation-requests', { body, headers, ip });
const idOf = async (answer: Response): Promise<string> => (await answer.json()).id;

test('a request is kept before it is answered, with 201 and its id', async () => {
  const answer = await send({ ...consultation, address: '', isAdmin: true, id: 'mine' });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const lead = await api.lead(await idOf(answer));
  expect(lead).toMatchObject({ status: 'new', source: 'dialog', isSpam: false });
  expect(lead?.request, 'without empty and unknown fields').toEqual(consultation);
  expect((await send(consultation, { 'sec-fetch-site': 'cross-site' })).status, 'of a foreign page').toBe(403);
});

test('the same idempotency key is the same request, also at once, and changed content updates it', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const many = await Promise.all(Array.from({ length: 20 }, () => send(consultation, headers)));
  const [first = '', ...more] = new Set(await Promise.all(many.map(idOf)));
  expect(more).toEqual([]);
  const changed = await idOf(await send({ ...consultation, city: 'Atlanta' }, headers));
  expect(changed).toBe(first);
  expect(await api.lead(first)).toMatchObject({ request: { city: 'Atlanta' } });
  expect(await idOf(await send(consultation))).not.toBe(first);
});

test('an empty idempotency key is none: two strangers who send it make two requests', async () => {
  const headers = { 'idempotency-key': '' };
  const first = await idOf(await send(consultation, headers));
  const second = await idOf(await send({ ...consultation, name: 'Somebody else' }, headers));
  expect(second).not.toBe(first);
  expect(await api.lead(first)).toMatchObject({ request: { name: consultation.name } });
});

test.each([
  [{ phone: '', email: '' }, 'phone', 'Please provide either a valid phone or email'],
  [{ city: 'miami.example' }, 'city', 'Please select your city'],
  [{ message: 'x'.repeat(2001) }, 'message', 'Please use at most 2000 characters'],
])('%o is refused at its field', async (change, field, message) => {
  const answer = await send({ ...consultation, ...change });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: message, issues: [{ path: [field], message }] });
});

test('the twenty-first request of ten minutes from one address has to wait, and others do not', async () => {
  await earlyInWindow();
  const from = (ip: string) => send(consultation, {}, ip);
  const answers = [];
  for (let count = 0; count < 21; count += 1) answers.push(await from('192.0.2.7'));
  expect(answers.slice(0, 20).every(({ status }) => status === 201)).toBe(true);
  const last = answers[20] as Response;
  expect(last.status).toBe(429);
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await last.json()).toEqual({ error: expect.stringContaining('Too many requests') });
  expect((await from('192.0.2.8')).status).toBe(201);
});
