import type { Page } from '@playwright/test';
import { hearEvents, withHomePage, withoutPopup } from '#tests/support/browser/home';
import { expect, test, withMotion } from '#tests/support/host';

const section = (page: Page) => page.locator('#deals');
const cards = (page: Page) => section(page).getByRole('article');
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByRole('heading', { name: title, exact: true }) });

test.beforeEach(async ({ page }) => withoutPopup(page));

test.describe('with motion', () => {
  test.use(withMotion);

  test('seven offers have the terms of their makers, and rebate sites a new tab; a running one is booked, an ended one asked about; a maker’s picture opens enlarged, by mouse and by keyboard', async ({
    page,
  }) => {
    const heard = await hearEvents(page);
    await page.goto('/');
    await expect(cards(page)).toHaveCount(7);
    const terms = [
      ['Norman', 'Free motorization', 'Sept 15 to Dec 31, 2025', 'Featured Promo'],
      ['Norman', '50% off plus free accessories', 'July 15 to Dec 31, 2025', 'New'],
      ['Graber', '$75 off three shades plus $25 off each additional', 'Oct 1, 2025 to Jan 3, 2026', 'Vendor Rebate'],
      ['Graber', '$75 off a motorized shade', 'Oct 1, 2025 to Jan 3, 2026', 'Vendor Rebate'],
      ['Draper', 'Commercial pricing, year-round', 'Year-round', 'Commercial'],
      ['', 'Save up to $500', 'Ongoing', 'Best Value'],
      ['', '$0, no obligation', 'Always', 'Popular'],
    ] as const;
    for (const [vendor, discount, until, badge] of terms) {
      const offer = cards(page).filter({ hasText: discount });
      for (const text of [vendor, until, badge]) await expect(offer).toContainText(text);
    }
    const site = card(page, 'Three shades or more').getByRole('link', {
      name: 'graberblinds.com (opens in a new tab)',
    });
    await expect(site).toHaveAttribute('href', /^https:\/\/www\.graberblinds\.com/);
    await expect(site).toHaveAttribute('target', '_blank');
    await expect(site).toHaveAttribute('rel', /noopener/);
    // Only the makers' own pictures are enlarged.
    await expect(section(page).getByRole('link', { name: /Enlarge/ })).toHaveCount(5);
    await expect(card(page, 'Smart Home Bundle').getByRole('link', { name: /Enlarge/ })).toHaveCount(0);

    const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
    await expect(cards(page).first()).toContainText('Save up to $500');
    await cards(page).first().getByRole('link', { name: 'Schedule Consultation' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const ended = card(page, 'PerfectSheer');
    await expect(ended.getByText('Offer ended')).toBeVisible();
    await expect(ended.getByText('Ran Sept 15 to Dec 31, 2025')).toBeVisible();
    await expect(ended.getByText('Schedule Consultation')).toBeHidden();
    await ended.getByRole('link', { name: 'Ask for current deals' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const link = card(page, 'Draper shades').getByRole('link', { name: /^Enlarge/ });
    await link.click();
    const modal = page.getByRole('dialog', { name: 'Draper: Commercial pricing, year-round' });
    await expect(modal.getByRole('img')).toBeVisible();
    await expect(modal).toContainText('Year-round');
    await expect(modal.getByText('Offer ended')).toBeHidden();
    await expect.poll(() => heard('promo_view')).toEqual([{ promotion: 'draper-commercial' }]);
    expect(await heard('promo_close')).toEqual([]);
    await modal.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('dialog:not(.booking)')).toHaveCount(0);
    await expect(link).toBeFocused();
    await expect.poll(() => heard('promo_close')).toEqual([{ promotion: 'draper-commercial' }]);

    await test.step('enlarged, closed and enlarged again by keyboard alone, and the page holds where it is', async () => {
      // Where it stands in the window: what has not been near it yet may turn out taller or lower than it was taken to be.
      const height = () => link.evaluate((shown) => shown.getBoundingClientRect().top);
      await link.scrollIntoViewIfNeeded();
      // The sections above are laid out once they are near, which moves what is seen by a part of a pixel.
      await page.evaluate(() => new Promise((laidOut) => requestAnimationFrame(() => setTimeout(laidOut, 100))));
      const before = await height();
      for (const time of ['first', 'second']) {
        await link.press('Enter');
        await expect(page.getByRole('dialog'), time).toBeVisible();
        expect(await height(), time).toBeCloseTo(before, 0);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog'), time).toHaveCount(0);
        await expect(link).toBeFocused();
      }
    });

    await test.step('says when its offer has ended', async () => {
      await card(page, 'Norman hub')
        .getByRole('link', { name: /Enlarge/ })
        .click();
      const ended = page.getByRole('dialog', { name: 'Norman: 50% off plus free accessories' });
      await expect(ended.getByText('Offer ended')).toBeVisible();
      await expect(ended.getByText('Ran July 15 to Dec 31, 2025')).toBeVisible();
    });
  });
});

// Which days are whose is in src/lib/offers.test.ts, and which words in src/lib/offer-cards.test.ts.
test('an offer is presented as what it is on the visitor’s day, not on that of the build', async ({ page }) => {
  const offer = card(page, 'PerfectSheer');
  await test.step('before its first day', async () => {
    await page.clock.setFixedTime(new Date('2025-09-14T23:59:00-04:00'));
    await page.goto('/');
    await expect(offer.getByText('Coming: Sept 15 to Dec 31, 2025', { exact: true })).toBeVisible();
    await expect(offer.getByText('Offer ended')).toBeHidden();
    await expect(offer.getByRole('link', { name: 'Schedule Consultation' })).toBeVisible();
  });

  await test.step('on its days: the running ones come first, and only the first has the filled button', async () => {
    await page.clock.setFixedTime(new Date('2025-11-15T12:00:00-05:00'));
    await page.goto('/');
    await expect(offer.getByText('Sept 15 to Dec 31, 2025', { exact: true })).toBeVisible();
    await expect(offer.getByText('Offer ended')).toBeHidden();
    await expect(offer.getByRole('link', { name: 'Ask for current deals' })).toBeHidden();
    await expect(cards(page).getByRole('heading', { level: 3 })).toHaveText([
      'Smart Home Bundle',
      'PerfectSheer',
      'Draper shades',
      'Free in-home consultation',
      'Norman hub',
      'Three shades or more',
      'Motorized shade',
    ]);
    await expect(section(page).locator('.btn')).toHaveCount(1);
    await expect(cards(page).first().locator('.btn')).toHaveText(/Schedule Consultation/);
  });

  await test.step('one that ends between the build and the visit: as ended, after those that run', async () => {
    await page.clock.setFixedTime(new Date('2099-01-02T12:00:00-05:00'));
    await withHomePage(page, (html) => html.replace('data-featured', 'data-featured data-ends-on="2099-01-01"'));
    await page.goto('/');
    const ended = card(page, 'Smart Home Bundle');
    await expect(ended.getByText('Offer ended')).toBeVisible();
    await expect(ended.getByText('Ran Ongoing')).toBeVisible();
    await expect(ended.getByRole('link', { name: 'Ask for current deals' })).toBeVisible();
    await expect(ended.getByText('Schedule Consultation')).toHaveCount(0);
    await expect(cards(page).first()).not.toContainText('Offer ended');
    await expect(section(page).locator('.btn')).toHaveCount(1);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('an ended offer is one line, which asks for current deals; the running ones keep their cards', async ({
    page,
  }) => {
    await page.goto('/');
    for (const offer of await cards(page).all()) {
      const { height } = (await offer.boundingBox()) ?? { height: 0 };
      if ((await offer.getAttribute('data-state')) === 'running') expect(height).toBeGreaterThan(300);
      else {
        expect(height).toBeGreaterThanOrEqual(44);
        expect(height).toBeLessThan(60);
        await expect(offer.getByText('Offer ended')).toBeVisible();
      }
    }
    await cards(page).last().getByRole('link', { name: 'Ask for current deals' }).tap();
    await expect(page.getByRole('dialog', { name: 'Schedule Your Free Consultation' })).toBeVisible();
  });
});
