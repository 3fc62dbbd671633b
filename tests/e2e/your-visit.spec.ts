import type { Page } from '@playwright/test';
import { locales, pathIn } from '#i18n/language';
import { visit as english } from '#i18n/en/visit';
import { visit as spanish } from '#i18n/es/visit';
import { DAY } from '#lib/time/units';
import { zonedDayBriefly, zonedTime } from '#lib/time/zone';
import { walked } from '#tests/support/host';
import { bilingual, expect, test, visitor } from './booking-site.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

/** How often something on the page has moved. */
const shifts = (page: Page) =>
  page.evaluate(async () => {
    let count = 0;
    const observer = new PerformanceObserver((list) => (count += list.getEntries().length));
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => setTimeout(done, 200));
    return count;
  });

for (const { language, text } of walked(bilingual)) {
  test(`a visit booked by touch with a phone alone is found again from home a day later, follows its page when it is moved, and is forgotten when it is cancelled: then "Book Again" knows the visitor; ${language}`, async ({
    page,
  }) => {
    const { site, thanks, contact, details, booking } = text;
    const words = { en: english, es: spanish }[language];
    const { dialog, days, slots, giveContact, giveDetails } = visitor(page, { language });
    const main = page.getByRole('main');
    const home = pathIn(language, '/');
    const tap = (name: string) => dialog.getByRole('button', { name, exact: true }).tap();
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('booked-visit') ?? 'null'));

    await page.goto(home);
    await page.getByRole('link', { name: site.dock.schedule }).tap();
    await giveContact();
    await tap(contact.seeTimes);
    await days.last().tap();
    await slots.last().tap();
    await giveDetails();
    await tap(details.confirm);
    await expect(page).toHaveURL(pathIn(language, '/thank-you'));
    await expect(main.getByRole('heading', { name: thanks.visit })).toBeVisible();
    await expect(main.getByText(`${thanks.byPhone} (407) 555-0188.`)).toBeVisible();
    const { start, page: path } = await kept();
    await main.getByRole('link', { name: thanks.wrong }).tap();
    await expect(page.getByLabel(words.phone)).toBeFocused();
    await page.getByLabel(words.phone).fill('(407) 555-0199');
    await page.getByRole('button', { name: words.saveNotes }).tap();
    await expect(page.getByRole('status')).toContainText(words.noted);
    // The page's script comes after its words.
    await expect.poll(async () => JSON.stringify(await kept())).toContain('555-0199');
    await page.goto(pathIn(language, '/thank-you'));
    await expect(main.getByText(`${thanks.byPhone} (407) 555-0199.`)).toBeVisible();

    await page.clock.setFixedTime(Date.now() + DAY);
    const linkTo = (instant: string) => {
      const when = `${zonedDayBriefly(instant, locales[language])}, ${zonedTime(instant, locales[language])}`;
      return page.getByRole('link', { name: `${site.visit} ${when}` }).filter({ visible: true });
    };
    await page.goto(home);
    await expect(linkTo(start)).toBeInViewport({ ratio: 1 });
    expect(await shifts(page)).toBe(0);
    await page.locator('[data-menu] summary').tap();
    await page.getByRole('banner').locator(linkTo(start)).tap();
    await expect(page).toHaveURL(path);

    // The next day may be over by this browser's clock.
    await page.locator('.day-tab input').nth(2).tap();
    await page.locator('.slot').filter({ visible: true }).first().tap();
    await page.getByRole('button', { name: words.pressMove }).tap();
    await expect(page.getByRole('status')).toContainText(words.moved);
    await expect.poll(async () => (await kept()).start).not.toBe(start);
    const moved = await kept();
    await page.goto(home);
    await linkTo(moved.start).tap();
    await page.getByText(words.cancel, { exact: true }).tap();
    await page.getByRole('button', { name: words.cancelPress }).tap();
    await expect(page.getByRole('heading', { name: words.cancelledTitle })).toBeVisible();
    await expect.poll(kept).toBeNull();
    await main.getByRole('link', { name: words.bookAgain }).tap();
    await expect(dialog).toHaveAccessibleDescription(booking.steps.initial);
    await expect(dialog.getByLabel(contact.name)).toHaveValue('Elise Romero');
    await expect(dialog.getByLabel(contact.phone)).toHaveValue('(407) 555-0199');
    await page.goto(home);
    await expect(page.locator('a[data-visit]').filter({ visible: true })).toHaveCount(0);
  });
}
