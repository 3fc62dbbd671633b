import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { business } from '#business';
import { all, type BuiltPage, builtPage, builtPages, isListed, meta, one, textOf } from '#tests/support/built-pages';
import { contentOf } from '#tests/support/content';
import { readSiteRules } from '#local/built-site';
import { named, parseXml, textsIn } from '#tests/support/xml';
import { locales } from '#i18n/language';
import { languageAt, pathIn, siteLanguages } from '#i18n/site-languages';

const inEach = (address: string) => siteLanguages.map((language) => pathIn(language, address));
const dist = path.resolve(import.meta.dirname, '../../dist');
const published = (address: string) => readFile(path.join(dist, address), 'utf8');
const title = ({ document }: BuiltPage) => textOf(one(document, 'title'));
const canonical = ({ document }: BuiltPage) => all(document, 'link[rel=canonical]')[0]?.getAttribute('href');
const pathOf = (address: string | undefined) => new URL(address ?? '', 'http://nowhere').pathname;

const [areas, posts] = await Promise.all([contentOf('service-areas', {}), contentOf('blog', {})]);
const pages = await builtPages();
const listed = pages.filter(isListed);

test('every page has a title of its own and a description that search engines show whole, also where it is linked', () => {
  expect(listed.length).toBeGreaterThan((areas.length + posts.length) * siteLanguages.length);
  for (const page of pages) {
    const description = meta(page, 'description');
    expect(title(page), page.address).toMatch(new RegExp(`^.+ \\| ${business.name}$`));
    expect(description, page.address).toMatch(isListed(page) ? /^.{51,160}$/ : /^.{0,160}$/);
    expect(meta(page, 'og:title'), page.address).toBe(title(page));
    expect(meta(page, 'og:description'), page.address).toBe(description);
    expect(meta(page, 'og:image:alt')).toMatch(/\w{4}/);
    expect(meta(page, 'twitter:card')).toBe('summary_large_image');
    expect(meta(page, 'og:type')).toBe(/^(\/[a-z]{2})?\/blog\//.test(page.address) ? 'article' : 'website');
  }
  // An article that is not translated has the same head in both languages.
  for (const language of siteLanguages) {
    const own = listed.filter(({ address }) => languageAt(address) === language);
    for (const text of [title, (page: BuiltPage) => meta(page, 'description')]) {
      expect(new Set(own.map(text)).size).toBe(own.length);
    }
  }
});

test('a listed page is canonical under its own address, the others ask to be left out', () => {
  for (const page of listed) expect(pathOf(canonical(page)), page.address).toBe(page.address);
  const left = pages.filter((page) => !isListed(page));
  const expected = ['/404', '/thank-you', '/not-found/article', '/not-found/location'];
  expect(left.map(({ address }) => address)).toEqual(
    expect.arrayContaining(expected.flatMap((address) => inEach(address)).concat('/login', '/admin/gallery')),
  );
  for (const page of left) expect(canonical(page), page.address).toBeUndefined();
});

test('each of the owner’s pages is there in Spanish with its words, and shown at its address to who has chosen it', async () => {
  const { redirectFor } = await readSiteRules('netlify.toml');
  const english = pages.filter(({ address }) => /^\/(admin|login)/.test(address) && address !== '/admin/content');
  expect(english.length).toBeGreaterThan(5);
  for (const { address } of english) {
    const spanish = await builtPage(`/es${address}`);
    expect(one(spanish, 'html').getAttribute('lang')).toBe('es-US');
    expect(JSON.parse(one(spanish, '#admin-words').text)).toHaveProperty('Today', 'Hoy');
    expect(redirectFor(address, true, 'es'), address).toEqual({ to: `/es${address}`, status: 200 });
    expect(redirectFor(address, true, 'en'), address).toBeNull();
  }
  const others = ['/admin/content', '/admin/worker.js', '/admin/manifest.webmanifest', '/admin/icon-192.png'];
  expect(others.map((address) => redirectFor(address, true, 'es'))).toEqual(others.map(() => null));
});

test('every listed page has a picture of its own, 1200 by 630, of less than 200 kB', async () => {
  const pictures = listed.map((page) => pathOf(meta(page, 'og:image')));
  expect(new Set(pictures).size).toBe(listed.length);
  for (const picture of pictures) {
    const bytes = await readFile(path.join(dist, picture));
    const { format, width, height } = await sharp(bytes).metadata();
    expect([picture, format, width, height]).toEqual([picture, 'jpeg', 1200, 630]);
    expect(bytes.length, picture).toBeLessThan(200_000);
  }
});

test('the sitemap lists every listed page and no other', async () => {
  const index = parseXml(await published('sitemap-index.xml'));
  expect(named(index, 'loc').map(({ text }) => pathOf(text))).toEqual(['/sitemap-0.xml']);
  const sitemap = parseXml(await published('sitemap-0.xml'));
  const found = named(sitemap, 'loc').map(({ text }) => pathOf(text));
  expect(found.toSorted()).toEqual(listed.map(({ address }) => address).toSorted());
  const articles = listed.filter(({ address }) => /^(\/[a-z]{2})?\/blog\//.test(address));
  expect(named(sitemap, 'lastmod')).toHaveLength(articles.length);
});

/** The longest rule that fits decides, the allowing one where two are as long (RFC 9309, 2.2.2). */
function mayRead(robots: string, address: string): boolean {
  const rules = [...robots.matchAll(/^(Allow|Disallow): (\S+)$/gm)].map(([, verb, path = '']) => ({ verb, path }));
  const fitting = rules.filter(({ path }) =>
    path.endsWith('$') ? address === path.slice(0, -1) : address.startsWith(path),
  );
  const [best] = fitting.toSorted((a, b) => b.path.length - a.path.length || (a.verb === 'Allow' ? -1 : 1));
  return best?.verb !== 'Disallow';
}

test('robots.txt lets robots read what pages are drawn with, and nothing else of the API; it names the sitemaps', async () => {
  const robots = await published('robots.txt');
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
  const drawnWith = ['/', '/gallery', '/api/gallery', '/media/abc.jpg', '/.netlify/images?url=/media/abc.jpg&w=640'];
  const inner = ['/api/leads', '/api/gallery/all', '/api/calendar/availability'];
  expect(drawnWith.filter((address) => !mayRead(robots, address))).toEqual([]);
  expect(inner.filter((address) => mayRead(robots, address))).toEqual([]);
  const sitemaps = [...robots.matchAll(/^Sitemap: (https?:\/\/.+)$/gm)].map(([, address]) => pathOf(address));
  expect(sitemaps).toEqual(['/sitemap-index.xml', '/sitemap-gallery.xml']);
});

test('only pages and pictures may be found: feeds, sitemaps and data say that they are none', async () => {
  const { headersFor } = await readSiteRules('netlify.toml');
  const isHidden = (address: string) => headersFor(address)['X-Robots-Tag'] === 'noindex';
  const addresses: string[] = [];
  for await (const file of glob('**/*.{xml,json,webmanifest,jpg,svg,avif}', { cwd: dist })) addresses.push(`/${file}`);
  expect(addresses.filter(isHidden).toSorted()).toEqual(
    addresses.filter((address) => /\.(xml|json|webmanifest)$/.test(address)).toSorted(),
  );
  expect(listed.filter(({ address }) => isHidden(address))).toEqual([]);
});

test('the owner’s pages are an app that can be installed, whose worker is never an old one; no public page is', async () => {
  const link = one(await builtPage('/admin/alerts'), 'link[rel=manifest]');
  const manifest = JSON.parse(await published(link.getAttribute('href') ?? ''));
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/admin' });
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp(path.join(dist, src)).metadata();
    expect(`${width}x${height}`).toBe(sizes);
  }
  expect(listed.filter(({ document: page }) => all(page, 'link[rel=manifest]').length > 0)).toEqual([]);
  const { headersFor } = await readSiteRules('netlify.toml');
  expect(headersFor('/admin/worker.js')).toMatchObject({ 'Cache-Control': 'no-cache' });
});

test.each(posts.length > 0 ? inEach('/blog') : [])(
  'the feed that %s names has every article, the newest first',
  async (address) => {
    const blog = await builtPage(address);
    const self = one(blog, 'link[type="application/rss+xml"]').getAttribute('href') ?? '';
    const [channel] = named(parseXml(await published(self)), 'channel');
    if (!channel) throw new Error('No channel');
    const { language, link } = textsIn(channel);
    expect(language).toBe(locales[languageAt(address)].toLowerCase());
    // each language's own home, and the feed's own address.
    expect(pathOf(link)).toBe(pathOf(address.replace('/blog', '')));
    const links = named(channel, 'atom:link').map(({ attributes }) => [attributes['rel'], pathOf(attributes['href'])]);
    expect(links).toEqual([['self', self]]);
    const items = named(channel, 'item').map(textsIn);
    expect(items.map(({ title: headline }) => headline)).toEqual(all(one(blog, 'main'), 'li h2').map(textOf));
    const articles = pages.filter((page) => page.address.startsWith(`${address}/`)).map((page) => page.address);
    expect(items.map(({ guid }) => pathOf(guid)).toSorted()).toEqual(articles.toSorted());
  },
);
