import { siteLanguages } from '#i18n/site-languages';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Availability } from '#contracts/calendar';
import { one, textOf } from '#tests/support/built-pages';
import { contentOf } from '#tests/support/content';
import { SiteProcess } from '#tests/support/site-process';
import { parseHtml } from '#build/html';

let site: SiteProcess;
beforeAll(async () => {
  site = await SiteProcess.open();
});
afterAll(() => site.close());

const NOT_FOUND = '404 Page Not Found';

const hasGuides = (await contentOf('blog', {})).length > 0;
const isSpanish = siteLanguages.includes('es');

test.each([
  ['/unknown', NOT_FOUND],
  ['/service-areas', NOT_FOUND],
  ['/blog/one/two', NOT_FOUND],
  ['/no/such/page', NOT_FOUND],
  ['/blog/unknown', 'Article Not Found'],
  ['/blog/unknown/', 'Article Not Found'],
  ['/blog/not-found', 'Article Not Found'],
  ['/es/unknown', isSpanish ? '404 Página no encontrada' : NOT_FOUND],
  ['/es/blog/one/two', isSpanish ? '404 Página no encontrada' : NOT_FOUND],
  ['/es/blog/unknown', isSpanish ? 'Artículo no encontrado' : NOT_FOUND],
  ['/es/service-areas/unknown', isSpanish ? 'Lugar no encontrado' : NOT_FOUND],
])('%s is "%s", with status 404 and the security headers', async (address, heading) => {
  const answer = await fetch(site.url + address, { redirect: 'manual' });
  const main = one(parseHtml(await answer.text()), 'main');
  expect([answer.status, textOf(one(main, 'h1'))]).toEqual([404, heading]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  const [back, words] = hasGuides ? ['/blog', 'Back to Blog'] : ['/', 'Return to Home'];
  if (heading === 'Article Not Found') expect(textOf(one(main, `a.btn[href="${back}"]`))).toBe(words);
});

test('the editor’s page may open a window for the sign-in; its scripts are kept', async () => {
  const opener = async (address: string) => (await fetch(site.url + address)).headers.get('cross-origin-opener-policy');
  expect([await opener('/admin/content'), await opener('/admin')]).toEqual(['same-origin-allow-popups', 'same-origin']);
  const [script] = (await readdir('dist/_astro')).filter((file) => file.endsWith('.js'));
  const { headers } = await fetch(`${site.url}/_astro/${script}`, { method: 'HEAD' });
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.skipIf(!isSpanish)('the Spanish home page is /es, which /es/ leads to', async () => {
  expect((await fetch(`${site.url}/es`, { redirect: 'manual' })).status).toBe(200);
  const answer = await fetch(`${site.url}/es/`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([301, '/es']);
});

test('the functions answer beside the pages, an unknown address of the API with JSON', async () => {
  const unknown = await fetch(`${site.url}/api/nothing`);
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: expect.any(String) }]);
  const answer = await fetch(`${site.url}/api/calendar/availability`);
  expect(Availability.parse(await answer.json()).slots.length).toBeGreaterThan(0);
});
