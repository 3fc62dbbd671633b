import type { Page } from '@playwright/test';
import { zonedToday } from '#lib/time/dates';
import { hearEvents, withTerms } from '#tests/support/browser/home';
import { requestsOf, untilQuiet } from '#tests/support/browser/network';
import { offersOn } from '#tests/support/content';
import { expect, test, walked, withMotion } from '#tests/support/host';

const NOW = Date.parse('2026-11-21T12:00:00-05:00');
const KEY = 'deals-popup-dismissed';

const offers = await offersOn(zonedToday(new Date(NOW)));
/** The first of that day: it is featured and runs, or the tests let it. */
const [offer = { id: '', title: '', discount: '', description: '', badge: '', validUntil: '', image: undefined }] =
  offers;
const popup = (page: Page) => page.getByRole('dialog', { name: `${offer.title} ${offer.discount}` });
const dismissed = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

/** The popup's time is long past, and whatever that set off has had the time to be there: no dialog, or this one alone. */
async function expectNoPopup(page: Page, others = 0): Promise<void> {
  await page.clock.runFor(4000);
  await untilQuiet(page);
  await expect(popup(page)).toHaveCount(0);
  await expect(page.locator('dialog[open]')).toHaveCount(others);
}

test.beforeEach(async ({ page }) => {
  test.skip(offers.length === 0, 'This dealer has no offers.');
  await withTerms(page, { [offer.id]: { featured: true } });
  await page.clock.install({ time: NOW - 60_000 });
  await page.clock.pauseAt(NOW);
});

test.describe('with motion', () => {
  test.use(withMotion);

  // Whom it leaves alone for what the browser keeps is in src/browser/deals/popup-memory.test.ts.
  test('it opens two seconds after load with a running offer, its styles 0.6 s before, without React, and never after a dismissal', async ({
    page,
  }) => {
    const asked = requestsOf(page);
    await page.goto('/');
    const has = (part: string) => asked.some(({ pathname }) => pathname.includes(part));
    const before = page.getByRole('banner').getByRole('link', { name: 'Our Work', exact: true });
    await before.focus();
    await page.clock.runFor(1399);
    await untilQuiet(page);
    expect(has('/dialogs.')).toBe(false);
    await page.clock.runFor(600);
    await expect.poll(() => has('/dialogs.')).toBe(true);
    await untilQuiet(page);
    await expect(popup(page)).toHaveCount(0);
    await page.clock.runFor(1);
    for (const text of [offer.badge, offer.description, offer.validUntil])
      await expect(popup(page)).toContainText(text);
    if (offer.image) await expect(popup(page).getByRole('img', { name: offer.image.alt })).toBeVisible();
    await expect(popup(page).getByRole('heading', { name: offer.discount })).toBeFocused();
    for (const name of ['Claim Deal', 'Not Now', 'Close']) {
      await page.keyboard.press('Tab');
      await expect(popup(page).getByRole('button', { name })).toBeFocused();
    }
    const now = await page.evaluate(() => Date.now());
    await page.keyboard.press('Escape');
    await expect(popup(page)).toHaveCount(0);
    await expect(before).toBeFocused();
    const moment = Number(await dismissed(page));
    expect(moment).toBeGreaterThanOrEqual(now);
    expect(moment).toBeLessThanOrEqual(await page.evaluate(() => Date.now()));
    asked.length = 0;
    await page.reload();
    await expectNoPopup(page);
    expect([has('/dialogs.'), has('/react.')]).toEqual([false, false]);
  });

  test('Back closes it and stays on the page; a reload of the open popup leaves nothing in the history', async ({
    page,
  }) => {
    await page.goto('/robots.txt');
    await page.goto('/');
    await page.clock.runFor(2000);
    await expect(popup(page)).toBeVisible();
    await page.reload();
    await page.clock.runFor(2000);
    await expect(popup(page)).toBeVisible();
    await page.goBack();
    await expect(popup(page)).toHaveCount(0);
    await expect(page).toHaveURL('/');
    await expect.poll(() => dismissed(page)).not.toBeNull();
    await page.goBack();
    await expect(page).toHaveURL('/robots.txt');
  });
});

test('it waits for the menu, never comes over what is read or booked, to other pages or without an offer, and blocks nobody', async ({
  page,
}) => {
  const heard = await hearEvents(page);
  const booking = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await test.step('while the menu of a phone is open; then both buttons are in sight, in the lowest window too', async () => {
    await page.setViewportSize({ width: 375, height: 553 });
    await page.goto('/');
    const menu = page.getByRole('banner').locator('summary');
    await menu.click();
    await expectNoPopup(page);
    await menu.click();
    await page.clock.runFor(2000);
    for (const [width, height] of [
      [375, 553],
      [664, 390],
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const name of ['Claim Deal', 'Not Now'])
        await expect(popup(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await page.emulateMedia({ media: 'print' });
    await expect(popup(page)).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
    await popup(page).getByRole('button', { name: 'Not Now' }).click();
    await expect(popup(page)).toHaveCount(0);
    await expect.poll(() => dismissed(page)).not.toBeNull();
    await page.evaluate(() => localStorage.clear());
  });
  await test.step('not for whoever scrolls, nor for whoever comes to a section', async () => {
    await page.reload();
    await page.mouse.wheel(0, 200);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
    await expectNoPopup(page);
    await page.goto('/robots.txt');
    await page.goto('/#main');
    await expectNoPopup(page);
  });
  await test.step('"Claim Deal" closes it and opens the booking dialog, without storing a dismissal', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.goto('/');
    await page.clock.runFor(2000);
    await popup(page).getByRole('button', { name: 'Claim Deal' }).click();
    await expect(booking.getByText(offer.title)).toBeVisible();
    await expect(popup(page)).toHaveCount(0);
    expect(await dismissed(page)).toBeNull();
    expect(await heard('cta_click')).toEqual([{ location: 'deals-popup' }]);
  });
  await test.step('nor after the claim, which the next booking has, from another page too', async () => {
    await page.goto('/');
    await expectNoPopup(page);
    await page.goto('/gallery');
    await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
    await expect(booking.getByText(offer.title)).toBeVisible();
    await page.evaluate(() => localStorage.clear());
  });
  await test.step('never over the booking dialog, nor after it', async () => {
    await page.goto('/');
    await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
    await expect(booking).toBeVisible();
    await expectNoPopup(page, 1);
    await page.keyboard.press('Escape');
    await expect(booking).toBeHidden();
    await expectNoPopup(page);
  });
  await test.step('where a filter of the browser hides it, the page can be used', async () => {
    for (const hidden of walked(['display: none', 'visibility: hidden'])) {
      await page.reload();
      await page.evaluate((rule) => {
        const filter = new CSSStyleSheet();
        filter.replaceSync(`dialog[aria-labelledby^='popup-title'] { ${rule} !important }`);
        document.adoptedStyleSheets.push(filter);
      }, hidden);
      await page.clock.runFor(10_000);
      await expect.poll(() => dismissed(page)).not.toBeNull();
      await expect(page.locator('dialog[open]')).toHaveCount(0);
      await page.getByRole('heading', { level: 1 }).click();
      await page.evaluate(() => localStorage.clear());
    }
  });
  await test.step('neither on another page, nor without a running offer', async () => {
    await withTerms(page, Object.fromEntries(offers.map(({ id }) => [id, { endsOn: '2026-11-20' }])));
    const asked = requestsOf(page);
    for (const address of ['/book', '/']) {
      await page.goto(address);
      await expectNoPopup(page);
    }
    expect(asked.filter(({ pathname }) => pathname.includes('/dialogs.'))).toEqual([]);
  });
});
