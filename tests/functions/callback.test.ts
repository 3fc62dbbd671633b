import { expect, test } from 'vitest';
import { apiForTests } from '#tests/support/admin-api';
import { earlyInWindow } from '#tests/support/limit-window';

const api = apiForTests({ isLimited: true });

const right = { name: 'Elise Romero', phone: '(407) 555-0188', zipCode: '31801', preferredContact: 'phone' };

const send = (fields: Record<string, string>, headers: Record<string, string> = {}, ip: string = crypto.randomUUID()) =>
  api.ask('POST', '/api/callback', { body: new URLSearchParams(fields), headers, ip });

async function keptRequests(): Promise<unknown[]> {
  const leads = api.store('leads');
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
      city: 'Atlanta Area',
      serviceInterest: 'General Inquiry',
      message: 'No suitable calendar time was found. Requesting a callback.',
    },
  ]);
  await send({ ...right, message: 'The west side', about: 'Offer: Fall' });
  await send({ ...right, message: 'The east side', about: 'x'.repeat(9000) });
  const abouts = (await keptRequests()).map((request) => Object(request).about);
  expect(abouts.toSorted()).toEqual(['Offer: Fall', undefined, undefined]);
});

test('a ticked box agrees to texts to the phone of the form; without a phone the form asks for it', async () => {
  await send({ ...right, name: 'Ticked', texts: 'true' });
  const answer = await send({ ...right, name: 'No phone', phone: '', email: 'ann@example.com', texts: 'true' });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('For texts we need your mobile number</p>'),
  ]);
  const agreed = (await keptRequests()).map((request) => [Object(request).name, Object(request).texts]);
  expect(agreed).toEqual(
    expect.arrayContaining([
      ['Ticked', true],
      ['Elise Romero', undefined],
    ]),
  );
});

test('a wrong form comes back with its box as it was', async () => {
  const boxOf = async (fields: object) =>
    /<input type="checkbox"[^>]*>/.exec(await (await send({ ...right, name: 'J', ...fields })).text())?.[0];
  expect(await boxOf({ texts: 'true' })).toBe('<input type="checkbox" name="texts" value="true" checked>');
  expect(await boxOf({})).toBe('<input type="checkbox" name="texts" value="true" >');
});

test('a form of another site is refused on the page, without what it sent', async () => {
  const answer = await send(right, { origin: 'https://evil.example' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
  const html = await answer.text();
  expect(html).toMatch(/role="alert">Please send the request from our own website.</);
  expect(html).not.toContain('Elise Romero');
});

test('wrong answers come back with 400, their sentences and all that was typed; other methods are told so', async () => {
  const answer = await send({ ...right, name: ' J ', message: 'Two <skylights>' });
  const html = await answer.text();
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([400, 'no-store']);
  expect(html).toContain('Please check the answer marked below.');
  expect(html).toContain('Please enter your name</p>');
  expect(html).toContain('Two &lt;skylights&gt;</textarea>');
  const read = await api.ask('GET', '/api/callback');
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  expect(await read.json()).toEqual({ error: 'Please use POST here' });
});

test('who may not send so often keeps what was typed, and is told to call', async () => {
  await earlyInWindow();
  const fields = { ...right, email: 'elise@example.com', preferredContact: 'email', message: 'Two <skylights>' };
  let answer = await send(fields, {}, '192.0.2.31');
  for (let sent = 1; answer.status !== 429 && sent < 40; sent += 1) answer = await send(fields, {}, '192.0.2.31');
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  const html = await answer.text();
  expect(html).toContain(
    'Please try again in a few minutes, or call <a href="tel:+14045550142">(404) 555-0142</a>.</p>',
  );
  expect(html).toContain('role="alert"><p>Too many requests from your network.');
  for (const part of ['value="Elise Romero"', '<option value="email" selected']) expect(html).toContain(part);
  expect(html).toContain('Two &lt;skylights&gt;</textarea>');
});
