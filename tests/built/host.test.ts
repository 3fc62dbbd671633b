import { pathIn, siteLanguages, spoken } from '#i18n/site-languages';
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

const hasGuides = (await contentOf('blog', {})).length > 0;
const headings = {
  en: { page: '404 Page Not Found', article: 'Article Not Found', place: 'Location Not Found' },
  es: { page: '404 Página no encontrada', article: 'Artículo no encontrado', place: 'Lugar no encontrado' },
} as const;
const other = siteLanguages[0] === 'en' ? 'es' : 'en';

test.each([
  ...siteLanguages.flatMap((language) => {
    const { page, article, place } = headings[language];
    const pages = { '/unknown': page, '/blog/one/two': page, '/service-areas': page, '/service-areas/unknown': place };
    const all = { ...pages, '/blog/unknown': article, '/blog/unknown/': article, '/blog/not-found': article };
    return Object.entries(all).map(([address, heading]) => [pathIn(language, address), heading] as const);
  }),
  ['/no/such/page', headings[siteLanguages[0]].page] as const,
  // In the language that the site may not have.
  [`/${other}/unknown`, headings[spoken(other)].page] as const,
])('%s is "%s", with status 404 and the security headers', async (address, heading) => {
  const answer = await fetch(site.url + address, { redirect: 'manual' });
  const main = one(parseHtml(await answer.text()), 'main');
  expect([answer.status, textOf(one(main, 'h1'))]).toEqual([404, heading]);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-security-policy': "frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  const [back, words] = hasGuides ? ['/blog', 'Back to Blog'] : ['/', 'Return to Home'];
  if (heading === 'Article Not Found') expect(textOf(one(main, `a.btn[href="${pathIn('en', back)}"]`))).toBe(words);
});

test('the editor’s page may open a window for the sign-in; its scripts are kept', async () => {
  const opener = async (address: string) => (await fetch(site.url + address)).headers.get('cross-origin-opener-policy');
  expect([await opener('/admin/content'), await opener('/admin')]).toEqual(['same-origin-allow-popups', 'same-origin']);
  const [script] = (await readdir('dist/_astro')).filter((file) => file.endsWith('.js'));
  const { headers } = await fetch(`${site.url}/_astro/${script}`, { method: 'HEAD' });
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
});

test.skipIf(siteLanguages.length === 1)(
  'the other language’s home page is /es or /en, where its slash leads',
  async () => {
    expect((await fetch(`${site.url}/${other}`, { redirect: 'manual' })).status).toBe(200);
    const answer = await fetch(`${site.url}/${other}/`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, `/${other}`]);
  },
);

test('the functions answer beside the pages, an unknown address of the API with JSON', async () => {
  const unknown = await fetch(`${site.url}/api/nothing`);
  expect([unknown.status, await unknown.json()]).toEqual([404, { error: expect.any(String) }]);
  const answer = await fetch(`${site.url}/api/calendar/availability`);
  expect(Availability.parse(await answer.json()).slots.length).toBeGreaterThan(0);
});
