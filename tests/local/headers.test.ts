import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CalendarFeed } from '#contracts/alerts';
import { type Host, startHost } from '#local/host';
import { readSiteRules } from '#local/built-site';
import { apiForTests } from '#tests/support/admin-api';
import { samples } from '#tests/support/sample-media';
import { newVisitor } from '#tests/support/visitor';
import { ask, logged, OURS, type RawAsk, trialSite, writeFiles } from './trial-site.ts';

const api = apiForTests();
const { headersFor } = await readSiteRules('netlify.toml');
/** What every page carries. An answer may have a longer content policy, and a visit's page tells no path to anybody. */
const expected = Object.entries({
  ...headersFor('/'),
  'Content-Security-Policy': expect.stringContaining("frame-ancestors 'none'"),
  'Referrer-Policy': expect.stringMatching(/^strict-origin(-when-cross-origin)?$/),
}).map(([name, value]) => [name.toLowerCase(), value]);
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

let site: Host;
let folder: string;
/** Addresses that begin with data of this test. */
const made: Record<string, string> = {};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'headers-'));
  const photo = (await samples['jpg']?.()) ?? '';
  await writeFiles(folder, { 'index.html': 'home', 'book.html': 'book', '404.html': 'none', 'photo.jpg': photo });
  site = await startHost({ dist: folder, ...OURS, port: 0, env: { DATA_DIR: api.dataDir } });
  made['{media}'] = await api.upload(Buffer.from(photo));
  made['{visit}'] = (await api.receive()).address;
  const feed = await api.asOwner('POST', '/api/alerts/feed');
  made['{feed}'] = new URL(CalendarFeed.parse(await feed.json()).address).pathname;
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const KNOWN = { 'if-none-match': '*' };

const answers: [kind: string, status: number, target: string, how?: RawAsk][] = [
  ['a page', 200, '/'],
  ['a page that the browser has', 304, '/', { headers: KNOWN }],
  ['a page by another method', 405, '/', { method: 'POST' }],
  ['a redirect', 301, '/book/'],
  ['no page', 404, '/nowhere'],
  ['a visit', 200, '{visit}'],
  ['a visit by HEAD', 200, '{visit}', { method: 'HEAD' }],
  ['no visit', 404, '/visit/nobody'],
  ['no visit in Spanish', 404, '/es/visit/nobody'],
  ['no file of a visit', 404, '/visit/nobody/visit.ics'],
  ['a form', 303, '/api/callback', { method: 'POST', headers: FORM, body: `${new URLSearchParams(newVisitor())}` }],
  ['a change of a visit that is none', 409, '{visit}', { method: 'POST', headers: FORM, body: 'action=cancel' }],
  ['a form with a mistake', 400, '/api/callback', { method: 'POST', headers: FORM, body: 'name=' }],
  ['an answer of the API', 200, '/api/calendar/availability'],
  ['no address of the API', 404, '/api/nowhere'],
  ['another method of the API', 405, '/api/calendar/book'],
  ['a wrong body', 400, '/api/calendar/book', { method: 'POST', headers: { 'content-type': 'application/json' } }],
  ['nobody signed in', 401, '/api/leads'],
  ['a calendar', 200, '{feed}'],
  ['a calendar that the program has', 304, '{feed}', { headers: KNOWN }],
  ['media', 200, '{media}'],
  ['a part of media', 206, '{media}', { headers: { range: 'bytes=0-9' } }],
  ['media that the browser has', 304, '{media}', { headers: KNOWN }],
  ['beyond the end of media', 416, '{media}', { headers: { range: 'bytes=999999999-' } }],
  ['no media', 404, '/media/none.jpg'],
  ['a resized picture', 200, '/.netlify/images?url=/photo.jpg&w=8'],
  ['a resized picture that the browser has', 304, '/.netlify/images?url=/photo.jpg&w=8', { headers: KNOWN }],
  ['no picture to resize', 404, '/.netlify/images?url=/none.jpg&w=8'],
  ['a resized picture as nobody can have it', 400, '/.netlify/images?url=/photo.jpg&w=0'],
  ['a foreign host name', 421, '/', { headers: { host: 'evil.example' } }],
  ['a method of proxies', 400, '/', { method: 'TRACE' }],
];

test.each(answers)('%s (%i) has the headers of every page', async (_, status, target, how) => {
  const answer = await ask(site, made[target] ?? target, how);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject(Object.fromEntries(expected));
});

test('a fault of ours has the headers of every page', async () => {
  const lines = logged();
  const code = `export default () => { throw new Error(); }; export const config = { path: '/a' };`;
  const broken = await trialSite({ 'functions/a.mjs': code });
  const answer = await ask(broken, '/a');
  expect([answer.status, answer.headers['x-frame-options']]).toEqual([500, 'DENY']);
  expect(lines).toEqual([expect.stringContaining('/a'), expect.any(Error)]);
});
