import { sun as en } from '#i18n/en/sun';
import { sun as es } from '#i18n/es/sun';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import type { Page } from '@playwright/test';
import { expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { withoutPopup } from '#tests/support/browser/home';
import { requestsOf, untilQuiet } from '#tests/support/browser/network';
import { expect, test } from '#tests/support/host';
import { visitor } from './booking-site.ts';
import { expectLarge } from './fingers.ts';

const way = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });
const slider = (page: Page) => page.getByRole('slider');
const picture = (page: Page) => page.locator('main').getByRole('img');
const sentences = (page: Page) => page.locator('[data-part=sentence]');

test.beforeEach(({ page }) => withoutPopup(page));

test.describe('by touch at 390 px', () => {
  test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

  test('a tap chooses the direction, the picture stays in sight while the time is moved, and the visit is booked with it', async ({
    page,
  }) => {
    const complaints = await complaintsOf(page);
    // Whenever the page was built, it begins in the visitor's month.
    await page.clock.setFixedTime(new Date('2027-06-15T12:00:00-04:00'));
    await page.goto('/sun');
    await expect(way(page, 'west')).toBeChecked();
    await expect(sentences(page).first()).toHaveText(
      /^In June, strong sun is on it from .+ about [\d½]+ hours a day\.$/,
    );
    await expect(slider(page)).toHaveAttribute('aria-valuetext', new RegExp(`: ${en.moments.strong}$`));
    await expectLarge(page.getByRole('main').locator('label:has(input)').or(slider(page)));

    await page.getByText('southwest', { exact: true }).tap();
    await expect(page.getByRole('heading', { name: en.found('southwest') })).toBeVisible();
    await expect(picture(page)).toHaveAccessibleName(en.picture('southwest'));
    const before = await picture(page).innerHTML();
    await slider(page).evaluate((one) => one.scrollIntoView({ block: 'nearest', behavior: 'instant' }));
    const { x, y, width, height } = (await slider(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.touchscreen.tap(x + width / 3, y + height / 2);
    await expect(page.getByText(/^\d+:?\d*\s[AP]M: /)).toHaveText(new RegExp(`: ${en.moments.behind}$`));
    expect(await picture(page).innerHTML()).not.toBe(before);
    await expect(picture(page)).toBeInViewport({ ratio: 1 });
    const banner = (await page.getByRole('banner').boundingBox())?.height ?? 0;
    expect((await picture(page).boundingBox())?.y).toBeGreaterThanOrEqual(banner);
    await expectCleanAt(page, [390, 768, 1440], 'the sun');

    const { dialog, press, giveContact, days, slots } = visitor(page);
    await page.clock.setFixedTime(new Date());
    await page.getByRole('link', { name: en.book }).tap();
    await giveContact();
    await press('See Available Times');
    await days.last().click();
    await slots.last().click();
    await expect(dialog.getByText(en.link)).toBeVisible();
    await expect(dialog.locator('textarea')).toHaveValue(
      /^The sun at my window:\nWindow: southwest 225°, \d+ h( \d+ min)? of strong sun in \w+, worst around .+$/,
    );
    expect(complaints).toEqual([]);
  });
});

test('on a phone the answer stands under the eight buttons, on the first screen', async ({ page }) => {
  for (const language of siteLanguages)
    for (const [width, height] of [
      [390, 664],
      [360, 640],
      [375, 553],
      [412, 732],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(pathIn(language, '/sun'));
      const answer = await sentences(page).first().boundingBox();
      const dock = await page.locator('[data-dock]').boundingBox();
      expect((answer?.y ?? 0) + (answer?.height ?? height)).toBeLessThanOrEqual(dock?.y ?? 0);
    }
});

test('by keyboard alone, and without a network once it is open; the other language goes on from the visitor’s window', async ({
  page,
  context,
}) => {
  await page.goto('/sun?facing=270&at=1020');
  await expect(slider(page)).toHaveValue('1020');
  await untilQuiet(page);
  await context.setOffline(true);
  const asked = requestsOf(page);
  await way(page, 'west').focus();
  await page.keyboard.press('ArrowRight');
  await expect(way(page, 'northwest')).toBeChecked();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: en.found('north') })).toBeVisible();
  await expect(sentences(page)).toHaveText([/no strong sun/, en.never, en.helps.never]);
  await page.keyboard.press('Tab');
  await expect(slider(page)).toBeFocused();
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', new RegExp(`^5\\sAM: ${en.moments.night}$`));
  expect(asked).toEqual([]);

  if (!siteLanguages.includes('es')) return;
  await context.setOffline(false);
  await page.getByText('east', { exact: true }).click();
  await slider(page).fill('600');
  await page.getByRole('banner').getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL('/es/sol?facing=90&at=600');
  await expect(way(page, 'este')).toBeChecked();
  await expect(page.getByRole('heading', { name: es.found('este') })).toBeVisible();
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^10\sa\.\sm\.: /);
});
