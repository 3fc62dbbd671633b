import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ask, trialSite, writeFiles } from './trial-site.ts';

const long = '<p>A page that is worth compressing.</p>\n'.repeat(60);

const pages = {
  'dist/index.html': 'home',
  'dist/book.html': long,
  'dist/guides/index.html': 'guides',
  'dist/404.html': 'not here',
  'dist/empty.txt': '',
  'netlify.toml': '',
};

test('an address is answered with its file, sent to its own form, or not found', async () => {
  const site = await trialSite(pages);
  for (const [address, status, body, location] of [
    ['/', 200, 'home'],
    ['/book', 200, long],
    ['/book.html', 200, long],
    ['/guides/', 200, 'guides'],
    ['/empty.txt', 200, ''],
    ['/nowhere', 404, 'not here'],
    ['/nowhere/', 404, 'not here'],
    ['/empty.txt/', 404, 'not here'],
    ['/BOOK%', 404, 'not here'],
    ['/book/?from=mail', 301, '', '/book?from=mail'],
    ['/guides', 301, '', '/guides/'],
  ] as const) {
    const { status: answered, body: bytes, headers } = await ask(site, address);
    expect([answered, bytes.toString(), headers.location], address).toEqual([status, body, location]);
  }
});

test('HEAD answers as GET does, without the body; a page takes no other method', async () => {
  const site = await trialSite(pages);
  const [head, get] = await Promise.all([ask(site, '/book', { method: 'HEAD' }), ask(site, '/book')]);
  expect(head.body).toHaveLength(0);
  expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  const post = await ask(site, '/book', { method: 'POST', body: 'x' });
  expect([post.status, post.headers.allow]).toEqual([405, 'GET, HEAD']);
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['br;q=0.2, gzip;q=0.9', 'gzip', gunzipSync],
  ['*', 'br', brotliDecompressSync],
])('Accept-Encoding: %s gets %s', async (accepted, encoding, decompress) => {
  const answer = await ask(await trialSite(pages), '/book', { headers: { 'accept-encoding': accepted } });
  expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  expect(Number(answer.headers['content-length'])).toBe(answer.body.length);
  expect(decompress(answer.body).toString()).toBe(long);
});

test.each(['br;q=0', 'deflate', ''])('Accept-Encoding: %s gets the plain page', async (accepted) => {
  const answer = await ask(await trialSite(pages), '/book', { headers: { 'accept-encoding': accepted } });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(answer.body.toString()).toBe(long);
});

test.each(['photo.avif', 'font.woff2'])('%s is not compressed again', async (name) => {
  const site = await trialSite({ [`dist/${name}`]: long });
  const answer = await ask(site, `/${name}`, { headers: { 'accept-encoding': 'br, gzip' } });
  expect(answer.headers['content-encoding']).toBeUndefined();
});

test('each encoding has a strong ETag of its own, and answers 304 to it alone', async () => {
  const site = await trialSite(pages);
  const [plain, packed] = await Promise.all([
    ask(site, '/book'),
    ask(site, '/book', { headers: { 'accept-encoding': 'br' } }),
  ]);
  const etags = [plain.headers.etag ?? '', packed.headers.etag ?? ''] as const;
  expect(etags).toEqual([expect.stringMatching(/^"[\w-]+"$/), expect.stringMatching(/^"[\w-]+-br"$/)]);
  const again = await ask(site, '/book', { headers: { 'if-none-match': `"other", W/${etags[0]}` } });
  expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, etags[0]]);
  const other = await ask(site, '/book', { headers: { 'if-none-match': etags[1] } });
  expect(other.status).toBe(200);
});

test('a file that is built again is served anew, under another ETag', async () => {
  const site = await trialSite(pages);
  const before = await ask(site, '/');
  await writeFiles(site.folder, { 'dist/index.html': 'another home' });
  const after = await ask(site, '/');
  expect(after.body.toString()).toBe('another home');
  expect(after.headers.etag).not.toBe(before.headers.etag);
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/guides/..%2f..%2fsecret.txt',
  '/..%5csecret.txt',
  '/%252e%252e%252fsecret.txt',
  '/....//secret.txt',
  '/..;/secret.txt',
  '/.%00./secret.txt',
  '/..%c0%afsecret.txt',
  '/%2fetc/passwd',
  '//etc/passwd',
  '/link.txt',
  '/index.html%00.txt',
])('%s leads nowhere', async (address) => {
  const site = await trialSite({ ...pages, 'secret.txt': 'secret' });
  await symlink(path.join(site.folder, 'secret.txt'), path.join(site.folder, 'dist/link.txt'));
  const answer = await ask(site, address);
  expect([answer.status, answer.body.toString()]).toEqual([404, 'not here']);
});

test.each([
  ['//evil.example/%2e%2e/', 'localhost'],
  ['//evil.example/%2e%2e/', 'host.example'],
  ['/', 'host.example/x?'],
  ['/', 'a b'],
])('%s at the host %s redirects nowhere else', async (address, host) => {
  const answer = await ask(await trialSite(pages), address, { headers: { host } });
  expect(answer.headers.location).toBeUndefined();
  expect(host === 'host.example' ? [421] : [400, 404]).toContain(answer.status);
});
