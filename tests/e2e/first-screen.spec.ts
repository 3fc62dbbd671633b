import type { Page } from '@playwright/test';
import { z } from 'astro/zod';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { bookingPairs, withoutPopup } from '#tests/support/browser/home';
import { hold } from '#tests/support/browser/network';
import { expect, test, walked } from '#tests/support/host';
import { otherArea } from '#tests/support/addresses';
import { business } from '#business';
import { root } from '../../scripts/command.ts';
import { readEntries } from '../../scripts/content-check/entries.ts';

/** A sentence of ours in a heading's type and in running text: how wide and how high it is, in px. */
const measured = (page: Page) =>
  page.evaluate(() =>
    ['display', ''].map((className) => {
      const line = document.createElement('span');
      const text = 'Motorized shades, shutters and drapery, measured and installed by two people who live here.';
      Object.assign(line, { className, textContent: text });
      Object.assign(line.style, { position: 'absolute', whiteSpace: 'nowrap', fontSize: '40px' });
      document.body.append(line);
      const { width, height } = line.getBoundingClientRect();
      line.remove();
      return { width, height };
    }),
  );

/** The windows of phones, without the browser's bars. */
const phones = [
  [390, 932],
  [390, 664],
  [360, 640],
  [375, 553],
  [412, 732],
] as const;

test.beforeEach(async ({ page }) => withoutPopup(page));

test('text is seen before the typefaces come, about as wide and just as high', async ({ page }) => {
  const come = await hold(page, '**/*.woff2');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const faces = await page.evaluate(() =>
    [...document.fonts].filter(({ family }) => !family.includes('Fallback')).map(({ display }) => display),
  );
  expect(new Set(faces)).toEqual(new Set(['swap']));
  // The machine's own typefaces take a moment to be found.
  await page.evaluate(() =>
    Promise.allSettled(
      [...document.fonts].filter(({ family }) => family.includes('Fallback')).map((face) => face.load()),
    ),
  );
  const before = await measured(page);
  come();
  await page.evaluate(() => document.fonts.ready);
  const present = await measured(page);
  // Or the test would compare the same with itself.
  expect(present.map(({ width }) => width)).not.toEqual(before.map(({ width }) => width));
  for (const [index, after] of present.entries()) {
    const { width = 0, height = 0 } = before[index] ?? {};
    expect(Math.abs(width / after.width - 1)).toBeLessThan(0.02);
    expect(height).toBeCloseTo(after.height, 0);
  }
});

test('before the scripts the first frame of each window has one button to book; a phone’s first screen says what is sold and where', async ({
  page,
}) => {
  await page.route(/\.js$/, (route) => route.abort());
  for (const [address, width, height, isDocked] of [
    [otherArea.page, 390, 667, false],
    [pathIn(siteLanguages.at(-1) ?? 'en', '/'), 1024, 600, false],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(address);
    await expect(page.locator('[data-dock]')).toBeVisible({ visible: isDocked });
    const way = isDocked ? page.locator('[data-dock]') : page.getByRole('main').locator('[data-book]').first();
    await expect(way).toBeInViewport({ ratio: 1 });
    if (width === 390) expect(await bookingPairs(page)).toBe(1);
  }
  // The longer words first.
  for (const language of walked(siteLanguages.toReversed())) {
    const { entries } = await readEntries(
      root,
      'hero',
      z.object({ offer: z.string() }),
      language === 'en' ? '' : '.es',
    );
    const offer = entries[0]?.fields.offer ?? '';
    const address = pathIn(language, '/');
    await page.goto(address);
    for (const [width, height] of phones) {
      await page.setViewportSize({ width, height });
      const hero = page.locator('.hero');
      const dock = page.locator('[data-dock]');
      const { y: end = 0 } = (await dock.boundingBox()) ?? {};
      for (const part of [hero.getByRole('heading'), hero.locator('.lead'), hero.getByText(offer, { exact: true })]) {
        const { y = 0, height: high = 0 } = (await part.boundingBox()) ?? {};
        expect(y, `${address} at ${width}x${height}`).toBeGreaterThan(0);
        expect(y + high, `${address} at ${width}x${height}`).toBeLessThanOrEqual(end);
      }
      await expect(hero.locator('.lead')).toContainText(business.address.city);
      for (const way of [dock.getByRole('link').first(), dock.locator('[data-book]')])
        await expect(way).toBeInViewport({ ratio: 1 });
      expect(await bookingPairs(page), `${address} at ${width}x${height}`).toBe(1);
    }
  }
});

test('on a phone the first field of /book is on the first screen, with and without scripts', async ({
  page,
  browser,
}) => {
  const plain = await browser.newContext({ javaScriptEnabled: false });
  for (const language of siteLanguages)
    for (const one of [page, await plain.newPage()])
      for (const [width, height] of phones) {
        await one.setViewportSize({ width, height });
        await one.goto(pathIn(language, '/book'));
        await expect(one.locator('[name=name]')).toBeInViewport({ ratio: 1 });
      }
  await plain.close();
});
