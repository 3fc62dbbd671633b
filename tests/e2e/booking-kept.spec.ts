import { visit as english } from '#i18n/en/visit';
import { visit as spanish } from '#i18n/es/visit';
import { locales } from '#i18n/language';
import { pathIn } from '#i18n/site-languages';
import { zonedToday } from '#lib/time/dates';
import { offerState } from '#lib/offers';
import { DAY } from '#lib/time/units';
import { zonedDayAndTime, zonedDayBriefly, zonedTime } from '#lib/time/zone';
import { expectAccessible } from '#tests/support/browser/axe';
import { untilQuiet } from '#tests/support/browser/network';
import { watchShifts } from '#tests/support/browser/shifts';
import { offersOn } from '#tests/support/content';
import { walked } from '#tests/support/host';
import { consultation } from '#tests/support/visitor';
import { bilingual, expect, REQUESTS, test, visitor } from './booking-site.ts';

test('if this browser has a visit, the header says so, and the buttons and the page of /book ask first', async ({
  page,
}) => {
  await page.clock.setFixedTime('2026-12-01T15:00:00Z');
  await page.addInitScript((city) => {
    const [start, end] = ['2026-12-04T15:00:00.000Z', '2026-12-04T16:00:00.000Z'];
    localStorage.setItem('booked-visit', JSON.stringify({ start, end, city, page: '/visit/x' }));
  }, consultation.city);
  for (const { language, text } of walked(bilingual)) {
    const when = zonedDayAndTime('2026-12-04T15:00:00.000Z', locales[language]);
    const { again, zoneAfter } = text.booking;
    const sentence = again.visit(when + zoneAfter);
    const { dialog, press } = visitor(page, { language });
    await page.goto(pathIn(language, '/thank-you'));
    await expect(page.getByRole('banner').getByRole('link', { name: text.site.visit })).toHaveAttribute(
      'href',
      /visit/,
    );
    const buttons = page.getByRole('link', { name: text.site.schedule }).filter({ visible: true });
    for (const button of await buttons.all()) {
      await button.press('Enter');
      await expect(dialog).toHaveAccessibleDescription(sentence);
      await expect(dialog.getByRole('link', { name: again.move })).toHaveAttribute('href', /#move$/);
      await press(again.keep);
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
    await buttons.first().click();
    if (language === 'en') await expectAccessible(page, 'the question');
    await press(again.book);
    await expect(dialog.getByLabel(text.contact.name)).toBeFocused();
    await page.goto(pathIn(language, '/book'));
    const { dialog: steps } = visitor(page, { language, inPage: true });
    await page.locator('#request').getByLabel(text.contact.name).focus();
    await expect(steps.getByRole('heading', { name: sentence })).toBeVisible();
    await expect(steps.getByLabel(text.contact.name)).toHaveCount(0);
  }
});

test('what is asked about is shown, and kept with the request: an offer, which another opening keeps; a product in its place', async ({
  page,
  wire,
}) => {
  const { dialog, press, giveContact, declineTimes } = visitor(page);
  await page.goto('/');
  const offer = page.locator('[data-promotion][data-state="running"]').first();
  const today = zonedToday(new Date());
  const hasRunning = (await offersOn(today)).some((one) => offerState(one, today) === 'running');
  test.skip(!hasRunning, 'No offer of this dealer runs.');
  await offer.locator('[data-book]').click();
  const about = await dialog.getByText(/^Offer: /).textContent();
  expect(about).toContain(await offer.locator('[data-part="title"]').textContent());
  await press('Close');
  await page.getByRole('banner').getByRole('link', { name: 'Schedule Consultation' }).click();
  await expect(dialog.getByText(about ?? '')).toBeVisible();
  await press('Close');

  const product = page.locator('[data-product]').nth(1);
  const title = await product.getByRole('heading').textContent();
  await product.getByRole('link', { name: `Ask about this product: ${title}` }).click();
  await expect(dialog.getByText(`Product: ${title}`)).toBeVisible();
  await expect(dialog.getByText(about ?? '')).toHaveCount(0);
  await giveContact();
  await press('See Available Times');
  await expect(dialog.getByText(`Product: ${title}`)).toBeVisible();
  await declineTimes();
  await press('Request a Callback');
  await expect(page).toHaveURL('/thank-you');
  expect(JSON.parse(wire.to(REQUESTS)[0]?.body ?? '')).toMatchObject({ about: `Product: ${title}` });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

  for (const { language, text } of walked(bilingual)) {
    test(`a visit booked by touch with a phone alone is found from home, follows its page, and is forgotten once cancelled; ${language}`, async ({
      page,
    }) => {
      const { site, thanks, contact, details, booking, confirm } = text;
      const words = { en: english, es: spanish }[language];
      const { dialog, days, slots, giveContact, giveDetails } = visitor(page, { language });
      const main = page.getByRole('main');
      const home = pathIn(language, '/');
      const tap = (name: string) => dialog.getByRole('button', { name, exact: true }).tap();
      const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('booked-visit') ?? 'null'));

      const shifts = await watchShifts(page);
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
      await expect(main.getByText(`${confirm.contact} (407) 555-0188.`)).toBeVisible();
      const { start, page: path } = await kept();
      await main.getByRole('link', { name: thanks.wrong }).tap();
      await expect(page.getByLabel(contact.phone)).toBeFocused();
      await page.getByLabel(contact.phone).fill('(407) 555-0199');
      await page.getByRole('button', { name: words.saveNotes }).tap();
      await expect(page.getByRole('status')).toContainText(words.noted);
      // The page's script comes after its words.
      await expect.poll(async () => JSON.stringify(await kept())).toContain('555-0199');
      await page.goto(pathIn(language, '/thank-you'));
      await expect(main.getByText(`${confirm.contact} (407) 555-0199.`)).toBeVisible();

      await page.clock.setFixedTime(Date.now() + DAY);
      const linkTo = (instant: string) => {
        const when = `${zonedDayBriefly(instant, locales[language])}, ${zonedTime(instant, locales[language])}`;
        return page.getByRole('link', { name: `${site.visit} ${when}` }).filter({ visible: true });
      };
      await page.goto(home);
      await expect(linkTo(start)).toBeInViewport({ ratio: 1 });
      await untilQuiet(page);
      expect(await shifts()).toEqual([]);
      await page.locator('[data-menu] summary').tap();
      await page.getByRole('banner').locator(linkTo(start)).tap();
      await expect(page).toHaveURL(path);

      // The next day may be over by this browser's clock.
      await main.getByText(words.move, { exact: true }).tap();
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
});
