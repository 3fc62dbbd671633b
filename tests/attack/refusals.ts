import fc from 'fast-check';
import { contentType, malformedBody } from '#tests/support/malformed-bodies';
import type { SiteProcess } from '#tests/support/site-process';
import { memoryOf } from './memory.ts';
import type { Outcome } from './outcome.ts';
import { type Asked, ask, changedSince, changes, keptRecords, openTarget, type Target } from './target.ts';

const REQUESTS = 2000;
const SEED = 9;
/** MB that the process may grow. */
const MAX_GROWTH_MB = 200;

/** 2,000 malformed requests, the same in each run, at every address by every method. */
export async function attackWithFuzz(outcome: Outcome): Promise<void> {
  const target = await openTarget();
  const { site } = target;
  const before = await memoryOf(site);
  for (const asked of fc.sample(malformed(target), { seed: SEED, numRuns: REQUESTS })) {
    const { status, body } = await ask(site, asked);
    const hasTrace = /\bat .*\.[jt]s:\d|node_modules|TypeError/.test(body);
    outcome.held(status > 0 && status < 500 && !hasTrace, `${status} ${asked.method} ${asked.path.slice(0, 80)}`);
  }
  const grownMb = (await memoryOf(site)).rssMb - before.rssMb;
  outcome.notes.push(`${grownMb.toFixed(0)} MB grown`);
  outcome.figure(`of growing by more than ${MAX_GROWTH_MB} MB`, Number(grownMb > MAX_GROWTH_MB), 0);
  outcome.figure('errors that nobody caught', site.output.match(/nobody (?:looked|caught)/g)?.length ?? 0, 0);
  outcome.figure('from the gallery after it', (await ask(site, { method: 'GET', path: '/api/gallery' })).status, 200);
}

/** Mostly a valid request with a wrong body, otherwise any method anywhere. */
function malformed(target: Target): fc.Arbitrary<Asked> {
  const { lead, upload, visit } = target;
  const paths = [
    ...['/api/calendar/availability', '/api/calendar/book', '/api/consultation-requests', '/api/callback'],
    ...['/api/gallery', '/api/gallery/all', '/api/gallery/none', '/api/leads', '/api/leads/export'],
    ...['/api/auth/check', '/api/auth/login', '/api/objects/upload', '/visit/none', '/api/health', '/api/none', '/'],
    ...['/media/none.jpg', '/.netlify/images?url=/none.jpg&w=9', '/%ff', '/a%00b', '/..%2f..%2fetc'],
    ...[`/api/leads/${lead}`, upload, visit],
  ];
  const methods = ['POST', 'PUT', 'GET', 'HEAD', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'];
  const ends = fc.constantFrom('', '', '', '?a=%ff', '?search=%E0%A4%A', '/x');
  const anything = fc
    .record({ method: fc.constantFrom(...methods), path: fc.constantFrom(...paths), end: ends, type: contentType })
    .map(({ method, path, end, type }) => ({ method, path: path + end, headers: { 'content-type': type } }));
  // Leaves the item and the session, which other requests need.
  const isLasting = ({ method, path }: Asked) => method !== 'DELETE' && path !== '/api/auth/logout';
  const taken = fc.constantFrom(...changes(target).filter(isLasting));
  const asked = fc.record({
    at: fc.oneof({ weight: 3, arbitrary: taken }, { weight: 1, arbitrary: anything }),
    isOwner: fc.boolean(),
    odd: fc.record({ 'content-range': header, range: header, 'idempotency-key': header }, { requiredKeys: [] }),
    body: malformedBody,
  });
  return asked.map(({ at: { method, path, headers }, isOwner, odd, body }) => ({
    method,
    path,
    headers: { ...headers, ...odd, cookie: isOwner ? target.cookie : 'session=x' },
    ...(method !== 'GET' && method !== 'HEAD' && { body }),
  }));
}

const header = fc.stringMatching(/^[!-~][ -~]{0,60}$/);

/** Every change, as a real browser sends it, but from another site's page. */
export async function attackFromOtherSites(outcome: Outcome): Promise<void> {
  const target = await openTarget();
  const { site } = target;
  const before = await keptRecords(site);
  for (const change of changes(target)) {
    for (const foreign of elsewhere(site)) {
      const { status } = await ask(site, { ...change, headers: { ...change.headers, ...foreign } });
      outcome.held(status === 403, `${status} ${change.method} ${change.path.slice(0, 60)} ${JSON.stringify(foreign)}`);
    }
  }
  outcome.figure('records changed', (await changedSince(site, before)).length, 0);
}

/** A browser's headers from foreign pages. */
function elsewhere({ port }: SiteProcess): Record<string, string>[] {
  const evil = 'https://evil.example';
  return [
    ...[evil, 'null', '', `https://localhost:${port}`, `http://localhost:${port + 1}`].map((origin) => ({ origin })),
    ...[`http://localhost.evil.example:${port}`, `http://127.0.0.1:${port}`].map((origin) => ({ origin })),
    ...['cross-site', 'same-site'].map((site) => ({ 'sec-fetch-site': site })),
    { origin: evil, 'sec-fetch-site': 'cross-site' },
    { origin: evil, 'sec-fetch-site': 'same-origin' },
  ];
}
