import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { Availability } from '#contracts/calendar';
import { all, builtPages, isListed, meta, one, textOf } from '#tests/support/built-pages';
import { earlyInWindow } from '#tests/support/limit-window';
import { SharedHost, SiteProcess } from '#tests/support/site-process';
import { consultation } from '#tests/support/visitor';
import { parseHtml } from '#build/html';

const statusOf = async (site: SiteProcess) => (await fetch(site.url)).status;

describe('a process of its own', () => {
  async function openSite(): Promise<SiteProcess> {
    const site = await SiteProcess.open();
    onTestFinished(() => site.close());
    return site;
  }

  test('a site that is killed and started again is the same site, with its data', async () => {
    const site = await openSite();
    expect(await statusOf(site)).toBe(200);
    const { url, port } = site;
    await site.kill();
    await expect(fetch(url)).rejects.toHaveProperty('cause.code', 'ECONNREFUSED');
    await site.start();
    expect([site.url, site.port]).toEqual([url, port]);
    expect(await statusOf(site)).toBe(200);
  });

  test('a site whose port somebody has taken meanwhile waits for it', async () => {
    const site = await openSite();
    const { port } = site;
    await site.kill();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    const started = site.start();
    await vi.waitUntil(() => site.output.includes(`Port ${port} is taken`), { timeout: 60_000 });
    other.close();
    await started;
    expect(site.port).toBe(port);
    expect(await statusOf(site)).toBe(200);
  });

  test('a site that is asked to stop ends well', async () => {
    const site = await openSite();
    expect(await statusOf(site)).toBe(200);
    expect(await site.stop()).toBe(0);
  });
});

describe('a host that serves one site after the other', () => {
  const host = new SharedHost();
  afterAll(() => host.close());

  async function openSite(env: Record<string, string> = {}): Promise<SiteProcess> {
    const site = await SiteProcess.within(host, env);
    onTestFinished(() => site.close());
    return site;
  }

  async function request(site: SiteProcess): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify(consultation);
    return (await fetch(`${site.url}/api/consultation-requests`, { method: 'POST', headers, body })).status;
  }

  async function limited(site: SiteProcess): Promise<boolean> {
    for (let asked = 0; asked < 30; asked += 1) if ((await request(site)) === 429) return true;
    return false;
  }

  async function signedIn(site: SiteProcess): Promise<number> {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ username: 'owner', password: 'correct horse' });
    return (await fetch(`${site.url}/api/auth/login`, { method: 'POST', headers, body })).status;
  }

  test('each has its own variables', async () => {
    const site = await openSite({ ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'correct horse' });
    expect(await signedIn(site)).toBe(200);
    await site.close();
    expect(await signedIn(await openSite())).toBe(401);
  });

  test('each has its own data and limits', async () => {
    await earlyInWindow();
    const site = await openSite();
    expect(await limited(site)).toBe(true);
    await site.close();
    await expect(statusOf(site)).rejects.toThrow();
    expect(await request(await openSite())).toBe(201);
  });

  test('one that is killed goes on in a process of its own, and the next is served again', async () => {
    const site = await openSite();
    expect(await request(site)).toBe(201);
    await site.kill();
    await expect(statusOf(site)).rejects.toThrow();
    await site.start();
    expect(await statusOf(site)).toBe(200);
    await site.close();
    expect(await statusOf(await openSite())).toBe(200);
  });
});

describe('what is served', () => {
  let site: SiteProcess;
  beforeAll(async () => {
    site = await SiteProcess.open();
  });
  afterAll(() => site.close());

  async function page(address: string) {
    const answer = await fetch(site.url + address, { redirect: 'manual' });
    return { status: answer.status, headers: answer.headers, main: one(parseHtml(await answer.text()), 'main') };
  }

  test.each(['/unknown', '/service-areas', '/blog/one/two', '/unknown/deeper', '/no/such/page'])(
    '%s is "404 Page Not Found", with status 404 and the security headers',
    async (address) => {
      const { status, headers, main } = await page(address);
      expect(status).toBe(404);
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-security-policy': "frame-ancestors 'none'",
        'x-content-type-options': 'nosniff',
      });
      expect(textOf(one(main, 'h1'))).toBe('404 Page Not Found');
      expect(textOf(main)).toContain('Did you forget to add the page to the router?');
    },
  );

  test.each(['/blog/unknown', '/blog/unknown/', '/blog/not-found'])(
    '%s is "Article Not Found", with status 404',
    async (address) => {
      const { status, main } = await page(address);
      expect([status, textOf(one(main, 'h1'))]).toEqual([404, 'Article Not Found']);
      expect(textOf(one(main, 'a[href="/blog"]'))).toBe('Back to Blog');
    },
  );

  test.each([
    ['/es/unknown', '404 Página no encontrada'],
    ['/es/blog/one/two', '404 Página no encontrada'],
    ['/es/blog/unknown', 'Artículo no encontrado'],
    ['/es/service-areas/unknown', 'Lugar no encontrado'],
  ])('%s is "%s", with status 404', async (address, heading) => {
    const { status, main } = await page(address);
    expect([status, textOf(one(main, 'h1'))]).toEqual([404, heading]);
  });

  test('the Spanish home page is /es, which /es/ leads to', async () => {
    expect((await fetch(`${site.url}/es`, { redirect: 'manual' })).status).toBe(200);
    const answer = await fetch(`${site.url}/es/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/es']);
  });

  test('an unknown address of the API answers with JSON', async () => {
    const answer = await fetch(`${site.url}/api/nothing`);
    expect([answer.status, await answer.json()]).toEqual([404, { error: expect.any(String) }]);
  });

  test('the functions answer beside the pages', async () => {
    const answer = await fetch(`${site.url}/api/calendar/availability`);
    expect(Availability.parse(await answer.json()).slots.length).toBeGreaterThan(0);
  });

  test('the picture of every listed page is served as a JPEG of less than 200 kB', async () => {
    for (const listed of (await builtPages()).filter(isListed)) {
      const { pathname } = new URL(meta(listed, 'og:image') ?? '');
      const answer = await fetch(site.url + pathname);
      expect([answer.status, answer.headers.get('content-type')], pathname).toEqual([200, 'image/jpeg']);
      expect((await answer.arrayBuffer()).byteLength, pathname).toBeLessThan(200_000);
    }
  });

  test('every article of the feed is served', async () => {
    const feed = parseHtml(await (await fetch(`${site.url}/rss.xml`)).text());
    const links = all(feed, 'item').map((item) => new URL(textOf(one(item, 'guid'))));
    expect(links.length).toBeGreaterThan(0);
    for (const { pathname } of links) expect((await fetch(site.url + pathname)).status, pathname).toBe(200);
  });
});
