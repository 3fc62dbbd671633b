/** `npm run bench -- fuzz cross-site`: requests that the site must refuse, each time on fresh data. */
import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { visitSecret, visitToken } from '#server/leads/lead';
import { openStore, openStores, storeNames } from '#server/storage/stores';
import { contentType, malformedBody } from '#tests/support/malformed-bodies';
import { SiteProcess } from '#tests/support/site-process';
import { newVisitor } from '#tests/support/visitor';
import { expectFigure } from './abuse.ts';

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Uint8Array;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** Sends the request unchanged. Status 0: the server cut it off. */
function ask(site: SiteProcess, { method, path, headers, body }: Asked) {
  return new Promise<{ status: number; body: string; headers: NodeJS.Dict<string | string[]> }>((resolve) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const options = { host: 'localhost', port: site.port, method, path, headers: { ...headers, ...length }, agent };
    const outgoing = request(options, (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      text(answer).then(
        (read) => resolve({ status, body: read, headers: received }),
        () => resolve({ status, body: '', headers: received }),
      );
    });
    outgoing.on('error', () => resolve({ status: 0, body: '', headers: {} }));
    outgoing.end(body);
  });
}

const PASSWORD = 'a password of this run alone';

/** A site with a session, a lead, a visit's link, a gallery item and an upload's address. */
async function openTarget() {
  const site = await SiteProcess.open({ RATE_LIMIT: 'off', ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: PASSWORD });
  const json = { 'content-type': 'application/json' };
  const post = async (path: string, body: object, headers = {}) =>
    await ask(site, { method: 'POST', path, headers: { ...json, ...headers }, body: JSON.stringify(body) });
  const login = await post('/api/auth/login', { username: 'owner', password: PASSWORD });
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? '';
  const lead: string = JSON.parse((await post('/api/consultation-requests', newVisitor())).body).id;
  const { uploadURL } = JSON.parse((await post('/api/objects/upload', {}, { cookie })).body);
  const auth = openStore('auth', { context: 'dev', dataDir: site.dataDir });
  const visit = `/visit/${visitToken(await visitSecret(auth), lead)}`;
  const { pathname, search } = new URL(uploadURL, site.url);
  const item = await seededItem(site);
  return { site, cookie, lead, visit, upload: pathname + search, item };
}

async function seededItem({ dataDir }: SiteProcess): Promise<string> {
  const now = new Date().toISOString();
  const rest = { category: 'general', mediaType: 'image', isPublished: true, displayOrder: 0 };
  const mediaUrl = '/media/0mwpu4w0x0c6f6cd4358aff031758.jpg';
  const item = { id: 'item', title: 'Sunroom', mediaUrl, ...rest, createdAt: now, updatedAt: now };
  await openStore('gallery', { context: 'dev', dataDir }).put('items/item', item);
  return '/api/gallery/item';
}

type Target = Awaited<ReturnType<typeof openTarget>>;

const REQUESTS = 2000;
const SEED = 9;
/** MB that the process may grow. */
const MAX_GROWTH_MB = 200;

/** 2,000 malformed requests, the same in each run, at every address by every method. */
export async function runFuzz(): Promise<void> {
  const target = await openTarget();
  const { site } = target;
  const before = await memoryMb(site);
  const wrong = { faults: 0, traces: 0, cut: 0 };
  const statuses = new Map<number, number>();
  for (const asked of fc.sample(malformed(target), { seed: SEED, numRuns: REQUESTS })) {
    const { status, body } = await ask(site, asked);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 500) wrong.faults += 1;
    if (status === 0) wrong.cut += 1;
    if (/\bat .*\.[jt]s:\d|node_modules|TypeError/.test(body)) wrong.traces += 1;
    if (status >= 500 || status === 0) console.log(`  ${status} ${asked.method} ${asked.path.slice(0, 80)}`);
  }
  const after = await memoryMb(site);
  const counts = [...statuses].map(([status, count]) => `${status} × ${count}`);
  console.log(`fuzz: seed ${SEED}, ${REQUESTS} requests: ${counts.sort().join(', ')}`);
  console.log(`  ${before} MB before, ${after} MB after`);
  expectFigure('answers of 500 and more', wrong.faults, 0);
  expectFigure('answers with a stack trace', wrong.traces, 0);
  expectFigure('requests cut off without an answer', wrong.cut, 0);
  expectFigure('errors that nobody caught', site.output.match(/nobody (?:looked|caught)/g)?.length ?? 0, 0);
  expectFigure(`grown by more than ${MAX_GROWTH_MB} MB`, Number(after - before > MAX_GROWTH_MB), 0);
  expectFigure('the site answers after it', (await ask(site, { method: 'GET', path: '/api/gallery' })).status, 200);
  await site.close();
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

/** The process's memory; 0 if the system does not tell (only Linux does). */
async function memoryMb({ pid }: SiteProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Every change, as a real browser sends it, but from another site's page. */
export async function runCrossSite(): Promise<void> {
  const target = await openTarget();
  const { site } = target;
  const before = await keptRecords(site);
  let asked = 0;
  let refused = 0;
  for (const change of changes(target)) {
    for (const from of elsewhere(site)) {
      const { status } = await ask(site, { ...change, headers: { ...change.headers, ...from } });
      asked += 1;
      if (status === 403) refused += 1;
      else console.log(`  ${status} ${change.method} ${change.path.slice(0, 60)} ${JSON.stringify(from)}`);
    }
  }
  const after = await keptRecords(site);
  console.log(`cross-site: ${changes(target).length} changes, each from ${elsewhere(site).length} places elsewhere`);
  expectFigure('refused with 403', refused, asked);
  expectFigure('records written', [...after].filter((record) => !before.has(record)).length, 0);
  expectFigure('records removed', [...before].filter((record) => !after.has(record)).length, 0);
  await site.close();
}

function changes({ cookie, lead, visit, upload, item }: Target): Asked[] {
  const json = (method: string, path: string, body: object = {}) => ({
    method,
    path,
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const form = (path: string, fields: Record<string, string>) => ({
    method: 'POST',
    path,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  const { name, phone, zipCode } = newVisitor();
  const slot = { slotStart: '2026-12-01T15:00:00.000Z', slotEnd: '2026-12-01T16:00:00.000Z' };
  return [
    json('POST', '/api/consultation-requests', newVisitor()),
    json('POST', '/api/calendar/book', { consultationId: lead, ...slot }),
    form('/api/callback', { name, phone, zipCode, preferredContact: 'phone' }),
    form(visit, { action: 'cancel' }),
    form(visit, { action: 'move', slot: slot.slotStart }),
    json('POST', '/api/auth/login', { username: 'owner', password: PASSWORD }),
    json('POST', '/api/auth/logout'),
    json('POST', '/api/gallery', { title: 'Evil', mediaType: 'image', mediaUrl: '/media/none.jpg' }),
    json('PUT', item, { title: 'Evil' }),
    json('DELETE', item),
    json('PUT', `/api/leads/${lead}`, { status: 'closed' }),
    json('POST', '/api/objects/upload'),
    { ...json('PUT', upload), headers: { cookie, 'content-type': 'image/jpeg' } },
  ];
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

/** All records and their versions. */
async function keptRecords({ dataDir }: SiteProcess): Promise<Set<string>> {
  const stores = openStores({ context: 'dev', dataDir });
  const listed = storeNames.map(async (name) => {
    const records = await stores[name].list('');
    return records.map(({ key, etag }) => `${name} ${key} ${etag}`);
  });
  return new Set((await Promise.all(listed)).flat());
}
