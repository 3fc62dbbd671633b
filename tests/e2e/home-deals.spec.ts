import type { Page } from '@playwright/test';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import zone from '#brand/zone.json' with { type: 'json' };
import { deals as english } from '#i18n/en/deals';
import { deals as spanish } from '#i18n/es/deals';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { zonedToday } from '#lib/time/dates';
import { inShowOrder } from '#lib/offers';
import { hearEvents, withoutPopup, withTerms } from '#tests/support/browser/home';
import { untilQuiet } from '#tests/support/browser/network';
import { offersOn } from '#tests/support/content';
import { expect, test, walked } from '#tests/support/host';

const section = (page: Page) => page.locator('#deals');
const cards = (page: Page) => section(page).getByRole('article');
const card = (page: Page, { id }: { id: string }) => cards(page).and(page.locator(`[data-promotion="${id}"]`));

const offers = await offersOn(zonedToday(new Date()));
/** Only the makers' own pictures are enlarged. */
const enlarged = offers.filter(({ vendor, image }) => vendor && image);
/** The tests set the days of these two; the other offers are as they are. */
const none = { id: '', discount: '', validUntil: '', vendor: '' };
const own = enlarged[0] ?? offers[0] ?? none;
const other = offers.find((offer) => offer !== own) ?? none;
const needsTwo = () => test.skip(other === none, 'This dealer has fewer than two offers.');

test.beforeEach(({ page }) => withoutPopup(page));

// tests/built/home.test.ts reads the words of each card.
test('a running offer is booked, an ended one asked about; a maker’s picture opens enlarged with the state of its offer', async ({
  page,
}) => {
  needsTwo();
  test.skip(enlarged.length === 0, 'This dealer has no maker’s picture.');
  const heard = await hearEvents(page);
  await withTerms(page, { [own.id]: {}, [other.id]: { endsOn: '2025-12-31' } });
  await page.goto('/');
  await untilQuiet(page);
  const links = section(page).getByRole('link', { name: /Enlarge/ });
  await expect(links).toHaveCount(enlarged.length);
  const dialog = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await cards(page).first().getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await card(page, other).getByRole('link', { name: 'Ask for current deals' }).click();
  await expect(dialog.getByText('Offer: current offers')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const link = card(page, own).getByRole('link', { name: /^Enlarge/ });
  const modal = page.getByRole('dialog', { name: `${own.vendor}: ${own.discount}` });
  await link.click();
  await expect(modal.getByRole('img')).toBeVisible();
  await expect(modal).toContainText(own.validUntil);
  await expect(modal.getByText('Offer ended')).toHaveCount(0);
  await expect.poll(() => heard('promo_view')).toEqual([{ promotion: own.id }]);
  expect(await heard('promo_close')).toEqual([]);
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('dialog[open]:not(.booking)')).toHaveCount(0);
  await expect(link).toBeFocused();
  await expect.poll(() => heard('promo_close')).toEqual([{ promotion: own.id }]);

  await test.step('by keyboard alone, where the page holds where it is', async () => {
    const top = () => link.evaluate((shown) => shown.getBoundingClientRect().top);
    await link.scrollIntoViewIfNeeded();
    const before = await top();
    await link.press('Enter');
    await expect(modal).toBeVisible();
    expect(await top()).toBeCloseTo(before, 0);
    await page.keyboard.press('Escape');
    await expect(modal).toHaveCount(0);
    await expect(link).toBeFocused();
  });

  await test.step('says when its offer has ended', async () => {
    await withTerms(page, { [own.id]: { endsOn: '2025-12-31' } });
    await page.goto('/');
    await link.click();
    await expect(modal.getByText('Offer ended')).toBeVisible();
    await expect(modal.getByText(`Ran ${own.validUntil}`)).toBeVisible();
  });
});

// Which days are whose, and which words, is in src/lib/offers.test.ts.
test('an offer is shown as what it is on the visitor’s day, not on that of the build: running ones first', async ({
  page,
}) => {
  needsTwo();
  const offer = card(page, own);
  const term = { startsOn: '2025-09-15', endsOn: '2025-12-31' };
  await withTerms(page, { [own.id]: term, [other.id]: {} });
  const visit = async (now: string) => {
    await page.clock.setFixedTime(fromZonedTime(now, zone.timeZone));
    await page.goto('/');
  };
  await visit('2025-09-14T23:59');
  await expect(offer.getByText(`Coming: ${own.validUntil}`, { exact: true })).toBeVisible();
  await expect(offer.getByRole('link', { name: 'Schedule Consultation' })).toBeVisible();

  await visit('2025-11-15T12:00');
  await expect(offer.getByText(own.validUntil, { exact: true })).toBeVisible();
  await expect(offer.getByText('Offer ended')).toHaveCount(0);
  const always = { startsOn: undefined, endsOn: undefined };
  const shown = offers.map((one) => ({ ...one, ...(one === own && term), ...(one === other && always) }));
  await expect(cards(page).getByRole('heading', { level: 3 })).toHaveText(
    inShowOrder(shown, '2025-11-15').map(({ title }) => title),
  );
  await expect(section(page).locator('.btn')).toHaveCount(1);
  await expect(cards(page).first().locator('.btn')).toHaveText(/Schedule Consultation/);

  await visit('2026-01-01T00:01');
  await expect(offer.getByText(`Ran ${own.validUntil}`)).toBeVisible();
  await expect(offer.getByRole('link', { name: 'Ask for current deals' })).toBeVisible();
  await expect(offer.getByText('Schedule Consultation')).toHaveCount(0);
  await expect(cards(page).first()).not.toContainText('Offer ended');
  await expect(section(page)).toContainText(/Current offers\.\s*Past ones are listed below\./);
  await withTerms(page, Object.fromEntries(offers.map(({ id }) => [id, term])));
  await page.reload();
  await expect(section(page).getByRole('heading', { level: 2 })).toHaveText('Past offers.');
  await expect(section(page).locator('.lead')).not.toContainText('Past ones');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('an ended offer is one line, nothing of which is cut off; it opens its card in place, and is asked about as the current ones', async ({
    page,
  }) => {
    const offer = offers.find(({ endsOn }) => endsOn);
    test.skip(!offer, 'No offer of this dealer ends.');
    if (!offer) return;
    await withTerms(page, { [offer.id]: { endsOn: '2025-12-31' } });
    // First where the words are longer, if there is such a language.
    for (const language of walked(siteLanguages.toReversed())) {
      const words = { en: english, es: spanish }[language];
      await page.goto(pathIn(language, '/'));
      const ended = card(page, offer);
      const line = ended.locator('summary');
      await expect(ended).toHaveAttribute('data-state', 'ended');
      await expect(line).toContainText(words.ended);
      const { height = 0 } = (await ended.boundingBox()) ?? {};
      expect(height).toBeGreaterThanOrEqual(44);
      expect(height).toBeLessThan(100);
      expect(await line.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
      await expect(ended.getByRole('img')).toBeHidden();
      await line.tap();
      if (offer.image) await expect(ended.getByRole('img')).toBeVisible();
      await expect(ended.locator('.badge')).toBeHidden();
      await ended.getByRole('link', { name: words.askForCurrent }).tap();
      const dialog = page.locator('dialog.booking');
      await expect(dialog.getByText(words.current)).toBeVisible();
      await expect(dialog.getByText(offer.title)).toBeHidden();
      await page.goto('about:blank');
    }
  });
});
