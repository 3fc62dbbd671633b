import { createServer } from 'node:http';
import { glob, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { answerTo, ask, OURS, trialSite } from './trial-site.ts';

const files = {
  'dist/index.html': 'home',
  'functions/url.mjs': `export default ({ url }) => new Response(url); export const config = { path: '/api/url' };`,
};

test('the local host answers under its own names, and says to others in one sentence that it does not', async () => {
  const site = await trialSite(files);
  for (const host of ['localhost:1', 'shop.localhost', '127.0.0.1', '127.1.2.3:9', '[::1]:8888', 'LOCALHOST']) {
    expect((await ask(site, '/', { headers: { host } })).status, host).toBe(200);
  }
  const likeOurs = ['localhost.evil.example', '127.0.0.1.evil.example', '127.evil.example'];
  for (const host of ['evil.example', ...likeOurs, '10.0.0.1', '[fe80::1]']) {
    for (const address of ['/', '/api/url', '/.netlify/images?url=/a.png']) {
      const { status, body } = await ask(site, address, { headers: { host } });
      const error = expect.stringMatching(/^This server does not answer for that host name\./);
      expect([status, JSON.parse(body.toString())], host).toEqual([421, { error }]);
    }
  }
});

test('the host of SITE_URL is one of its names', async () => {
  vi.stubEnv('SITE_URL', 'https://www.shades.example');
  onTestFinished(() => void vi.unstubAllEnvs());
  const site = await trialSite(files);
  const answer = await ask(site, '/api/url', { headers: { host: 'www.shades.example' } });
  expect([answer.status, answer.body.toString()]).toEqual([200, 'http://www.shades.example/api/url']);
  expect((await ask(site, '/', { headers: { host: 'shades.example' } })).status).toBe(421);
});

test.each([
  ['twice', '/', 'Host: localhost\r\nHost: localhost\r\n'],
  ['twice, once foreign', '/', 'Host: localhost\r\nHost: evil.example\r\n'],
  ['in the address', 'http://evil.example/', 'Host: localhost\r\n'],
])('a host that is given %s is refused', async (_, target, headers) => {
  expect(await answerTo(await trialSite(files), `GET ${target} HTTP/1.1\r\n${headers}\r\n`)).toBe(400);
});

test('no form sends the server to the host that it was sent to', async () => {
  let visits = 0;
  const listener = createServer((_, response) => {
    visits += 1;
    response.end('<main></main>');
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const { port } = listener.address() as AddressInfo;
  const site = await trialSite({}, OURS);
  const headers = { host: `127.0.0.1:${port}`, 'content-type': 'application/x-www-form-urlencoded' };
  const status = async (target: string) => (await ask(site, target, { method: 'POST', headers, body: 'name=' })).status;
  expect([await status('/api/callback'), await status('/visit/none'), visits]).toEqual([400, 404, 0]);
});

test('the server fetches only from addresses of its environment, and from push services by the one guarded function', async () => {
  const found: string[] = [];
  // By a name: knip takes a pattern in the call itself for imports of all that it finds.
  const sources = 'netlify/**/*.ts';
  for await (const file of glob(sources)) {
    const text = file.endsWith('.test.ts') ? '' : await readFile(file, 'utf8');
    if (/\bfetch\(|\bhttps?\.(?:get|request)\(|'node:https'|undici/.test(text)) found.push(file);
  }
  expect(found.sort()).toEqual([
    'netlify/server/calendar/google/client.ts',
    'netlify/server/calendar/google/consent.ts',
    'netlify/server/channels/texts/provider.ts',
    'netlify/server/outbox/post.ts',
    'netlify/server/storage/blobs.ts',
  ]);
});
