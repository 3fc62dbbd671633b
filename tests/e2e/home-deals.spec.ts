import type { Page } from '@playwright/test';
import { zonedToday } from '#lib/time/dates';
import { inShowOrder } from '#lib/offer-cards';
import { hearEvents, withoutPopup, withTerms } from '#tests/support/browser/home';
import { expectAccessible } from '#tests/support/browser/axe';
import { offersOn } from '#tests/support/content';
import { expect, test, withMotion } from '#tests/support/host';

const section = (page: Page) => page.locator('#deals');
const cards = (page: Page) => section(page).getByRole('article');
const card = (page: Page, { id }: { id: string }) => cards(page).and(page.locator(`[data-promotion="${id}"]`));

const offers = await offersOn(zonedToday(new Date()));
/** Only the makers' own pictures are enlarged. */
const enlarged = offers.filter(({ vendor, image }) => vendor && image);
/** The tests set the days of these two; the other offers are as they are. */
const own = enlarged[0] ?? offers[0];
const other = offers.find((offer) => offer !== own);
if (!own || !other) throw new Error('There are too few offers');

test.beforeEach(async ({ page }) => withoutPopup(page));

test.describe('with motion', () => {
  test.use(withMotion);

  test('each offer has the terms of its maker, and a rebate site a new tab; a running one is booked, an ended one asked about; a maker’s picture opens enlarged, by mouse and by keyboard', async ({
    page,
  }) => {
    const heard = await hearEvents(page);
    await withTerms(page, { [own.id]: {}, [other.id]: { endsOn: '2025-12-31' } });
    await page.goto('/');
    await expect(cards(page)).toHaveCount(offers.length);
    for (const offer of offers) {
      for (const text of [offer.vendor ?? '', offer.title, offer.discount, offer.validUntil, offer.badge])
        await expect(card(page, offer)).toContainText(text);
      if (!offer.externalLink) continue;
      const host = new URL(offer.externalLink).hostname.replace('www.', '');
      const site = card(page, offer).getByRole('link', { name: `${host} (opens in a new tab)` });
      await expect(site).toHaveAttribute('href', offer.externalLink);
      await expect(site).toHaveAttribute('target', '_blank');
      await expect(site).toHaveAttribute('rel', /noopener/);
    }
    const links = section(page).getByRole('link', { name: /Enlarge/ });
    await expect(links).toHaveCount(enlarged.length);

    const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
    await expect(cards(page).first()).not.toContainText('Offer ended');
    await cards(page).first().getByRole('link', { name: 'Schedule Consultation' }).click();
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const ended = card(page, other);
    await expect(ended.getByText('Offer ended')).toBeVisible();
    await expect(ended.getByText(`Ran ${other.validUntil}`)).toBeVisible();
    await expect(ended.getByText('Schedule Consultation')).toBeHidden();
    await ended.getByRole('link', { name: 'Ask for current deals' }).click();
    await expect(dialog.getByText('Offer: current offers')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    const link = card(page, own).getByRole('link', { name: /^Enlarge/ });
    const modal = page.getByRole('dialog', { name: `${own.vendor}: ${own.discount}` });
    await link.click();
    await expect(modal.getByRole('img')).toBeVisible();
    await expect(modal).toContainText(own.validUntil);
    await expect(modal.getByText('Offer ended')).toBeHidden();
    await expect.poll(() => heard('promo_view')).toEqual([{ promotion: own.id }]);
    expect(await heard('promo_close')).toEqual([]);
    await modal.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('dialog:not(.booking)')).toHaveCount(0);
    await expect(link).toBeFocused();
    await expect.poll(() => heard('promo_close')).toEqual([{ promotion: own.id }]);

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
      await withTerms(page, { [own.id]: { endsOn: '2025-12-31' } });
      await page.goto('/');
      await link.click();
      await expect(modal.getByText('Offer ended')).toBeVisible();
      await expect(modal.getByText(`Ran ${own.validUntil}`)).toBeVisible();
    });
  });
});

// Which days are whose is in src/lib/offers.test.ts, and which words in src/lib/offer-cards.test.ts.
test('an offer is presented as what it is on the visitor’s day, not on that of the build', async ({ page }) => {
  const offer = card(page, own);
  const term = { startsOn: '2025-09-15', endsOn: '2025-12-31' };
  await withTerms(page, { [own.id]: term, [other.id]: {} });
  await test.step('before its first day', async () => {
    await page.clock.setFixedTime(new Date('2025-09-14T23:59:00-04:00'));
    await page.goto('/');
    await expect(offer.getByText(`Coming: ${own.validUntil}`, { exact: true })).toBeVisible();
    await expect(offer.getByText('Offer ended')).toBeHidden();
    await expect(offer.getByRole('link', { name: 'Schedule Consultation' })).toBeVisible();
  });

  await test.step('on its days: the running ones come first, and only the first has the filled button', async () => {
    await page.clock.setFixedTime(new Date('2025-11-15T12:00:00-05:00'));
    await page.goto('/');
    await expect(offer.getByText(own.validUntil, { exact: true })).toBeVisible();
    await expect(offer.getByText('Offer ended')).toBeHidden();
    await expect(offer.getByRole('link', { name: 'Ask for current deals' })).toBeHidden();
    const always = { startsOn: undefined, endsOn: undefined };
    const shown = offers.map((one) => ({ ...one, ...(one === own && term), ...(one === other && always) }));
    await expect(cards(page).getByRole('heading', { level: 3 })).toHaveText(
      inShowOrder(shown, '2025-11-15').map(({ title }) => title),
    );
    await expect(section(page).locator('.btn')).toHaveCount(1);
    await expect(cards(page).first().locator('.btn')).toHaveText(/Schedule Consultation/);
  });

  await test.step('one that ends between the build and the visit: as ended, after those that run', async () => {
    await page.clock.setFixedTime(new Date('2099-01-02T12:00:00-05:00'));
    await withTerms(page, { [own.id]: { endsOn: '2099-01-01' }, [other.id]: {} });
    await page.goto('/');
    await expect(offer.getByText('Offer ended')).toBeVisible();
    await expect(offer.getByText(`Ran ${own.validUntil}`)).toBeVisible();
    await expect(offer.getByRole('link', { name: 'Ask for current deals' })).toBeVisible();
    await expect(offer.getByText('Schedule Consultation')).toHaveCount(0);
    await expect(cards(page).first()).not.toContainText('Offer ended');
    await expect(section(page).locator('.btn')).toHaveCount(1);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('an ended offer is one line, nothing of which is cut off; it opens its card in place, and is asked about as the current ones', async ({
    page,
  }) => {
    const ended = offers.find(({ endsOn }) => endsOn);
    test.skip(!ended, 'No offer of this dealer ends.');
    if (!ended) return;
    await withTerms(page, { [ended.id]: { endsOn: '2025-12-31' } });
    for (const { address, name, current } of [
      { address: '/', name: 'Ask for current deals', current: 'Offer: current offers' },
      { address: '/es', name: 'Preguntar por ofertas actuales', current: 'Oferta: ofertas actuales' },
    ]) {
      await page.goto(address);
      await expect(card(page, ended)).toHaveAttribute('data-state', 'ended');
      // At one moment: a card that ends moves behind the others.
      const shown = await cards(page).evaluateAll((all) =>
        all.map((offer) => {
          const { scrollWidth = 0, clientWidth = 0 } = offer.querySelector('summary') ?? {};
          const isCut = scrollWidth > clientWidth;
          return { state: offer.dataset['state'], height: offer.getBoundingClientRect().height, isCut };
        }),
      );
      for (const { state, height, isCut } of shown) {
        if (state !== 'ended') expect(height).toBeGreaterThan(300);
        else {
          expect(height).toBeGreaterThanOrEqual(44);
          expect(height).toBeLessThan(100);
          expect(isCut).toBe(false);
        }
      }
      const line = card(page, ended).locator('summary');
      await expect(card(page, ended).getByRole('img')).toBeHidden();
      await line.tap();
      await expect(card(page, ended).getByRole('img')).toBeVisible();
      if (address === '/') await expect(card(page, ended).getByText(`Ran ${ended.validUntil}`)).toBeVisible();
      const rebate = card(page, ended).locator(`a[href="${ended.externalLink}"]`);
      if (ended.externalLink) await expect(rebate).toBeVisible();
      await expectAccessible(page, `the opened line of ${address}`);
      await card(page, ended).getByRole('link', { name }).tap();
      const dialog = page.locator('dialog.booking');
      await expect(dialog.getByText(current)).toBeVisible();
      await expect(dialog.getByText(ended.title)).toBeHidden();
      await page.goto('about:blank');
    }
  });
});
