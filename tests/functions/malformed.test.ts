import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#contracts/problem';
import { call, origin, withDataDir } from '#tests/support/api';
import { consultation } from '#tests/support/visitor';
import availability from '../../netlify/functions/availability.ts';
import book from '../../netlify/functions/book.ts';
import consultationRequests from '../../netlify/functions/consultation-requests.ts';
import unknown from '../../netlify/functions/unknown.ts';

withDataDir();

const handlers = {
  '/api/calendar/availability': availability,
  '/api/consultation-requests': consultationRequests,
  '/api/calendar/book': book,
  '/api/nothing/here': unknown,
};

const right = {
  ...consultation,
  consultationId: 'f'.repeat(32),
  slotStart: '2026-12-01T15:00:00.000Z',
  slotEnd: '2026-12-01T16:00:00.000Z',
};

/** Texts that have broken programs before: control characters, emoji, half a surrogate, formulas, markup, paths. */
const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '\u0000',
    '\u202eevil',
    '\ud800',
    '👩‍👩‍👧‍👦🏝️'.repeat(40),
    '=1+1',
    '<script>alert(1)</script>',
    '../../../etc/passwd',
    '0'.repeat(5000),
    '2026-13-45T99:99:99Z',
    'a@'.repeat(2000),
  ),
);
const anything = fc.oneof(nasty, fc.anything({ withBigInt: false, withNullPrototype: true, withObjectString: true }));
const field = fc.constantFrom(
  ...Object.keys(right),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
);

const changedBody = fc
  .array(fc.tuple(field, anything), { minLength: 1, maxLength: 8 })
  .map((changes) => textOf(Object.fromEntries([...Object.entries(right), ...changes])));
const prototypeBody = nasty.map(
  (text) => `{"__proto__":{"name":${textOf(text)}},"constructor":{"prototype":{"zipCode":1}}}`,
);
const deepBody = fc
  .integer({ min: 100, max: 15_000 })
  .chain((depth) =>
    fc.constantFrom('['.repeat(depth), '['.repeat(depth) + ']'.repeat(depth), '{"name":'.repeat(depth / 8)),
  );
const hugeBody = fc.integer({ min: 30_000, max: 400_000 }).map((size) => textOf({ ...right, name: 'x'.repeat(size) }));
const truncatedBody = fc.nat({ max: 300 }).map((length) => textOf(right).slice(0, length));
const rawBody = fc.uint8Array({ maxLength: 600 });
const body = fc.oneof(
  { weight: 6, arbitrary: changedBody },
  { weight: 2, arbitrary: anything.map(textOf) },
  { weight: 2, arbitrary: truncatedBody },
  { weight: 1, arbitrary: prototypeBody },
  { weight: 1, arbitrary: deepBody },
  { weight: 1, arbitrary: hugeBody },
  { weight: 1, arbitrary: rawBody },
);

const request = fc.record({
  path: fc.constantFrom(...(Object.keys(handlers) as (keyof typeof handlers)[])),
  method: fc.oneof(
    { weight: 5, arbitrary: fc.constant('POST') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'constructor'),
    },
  ),
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'text/plain',
        'application/JSON; charset=utf-16',
        'multipart/form-data',
        ';;',
        'application/xml',
      ),
    },
  ),
  key: fc.option(fc.stringMatching(/^[ -~]{0,400}$/), { nil: undefined }),
  body,
});

function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '{"circular":';
  }
}

test('two thousand malformed requests: never a fault of ours, always the error shape', async () => {
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(request, async ({ path, method, type, key, body: sent }) => {
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const headers = new Headers({ 'content-type': type });
      if (key !== undefined) headers.set('idempotency-key', key);
      const init = { method, headers, ...(hasBody ? { body: sent as BodyInit } : {}) };
      const answer = await call(handlers[path], new Request(origin + path, init), crypto.randomUUID());
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
      if (answer.status < 400 || method === 'HEAD') return;
      refused += 1;
      const text = await answer.text();
      expect(Problem.parse(JSON.parse(text)).error).toMatch(/^[A-Z].{5,}/);
      expect(text).not.toMatch(/\bat .*\.[jt]s:\d|node_modules|TypeError/);
      expect(text.length).toBeLessThan(10_000);
    }),
    { numRuns: 2000 },
  );
  expect(refused).toBeGreaterThan(1500);
  expect(({} as Record<string, unknown>)['name']).toBeUndefined();
});
