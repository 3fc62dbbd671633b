import { locales, pathIn } from '#i18n/language';
import { zonedToday } from '#lib/time/dates';
import { offerState } from '#lib/offers';
import { zonedDayAndTime } from '#lib/time/zone';
import { expectAccessible } from '#tests/support/browser/axe';
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
