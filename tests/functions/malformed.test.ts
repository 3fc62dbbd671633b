import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#contracts/problem';
import { call, origin, withDataDir } from '#tests/support/api';
import { contentType, malformedBody } from '#tests/support/malformed-bodies';
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

const request = fc.record({
  path: fc.constantFrom(...(Object.keys(handlers) as (keyof typeof handlers)[])),
  method: fc.oneof(
    { weight: 5, arbitrary: fc.constant('POST') },
    {
      weight: 1,
      arbitrary: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND', 'constructor'),
    },
  ),
  type: contentType,
  key: fc.option(fc.stringMatching(/^[ -~]{0,400}$/), { nil: undefined }),
  body: malformedBody,
});

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
