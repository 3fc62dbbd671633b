import { business } from '#business';
import { pathIn } from '#i18n/language';
import { zipCodesWithoutVisits } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { BOOK, bilingual, expect, REQUESTS, START, test, TIMES, visitor } from './booking-site.ts';

test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

// The 409 of the API: tests/functions/booking.test.ts.
test('where we do not come, or want to be called first, the dialog says so before a time is taken, and takes a callback', async ({
  page,
  wire,
}) => {
  test.skip(!zipCodesWithoutVisits.notServed, 'This dealer comes everywhere.');
  for (const { language, text } of bilingual) {
    const { dialog, open, press, giveContact } = visitor(page, { language });
    const notice = dialog.getByRole('heading', { level: 3 });
    await page.goto(pathIn(language, START));
    await open();
    for (const area of ['callFirst', 'notServed'] as const) {
      const zipCode = zipCodesWithoutVisits[area];
      if (!zipCode) continue;
      await giveContact({ 'ZIP code': zipCode });
      await press(text.contact.seeTimes);
      await expect(notice).toHaveText(text.zipAreas[area]({ zipCode, phone: business.phone.display }));
      await expect(notice).toBeFocused();
      const number = notice.getByRole('link', { name: business.phone.display });
      await expect(number).toHaveAttribute('href', business.phone.href);
      await expect(dialog.getByRole('tab')).toHaveCount(0);
      if (language === 'en') await expectAccessible(page, area);
      await press(text.times.back);
    }
    await press(text.contact.seeTimes);
    await press(text.times.callback);
    await expect(page).toHaveURL(pathIn(language, '/thank-you'));
  }
  expect([...wire.to(TIMES), ...wire.to(BOOK)]).toEqual([]);
  expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201, 201]);
});
