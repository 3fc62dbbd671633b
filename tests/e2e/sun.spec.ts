import { business } from '#business';
import { sun as en } from '#i18n/en/sun';
import { sun as es } from '#i18n/es/sun';
import { siteLanguages } from '#i18n/site-languages';
import type { Page } from '@playwright/test';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { withoutPopup } from '#tests/support/browser/home';
import { requestsOf, untilQuiet } from '#tests/support/browser/network';
import { expect, test } from '#tests/support/host';
import { visitor } from './booking-site.ts';
import { expectLarge } from './fingers.ts';

const dialOf = (page: Page) => page.getByRole('slider', { name: en.dial });
const factOf = (page: Page, label: string) => page.locator('dt', { hasText: label }).locator('+ dd');
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: en.windows }).getByRole('button', { name, exact: true });
const point = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Turns the dial by the pointer to a place on its ring; degrees clockwise from north. */
async function ringAt(page: Page, degrees: number): Promise<{ x: number; y: number }> {
  await dialOf(page).scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await dialOf(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const angle = (degrees * Math.PI) / 180;
  return { x: x + width / 2 + Math.sin(angle) * width * 0.4, y: y + height / 2 - Math.cos(angle) * height * 0.4 };
}

test.beforeEach(({ page }) => withoutPopup(page));

test.describe('by mouse', () => {
  test.use({ viewport: { width: 1366, height: 650 } });

  test('a window is turned, shaded, timed, compared and printed; the address keeps it all', async ({ page }) => {
    const complaints = await complaintsOf(page);
    await page.goto('/sun');
    await expect(dialOf(page)).toHaveAttribute('aria-valuetext', 'West, 270 degrees');
    const from = await ringAt(page, 270);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    for (const degrees of [250, 225]) {
      const { x, y } = await ringAt(page, degrees);
      await page.mouse.move(x, y);
    }
    await page.mouse.up();
    await expect(dialOf(page)).toHaveAttribute('aria-valuetext', 'Southwest, 225 degrees');
    await expect(point(page, 'southwest')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByRole('img', { name: 'Living room, from inside, looking southwest.' })).toBeVisible();

    const most = await factOf(page, en.mostLabel).textContent();
    await page.getByLabel(en.overhang).selectOption('deep');
    await expect(factOf(page, en.mostLabel)).not.toHaveText(most ?? '');
    await page.getByRole('slider', { name: en.month }).fill('0');
    await expect(page.getByText(/^Mid-January, 5:00 PM: /)).toBeVisible();
    await page.getByRole('slider', { name: en.time }).fill('900');
    await expect(page.getByText(/^Mid-January, 3:00 PM: the sun is on the glass, \d+° high\.$/)).toBeVisible();
    await page.getByRole('button', { name: en.motor }).click();
    await expect(page.getByText(en.shadeDown)).toBeVisible();
    await expect(factOf(page, en.motorLabel)).toHaveText(/^In January: down at \d+:\d\d [AP]M, up at \d+:\d\d PM\.$/);

    // Up to six, and the two with the most heat first.
    for (let count = 2; count <= 6; count += 1) await page.getByRole('button', { name: en.add }).click();
    await expect(page.getByRole('button', { name: en.add })).toBeHidden();
    await page.getByLabel(en.name).fill('Nursery');
    await point(page, 'north').click();
    await page.getByLabel(en.trees).selectOption('shaded');
    await expect(page.locator('ol li')).toHaveCount(2);
    await expect(page.locator('ol li', { hasText: 'Nursery' })).toHaveCount(0);
    await expect(page.locator('main ul li', { hasText: 'Nursery: North, 0°' })).toBeVisible();
    await expectAccessible(page, 'six windows');

    await test.step('one sheet on paper, in dark text', async () => {
      await page.emulateMedia({ media: 'print' });
      for (const name of [en.motor, en.print]) await expect(page.getByRole('button', { name })).toBeHidden();
      await expect(page.getByRole('contentinfo')).toBeHidden();
      await expect(factOf(page, en.worstLabel)).toHaveCSS('color', 'rgb(33, 28, 23)');
      const pdf = await page.pdf({ format: 'Letter' });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
      await page.emulateMedia({ media: 'screen' });
    });

    await page.reload();
    await expect(chip(page, 'Nursery')).toHaveAttribute('aria-pressed', 'true');
    await chip(page, 'Living room').click();
    await expect(page.getByLabel(en.overhang)).toHaveValue('deep');
    await page.getByRole('button', { name: en.remove }).click();
    await expect(chip(page, 'Living room')).toHaveCount(0);
    await expect(page.getByRole('main')).not.toContainText('$');
    expect(complaints).toEqual([]);
  });
});

test.describe('by touch at 375 px', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('a tap on the dial and on a direction turns the window; the compass says what it is, that there is none, or that an iPhone refuses it', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const requestPermission = async () => (location.search ? 'denied' : 'granted');
      Object.assign(DeviceOrientationEvent, { requestPermission });
    });
    const compass = page.getByRole('button', { name: en.compass });
    const status = (words: string) => page.getByRole('status').filter({ hasText: words });
    await page.goto('/sun?denied');
    await compass.tap();
    await expect(status(en.compassDenied)).toBeVisible();

    await page.goto('/sun');
    const { x, y } = await ringAt(page, 90);
    await page.touchscreen.tap(x, y);
    await expect(dialOf(page)).toHaveAttribute('aria-valuetext', 'East, 90 degrees');
    await point(page, 'south').tap();
    await expect(dialOf(page)).toHaveAttribute('aria-valuetext', 'South, 180 degrees');
    await expectLarge(point(page, 'south').or(compass));
    await compass.tap();
    await expect(status(en.compassNone)).toBeVisible();
    // A phone that turns: upright, its back to the southwest.
    await page.evaluate(() => {
      const angles = { absolute: true, alpha: 135, beta: 90, gamma: 0 };
      setInterval(() => dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', angles)), 20);
    });
    await compass.tap();
    await expect(status('The compass says Southwest, 225 degrees.')).toBeVisible();
    await expect(dialOf(page)).toHaveAttribute('aria-valuenow', '225');
    await expectCleanAt(page, [375], 'turned by its compass');
  });
});

test('by keyboard alone, and without a network once it is open', async ({ page, context }) => {
  await page.goto('/sun');
  await untilQuiet(page);
  await context.setOffline(true);
  const asked = requestsOf(page);
  await page.getByRole('button', { name: en.add }).focus();
  await page.keyboard.press('Tab');
  await expect(dialOf(page)).toBeFocused();
  for (const [key, degrees] of [
    ['ArrowRight', '275'],
    ['PageDown', '230'],
    ['Home', '0'],
    ['ArrowLeft', '355'],
    ['PageUp', '40'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(dialOf(page)).toHaveAttribute('aria-valuenow', degrees);
  }
  await page.getByRole('slider', { name: en.month }).focus();
  await page.keyboard.press('End');
  await expect(page.getByText(/^Mid-December, /)).toBeVisible();
  expect(asked).toEqual([]);
});

test('"Book with this" takes the windows into the message, and the ZIP code only if it is the visitor’s', async ({
  page,
}) => {
  const { dialog, press, giveContact, days, slots } = visitor(page);
  await page.goto('/sun');
  await point(page, 'southwest').click();
  await page.getByRole('link', { name: en.book }).click();
  await expect(dialog.getByLabel('ZIP code')).toHaveValue('');
  await page.keyboard.press('Escape');
  await page.getByRole('main').getByLabel(en.zip).fill('32801');
  await page.getByRole('link', { name: en.book }).click();
  await expect(dialog.getByLabel('ZIP code')).toHaveValue('32801');
  await giveContact({ 'ZIP code': '32801' });
  await press('See Available Times');
  await days.last().click();
  await slots.last().click();
  await expect(dialog.getByText(en.link)).toBeVisible();
  await expect(dialog.locator('textarea')).toHaveValue(
    /^The sun at my windows:\nLiving room: southwest 225°, \d+ h( \d+ min)? of direct sun in \w+, worst .+; roof: none; trees: open view$/,
  );
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('four windows of the dealer’s town, a drawing, and a sentence that says why', async ({ page }) => {
    await page.goto('/sun');
    await expect(page.locator('noscript p', { hasText: en.noScripts(business.address.city) })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Living room, from inside, looking west.' })).toBeVisible();
    await expect(page.getByRole('table', { name: en.four(business.address.city) }).getByRole('row')).toHaveCount(5);
    await expect(page.getByRole('slider')).toHaveCount(0);
  });
});

test.describe('in Spanish', () => {
  test.skip(!siteLanguages.includes('es'), 'A dealer may have the site in one language.');

  test('the same page at its own address, in its own words, and into the message', async ({ page }) => {
    await page.goto('/sun');
    await page.getByRole('banner').getByRole('link', { name: 'Español' }).click();
    await expect(page).toHaveURL('/es/sol');
    const dial = page.getByRole('slider', { name: es.dial });
    await expect(dial).toHaveAttribute('aria-valuetext', 'Oeste, 270 grados');
    await page.getByRole('button', { name: 'suroeste', exact: true }).click();
    await expect(page.getByRole('img', { name: 'Sala, desde adentro, mirando al suroeste.' })).toBeVisible();
    await expect(page.getByText(/^Mediados de junio, 5:00\sp\.\sm\.: /)).toBeVisible();
    await expectCleanAt(page, [1440], 'el sol');
    await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/sun');
  });
});
