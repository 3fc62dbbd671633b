import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#contracts/problem';
import { apiForTests } from '#tests/support/admin-api';
import { SEEDS } from '#tests/support/chance';
import { film, samples } from '#tests/support/sample-media';
import { consultation } from '#tests/support/visitor';

const api = apiForTests();

/** Never a fault of ours, and a refusal always in the error shape; answers whether it is a refusal. */
async function expectGoodAnswer(answer: Response, method: string): Promise<boolean> {
  expect(answer.status).toBeLessThan(500);
  if (answer.status < 400 || method === 'HEAD') {
    await answer.body?.cancel();
    return false;
  }
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(Problem.parse(JSON.parse(text)).error).toMatch(/^[A-Z].{5,}/);
  expect(text).not.toMatch(/\bat .*\.[jt]s:\d|node_modules|TypeError/);
  expect(text.length).toBeLessThan(10_000);
  return true;
}

/** As JSON, also what has none. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '{"circular":';
  }
}

/** Of all characters. `fc.string` would first look for nasty ones of its own among all of them, for two seconds. */
const anyCharacters = fc.array(fc.nat(0x10ffff), { maxLength: 200 }).map((points) => String.fromCodePoint(...points));
/** Texts that often break programs. */
const nasty = fc.oneof(
  anyCharacters,
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom('\u0000', '\u202eevil', '\ud800', '👩‍👩‍👧‍👦🏝️'.repeat(40), '=1+1', '<script>alert(1)</script>'),
  fc.constantFrom('../../../etc/passwd', '0'.repeat(5000), '2026-13-45T99:99:99Z', 'a@'.repeat(2000)),
);
const slot = { slotStart: '2026-12-01T15:00:00.000Z', slotEnd: '2026-12-01T16:00:00.000Z' };
const right = { ...consultation, consultationId: 'f'.repeat(32), ...slot };
const anything = fc.oneof(nasty, fc.anything({ withNullPrototype: true, withObjectString: true }));
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const change = fc.tuple(fc.constantFrom(...Object.keys(right), ...inherited), anything);
/** Bodies that no form of ours sends: damaged, cut off, too deep, too large, or no text. */
const malformedBody = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .array(change, { minLength: 1, maxLength: 8 })
      .map((changes) => textOf(Object.fromEntries([...Object.entries(right), ...changes]))),
  },
  { weight: 2, arbitrary: anything.map(textOf) },
  { weight: 2, arbitrary: fc.nat({ max: 300 }).map((length) => textOf(right).slice(0, length)) },
  nasty.map((text) => `{"__proto__":{"name":${textOf(text)}},"constructor":{"prototype":{"zipCode":1}}}`),
  fc
    .integer({ min: 100, max: 15_000 })
    .chain((deep) => fc.constantFrom('['.repeat(deep), '['.repeat(deep) + ']'.repeat(deep), '{"a":'.repeat(deep / 8))),
  fc.integer({ min: 30_000, max: 400_000 }).map((size) => textOf({ ...right, name: 'x'.repeat(size) })),
  fc.uint8Array({ maxLength: 600 }),
);
const otherTypes = ['text/plain', 'application/JSON; charset=utf-16', 'multipart/form-data', ';;', 'application/xml'];
const contentType = fc.oneof({ weight: 6, arbitrary: fc.constant('application/json') }, fc.constantFrom(...otherTypes));

const others = fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'constructor');
const method = fc.oneof({ weight: 5, arbitrary: fc.constant('POST') }, { weight: 1, arbitrary: others });
const header = fc.stringMatching(/^[ -~]{0,80}$/);

test('a visitor’s calls with any body: never a fault of ours, always the error shape', async () => {
  const address = fc.constantFrom(
    '/api/calendar/availability',
    '/api/consultation-requests',
    '/api/calendar/book',
    '/api/nothing/here',
  );
  let refused = 0;
  const call = async (at: string, how: string, type: string, key: string | undefined, body: BodyInit) => {
    const headers = { 'content-type': type, ...(key !== undefined && { 'idempotency-key': key }) };
    const sent = how === 'GET' || how === 'HEAD' ? {} : { body };
    if (await expectGoodAnswer(await api.ask(how, at, { headers, ...sent }), how)) refused += 1;
  };
  const key = fc.option(header, { nil: undefined });
  await fc.assert(fc.asyncProperty(address, method, contentType, key, malformedBody, call), { numRuns: 150 * SEEDS });
  expect(refused).toBeGreaterThan(75 * SEEDS);
  expect(({} as Record<string, unknown>)['name']).toBeUndefined();
});

test('the owner’s calls with any body and any id', async () => {
  const session = await api.signIn();
  const mediaUrl = await api.upload(film(300));
  const { id } = await api.createItem({ title: 'Target', mediaType: 'video', mediaUrl });
  const { id: lead } = await api.receive();
  const fields =
    'title description alt category mediaType mediaUrl posterUrl width placeholder focus hasLimitedPlayback isPublished ' +
    'displayOrder id status notes attribution weekly version first last from until note username password seen __proto__ constructor';
  const value = fc.oneof(anything, fc.double(), fc.bigInt().map(String));
  const body = fc
    .array(fc.tuple(fc.constantFrom(...fields.split(' ')), value), { maxLength: 6 })
    .map((entries) => textOf(Object.fromEntries(entries)));
  const beginning = fc.constantFrom('gallery/x', 'leads/x', 'leads?search=', 'leads?status=', 'leads/export?after=');
  const address = fc.oneof(
    fc.constantFrom(`/api/gallery/${id}`, '/api/gallery', '/api/gallery/all', '/api/objects/upload', '/api/hours'),
    fc.constantFrom('/api/away', '/api/away/2026-12-01-2026-12-02', '/api/auth/login', `/api/leads/${lead}`),
    fc
      .tuple(beginning, nasty)
      .map(([start, text]) =>
        `/api/${start}${encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/g, ''))}`.slice(0, 2000),
      ),
  );
  const call = async (at: string, how: string, sent: string) => {
    if (how === 'DELETE' && at.endsWith(id)) return;
    const headers = { ...session, 'content-type': 'application/json' };
    const content = how === 'GET' || how === 'HEAD' ? {} : { body: sent };
    await expectGoodAnswer(await api.ask(how, at, { headers, ...content, ip: crypto.randomUUID() }), how);
  };
  const how = fc.oneof(fc.constantFrom('PUT', 'POST'), others);
  await fc.assert(fc.asyncProperty(address, how, body, call), { numRuns: 125 * SEEDS });
  const list: { id: string }[] = await (await api.asOwner('GET', '/api/gallery/all')).json();
  expect(list.some((item) => item.id === id)).toBe(true);
});

test('any bytes in any part', async () => {
  const heads = await Promise.all(Object.values(samples).map((make) => make()));
  const changed = fc
    .tuple(fc.constantFrom(...heads), fc.nat(700), fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 8 }))
    .map(([head, size, changes]) => {
      const copy = Uint8Array.from(head.subarray(0, size));
      for (const [index, value] of changes) if (index < copy.length) copy[index] = value;
      return copy;
    });
  const bytes = fc.oneof(
    changed,
    fc.uint8Array({ maxLength: 300 }).map((some) => Uint8Array.from(some)),
  );
  const number = fc.oneof(fc.nat(1000), fc.constantFrom(4_194_304, 4_194_303, 8_388_608, 52_428_800, 2 ** 53));
  const range = fc.oneof(
    fc.tuple(number, number, number).map(([first, last, total]) => `bytes ${first}-${last}/${total}`),
    header,
  );
  const put = async (file: Uint8Array<ArrayBuffer>, contentRange: string | undefined) => {
    const headers: Record<string, string> = contentRange === undefined ? {} : { 'content-range': contentRange };
    await expectGoodAnswer(await api.ask('PUT', await api.grant(), { body: file, headers }), 'PUT');
  };
  await fc.assert(fc.asyncProperty(bytes, fc.option(range, { nil: undefined }), put), { numRuns: 100 * SEEDS });
});

test('any range, any condition, any cookie', async () => {
  const mediaUrl = await api.upload(film(5000));
  const range = fc.oneof(
    header,
    fc.tuple(fc.nat(), fc.nat()).map(([first, last]) => `bytes=${first}-${last}`),
  );
  const asked = fc.record(
    { range, 'if-range': header, 'if-none-match': header, cookie: header.map((text) => `session=${text}`) },
    { requiredKeys: [] },
  );
  const get = async (headers: Record<string, string>, how: string, address: string) => {
    await expectGoodAnswer(await api.ask(how, address, { headers }), how);
  };
  const address = fc.constantFrom(mediaUrl, '/api/auth/check', '/api/gallery');
  await fc.assert(fc.asyncProperty(asked, fc.constantFrom('GET', 'HEAD'), address, get), { numRuns: 75 * SEEDS });
});

test.each([
  ['/api/consultation-requests', 'application/json', 'en', 'The request did not arrive whole. Please send it again.'],
  [
    '/api/consultation-requests',
    'application/json',
    'es',
    'La solicitud no llegó completa. Por favor, envíela de nuevo.',
  ],
  [
    '/api/callback',
    'application/x-www-form-urlencoded',
    'en',
    'The request did not arrive whole. Please send it again.',
  ],
])('a body of %s that ends early is told in words (%s, %s)', async (address, type, language, sentence) => {
  const body = new ReadableStream({
    pull: (controller) => controller.error(new Error('The connection ended')),
  });
  const headers = { 'content-type': type, 'accept-language': language };
  const answer = await api.ask('POST', address, { body, headers });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(sentence)]);
});
