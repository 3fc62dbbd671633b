import type { Request } from '@playwright/test';
import { sun } from '#i18n/en/sun';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { offerState } from '#lib/offers';
import { zonedToday } from '#lib/time/dates';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { withoutPopup } from '#tests/support/browser/home';
import { untilQuiet } from '#tests/support/browser/network';
import { watchShifts } from '#tests/support/browser/shifts';
import { offersOn } from '#tests/support/content';
import { expect, test, walked, withMotion } from '#tests/support/host';

const PHONE = { width: 375, height: 900 };
const today = zonedToday(new Date());
const offers = await offersOn(today);
const popups = offers.some((offer) => offer.featured && offerState(offer, today) === 'running') ? 1 : 0;
/** Only the makers’ own pictures are enlarged. */
const enlarged = offers.filter(({ vendor, image }) => vendor && image).length;

test('axe finds nothing on the page, nor with the popup open or a promotion enlarged; the popup fits 320 px and 200 % text', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const popup = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Not Now' }) });
  await expect(popup).toHaveCount(popups);
  await expectAccessible(page, 'the popup');
  await test.step('the popup can be read to its end and closed, at 320 px and 200 % text too', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const shown of await popup.all()) {
      expect(await shown.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
      await shown.getByRole('button', { name: 'Not Now' }).click();
    }
    await expect(popup).toHaveCount(0);
    await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
    await page.setViewportSize(PHONE);
  });
  const questions = page.getByRole('main').locator('summary').filter({ visible: true });
  for (const question of await questions.all()) await question.click();
  await expectCleanAt(page, [375, 1440], 'the page');
  const pictures = page.getByRole('link', { name: /^Enlarge/ });
  await expect(pictures).toHaveCount(enlarged);
  if (enlarged === 0) return;
  await pictures.last().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'a promotion');
});

test('a phone scrolls at most 16 windows; header and dock leave 70 % of the lowest ones; nothing takes focus that does not scroll', async ({
  page,
}) => {
  await withoutPopup(page);
  for (const language of siteLanguages) {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto(pathIn(language, '/'));
    expect(await page.evaluate(() => document.body.scrollHeight), language).toBeLessThanOrEqual(16 * 664);
  }
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  for (const [width, height] of [
    [664, 390],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height });
    const dock = await page.locator('[data-dock]').boundingBox();
    await expect(page.getByRole('banner')).not.toBeInViewport();
    expect(dock?.height).toBeLessThanOrEqual(0.3 * height);
  }
  for (const width of [390, 640, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const still = await page.locator('main [tabindex="0"]').evaluateAll((all) =>
      all.filter((one) => {
        (one as HTMLElement).focus();
        return document.activeElement === one && one.scrollWidth <= one.clientWidth;
      }),
    );
    expect([width, still.length]).toEqual([width, 0]);
  }
});

test.describe('with motion', () => {
  test.use(withMotion);

  test('nothing moves by itself while the page is read', async ({ page }) => {
    await withoutPopup(page);
    const shifts = await watchShifts(page);
    for (const address of walked(siteLanguages.map((language) => pathIn(language, '/')))) {
      await page.goto(address);
      // Where a machine has not the fonts that the fallbacks are reckoned for, lines move when ours arrive.
      await page.screenshot();
      await shifts();
      for (const section of await page.getByRole('region').all()) await section.scrollIntoViewIfNeeded();
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await untilQuiet(page);
      expect(await shifts(), address).toEqual([]);
    }
  });
});

test.describe('on a phone of three pixels a point', () => {
  test.use({ viewport: { width: 390, height: 664 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true });

  test('a first visit with its popup loads at most 300 kB', async ({ page }) => {
    const finished: Request[] = [];
    page.on('requestfinished', (request) => finished.push(request));
    await page.goto('/');
    await expect(page.locator('dialog[open]')).toHaveCount(popups);
    await untilQuiet(page);
    const sizes = await Promise.all(finished.map((request) => request.sizes()));
    const bytes = sizes.reduce(
      (sum, { responseBodySize, responseHeadersSize }) => sum + responseBodySize + responseHeadersSize,
      0,
    );
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(300_000);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the page is read and used; the sun has a drawn window, its sentences, and a line for each direction', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByText(/^\w[\w ]+, \d+\s[AP]M: \w+/)).toBeVisible();
    await expect(page.getByRole('slider', { name: 'Through the day' })).toBeHidden();
    const ended = page.getByRole('article').and(page.locator('[data-state=ended]'));
    await expect(page.getByText('Offer ended').filter({ visible: true })).toHaveCount(await ended.count());
    const questions = page.locator('details[name=faq]');
    await questions.nth(1).locator('summary').click();
    await expect(questions.nth(1).getByRole('paragraph')).toBeVisible();
    await expect(questions.nth(0).getByRole('paragraph')).toBeHidden();
    // A promotion picture is shown alone.
    const pictures = page.getByRole('link', { name: /^Enlarge/ });
    await expect(pictures).toHaveCount(enlarged);
    for (const link of await pictures.all()) {
      const answer = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(answer.headers()['content-type']).toBe('image/webp');
    }
    await page.getByRole('link', { name: 'Schedule Consultation' }).first().click();
    await expect(page).toHaveURL('/book');

    await page.goto('/sun');
    const main = page.getByRole('main');
    await expect(main.getByRole('img')).toHaveAccessibleName(sun.picture('west'));
    await expect(main.locator('[data-part=sentence]')).toHaveCount(3);
    await expect(page.locator('noscript li')).toHaveText(sun.directions.map((one) => new RegExp(`^${sun.found(one)}`)));
    await expect(page.getByRole('slider').or(page.getByRole('radio'))).toHaveCount(0);
    await expect(page.getByRole('link', { name: sun.book })).toHaveAttribute('href', '/book');
  });
});
