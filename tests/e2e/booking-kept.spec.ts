import { pathIn } from '#i18n/language';
import { expectAccessible } from '#tests/support/browser/axe';
import { consultation } from '#tests/support/visitor';
import { bilingual, expect, REQUESTS, test, visitor } from './booking-site.ts';

test('the Schedule buttons stay on the thanks, and ask first if this browser has a visit', async ({ page }) => {
  await page.clock.setFixedTime('2026-12-01T15:00:00Z');
  await page.addInitScript((city) => {
    const [start, end] = ['2026-12-04T15:00:00.000Z', '2026-12-04T16:00:00.000Z'];
    const visit = { start, end, day: 'Friday, December 4', time: '10:00 AM', city, page: '/visit/x' };
    localStorage.setItem('booked-visit', JSON.stringify(visit));
  }, consultation.city);
  for (const { language, text } of bilingual) {
    const day = { en: /Friday, December 4/, es: /viernes,? 4 de diciembre/ }[language];
    const buttons = page.getByRole('link', { name: text.site.schedule });
    const ask = page.getByRole('dialog', { name: day });
    const { dialog } = visitor(page, { language });
    await page.goto(pathIn(language, '/thank-you'));
    for (const part of ['banner', 'contentinfo'] as const) {
      const button = page.getByRole(part).locator(buttons);
      await button.press('Enter');
      for (const words of text.thanks.again)
        await expect(ask).toHaveAccessibleName(new RegExp(words.replace('?', '\\?')));
      await ask.getByRole('button', { name: text.thanks.keep }).click();
      await expect(ask).toBeHidden();
      await expect(button).toBeFocused();
      await expect(dialog).toBeHidden();
    }
    await buttons.first().click();
    if (language === 'en') await expectAccessible(page, 'the question');
    await ask.getByRole('button', { name: text.thanks.another }).click();
    await expect(dialog).toBeVisible();
  }
});

test('what is asked about is shown, and kept with the request: an offer, which another opening keeps; a product in its place', async ({
  page,
  wire,
}) => {
  const { dialog, press, giveContact, declineTimes } = visitor(page);
  await page.goto('/');
  const offer = page.locator('[data-promotion][data-state="running"]').first();
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
