import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { business } from '#business';
import { all, type BuiltPage, builtPage, builtPages, isListed, meta, one, textOf } from '#tests/support/built-pages';
import { parseHtml } from '#build/html';
import { languageAt, languages } from '#i18n/language';

const dist = path.resolve(import.meta.dirname, '../../dist');
const published = (address: string) => readFile(path.join(dist, address), 'utf8');
const title = ({ document }: BuiltPage) => textOf(one(document, 'title'));
const canonical = ({ document }: BuiltPage) => all(document, 'link[rel=canonical]')[0]?.getAttribute('href');
const pathOf = (address: string | undefined) => new URL(address ?? '', 'http://nowhere').pathname;

const pages = await builtPages();
const listed = pages.filter(isListed);

test('every page has a title of its own and a description that search engines show whole, also where it is linked', () => {
  expect(listed.length).toBeGreaterThan(20);
  for (const page of pages) {
    const description = meta(page, 'description');
    expect(title(page), page.address).toMatch(new RegExp(`^.+ \\| ${business.name}$`));
    expect(description, page.address).toMatch(isListed(page) ? /^.{51,160}$/ : /^.{0,160}$/);
    for (const place of ['og', 'twitter']) {
      expect(meta(page, `${place}:title`), page.address).toBe(meta(page, 'og:title'));
      expect(meta(page, `${place}:description`), page.address).toBe(description);
      expect(meta(page, `${place}:image:alt`)).toMatch(/\w{4}/);
    }
    expect(meta(page, 'twitter:image')).toBe(meta(page, 'og:image'));
    expect(meta(page, 'twitter:card')).toBe('summary_large_image');
    expect(meta(page, 'og:type')).toBe(/^(\/es)?\/blog\//.test(page.address) ? 'article' : 'website');
  }
  // An article that is not translated has the same head in both languages.
  for (const language of languages) {
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
    expect.arrayContaining(
      expected.flatMap((address) => [address, `/es${address}`]).concat('/login', '/admin/gallery'),
    ),
  );
  for (const page of left) expect(canonical(page), page.address).toBeUndefined();
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
  const index = parseHtml(await published('sitemap-index.xml'));
  expect(all(index, 'loc').map((location) => pathOf(textOf(location)))).toEqual(['/sitemap-0.xml']);
  const sitemap = parseHtml(await published('sitemap-0.xml'));
  const found = all(sitemap, 'loc').map((location) => pathOf(textOf(location)));
  expect(found.toSorted()).toEqual(listed.map(({ address }) => address).toSorted());
  const articles = listed.filter(({ address }) => /^(\/es)?\/blog\//.test(address));
  expect(all(sitemap, 'lastmod')).toHaveLength(articles.length);
});

test('robots.txt lets robots in and names the sitemap', async () => {
  const robots = await published('robots.txt');
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
  expect(robots).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap-index\.xml$/m);
});

test.each(['/blog', '/es/blog'])('the feed that %s names has every article, the newest first', async (address) => {
  const blog = await builtPage(address);
  const feed = parseHtml(await published(one(blog, 'link[type="application/rss+xml"]').getAttribute('href') ?? ''));
  expect(textOf(one(feed, 'language'))).toBe(address === '/blog' ? 'en-us' : 'es-us');
  const items = all(feed, 'item');
  expect(items.map((item) => textOf(one(item, 'title')))).toEqual(all(one(blog, 'main'), 'li h2').map(textOf));
  const articles = pages.filter((page) => page.address.startsWith(`${address}/`)).map((page) => page.address);
  expect(items.map((item) => pathOf(textOf(one(item, 'guid')))).toSorted()).toEqual(articles.toSorted());
});
