import { business } from '#business';
import { type BuiltPage, builtPages, isListed, meta } from '#tests/support/built-pages';
import { expect, lookTest as test } from '#tests/support/host';

const title = ({ document }: BuiltPage) => document.querySelector('title')?.text;
const canonical = ({ document }: BuiltPage) => document.querySelector('link[rel="canonical"]')?.getAttribute('href');
const pathOf = (address: string | undefined) => new URL(address ?? '', 'http://nowhere').pathname;

test('every page has a title of its own and a description that search engines show whole', async () => {
  const pages = await builtPages();
  expect(pages.length).toBeGreaterThan(20);
  const listed = pages.filter(isListed);
  for (const page of pages) {
    expect(title(page), page.address).toMatch(new RegExp(`^.+ \\| ${business.name}$`));
    expect(meta(page, 'description')?.length, page.address).toBeLessThanOrEqual(160);
  }
  for (const page of listed) expect(meta(page, 'description')?.length, page.address).toBeGreaterThan(50);
  for (const text of [title, (page: BuiltPage) => meta(page, 'description')]) {
    expect(new Set(listed.map(text)).size).toBe(listed.length);
  }
});

test('a listed page is canonical under its own address, the others ask to be left out', async () => {
  const pages = await builtPages();
  for (const page of pages.filter(isListed)) expect(pathOf(canonical(page)), page.address).toBe(page.address);
  const left = pages.filter((page) => !isListed(page));
  expect(left.map(({ address }) => address)).toEqual(
    expect.arrayContaining(['/404', '/thank-you', '/not-found/article', '/not-found/location']),
  );
  for (const page of left) expect(canonical(page), page.address).toBeUndefined();
});

test('what links show agrees with the page, for Open Graph and Twitter', async () => {
  for (const page of await builtPages()) {
    for (const place of ['og', 'twitter']) {
      expect(meta(page, `${place}:title`), page.address).toBe(meta(page, 'og:title'));
      expect(meta(page, `${place}:description`), page.address).toBe(meta(page, 'description'));
      expect(meta(page, `${place}:image:alt`)).toMatch(/\w{4}/);
    }
    expect(meta(page, 'twitter:image')).toBe(meta(page, 'og:image'));
    expect(meta(page, 'twitter:card')).toBe('summary_large_image');
    expect(meta(page, 'og:type')).toBe(page.address.startsWith('/blog/') ? 'article' : 'website');
  }
});

test('every listed page has a picture of its own, 1200 by 630', async ({ page, request }) => {
  const listed = (await builtPages()).filter(isListed);
  const pictures = listed.map((listedPage) => pathOf(meta(listedPage, 'og:image')));
  expect(new Set(pictures).size).toBe(listed.length);
  for (const picture of pictures) {
    const answer = await request.get(picture);
    expect(answer.status(), picture).toBe(200);
    expect(answer.headers()['content-type']).toBe('image/jpeg');
    expect((await answer.body()).length, picture).toBeLessThan(200_000);
  }
  await page.goto(pictures[0] ?? '');
  const size = await page
    .locator('img')
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  expect(size).toEqual([1200, 630]);
});

test('the sitemap lists every listed page and no other', async ({ request }) => {
  const index = await (await request.get('/sitemap-index.xml')).text();
  expect(index).toContain('/sitemap-0.xml');
  const sitemap = await (await request.get('/sitemap-0.xml')).text();
  const found = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => pathOf(address));
  const listed = (await builtPages()).filter(isListed).map(({ address }) => address);
  expect(found.toSorted()).toEqual(listed.toSorted());
  expect(sitemap.match(/<lastmod>/g)).toHaveLength(3);
});

test('robots.txt lets robots in and names the sitemap', async ({ request }) => {
  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toMatch(/^User-agent: \*\nAllow: \/\n/);
  expect(robots).toMatch(/^Sitemap: https?:\/\/[^/]+\/sitemap-index\.xml$/m);
});

test('the feed has every article, the newest first, and pages name it', async ({ page, request }) => {
  await page.goto('/blog');
  const titles = await page.getByRole('main').getByRole('listitem').getByRole('heading').allTextContents();
  const feed = await page.locator('link[type="application/rss+xml"]').getAttribute('href');
  const xml = await (await request.get(feed ?? '')).text();
  const items = [...xml.matchAll(/<item><title>([^<]*)<\/title><link>([^<]*)<\/link>/g)];
  expect(items.map(([, itemTitle]) => itemTitle)).toEqual(titles);
  for (const [, , link] of items) expect((await request.get(pathOf(link))).status()).toBe(200);
});
