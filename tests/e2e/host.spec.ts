import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from '#tests/support/host';

test('a site that is killed and started again is the same site, with its data', async ({ site, page }) => {
  await page.goto('/');
  const { url, port } = site;
  await site.kill();
  await expect(page.request.get('/')).rejects.toThrow('ECONNREFUSED');
  await site.start();
  expect([site.url, site.port]).toEqual([url, port]);
  expect((await page.goto('/'))?.status()).toBe(200);
});

test('a site whose port somebody has taken meanwhile waits for it', async ({ site, page }) => {
  const { port } = site;
  await site.kill();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  const started = site.start();
  await expect.poll(() => site.output).toContain(`Port ${port} is taken`);
  other.close();
  await started;
  expect(site.port).toBe(port);
  expect((await page.goto('/'))?.status()).toBe(200);
});

test('a site that is asked to stop ends well', async ({ site, page }) => {
  await page.goto('/');
  expect(await site.stop()).toBe(0);
});

test('an unknown address shows the not-found page, with its status and the security headers', async ({ page }) => {
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  expect(answer?.headers()).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  await expect(page.getByText('404 Page Not Found')).toBeVisible();
});

test('an unknown address of the API answers with JSON', async ({ page }) => {
  const answer = await page.request.get('/api/nothing');
  expect([answer.status(), await answer.json()]).toEqual([404, { error: expect.any(String) }]);
});
