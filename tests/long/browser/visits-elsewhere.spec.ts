import { business } from '#business';
import { pathIn } from '#i18n/site-languages';
import { zipCodesWithoutVisits } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { BOOK, bilingual, expect, REQUESTS, START, test, TIMES, visitor } from '#tests/e2e/booking-site';

test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

// The 409 of the API: tests/functions/booking.test.ts.
test('where we call first, that stands above the times; where we do not come, in their place, with a callback', async ({
  page,
  wire,
}) => {
  test.skip(!zipCodesWithoutVisits.notServed, 'This dealer comes everywhere.');
  for (const { language, text } of bilingual) {
    const { dialog, days, open, press, giveContact } = visitor(page, { language });
    await page.goto(pathIn(language, START));
    await open();
    for (const [area, hasTimes] of [
      ['callFirst', true],
      ['notServed', false],
    ] as const) {
      const zipCode = zipCodesWithoutVisits[area];
      if (!zipCode) continue;
      await giveContact({ 'ZIP code': zipCode });
      await press(text.contact.seeTimes);
      const sentence = text.zipAreas[area]({ zipCode, phone: business.phone.display });
      const notice = dialog.locator('h3, p').filter({ hasText: sentence });
      await expect(notice).toHaveText(sentence);
      const number = notice.getByRole('link', { name: business.phone.display });
      if (!hasTimes) await expect(number).toHaveAttribute('href', business.phone.href);
      await expect(hasTimes ? days.first() : notice).toBeFocused();
      await expect(notice).toBeInViewport({ ratio: 1 });
      expect((await days.count()) > 0).toBe(hasTimes);
      if (language === 'en') await expectAccessible(page, area);
      await press(text.times.back);
    }
    await press(text.contact.seeTimes);
    await press(text.times.callback);
    await expect(page).toHaveURL(pathIn(language, '/thank-you'));
  }
  expect(wire.to(TIMES)).toHaveLength(zipCodesWithoutVisits.callFirst ? 2 : 0);
  expect(wire.to(BOOK)).toEqual([]);
  expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201, 201]);
});
