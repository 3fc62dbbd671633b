import { answerRule, business, businessIn } from '#business';
import { locales } from '#i18n/language';
import { pathIn } from '#i18n/site-languages';
import { answerDay } from '#lib/time/answer-day';
import { zonedWeekday } from '#lib/time/zone';
import { otherArea } from '#tests/support/addresses';
import { expectAccessible } from '#tests/support/browser/axe';
import { walked } from '#tests/support/host';
import { bilingual, expect, REQUESTS, START, test, visitor } from './booking-site.ts';

// With a visit: booking-kept.spec.ts. When we call: src/lib/time/answer-by.test.ts. What is sent, and when it is sent
// again: src/islands/booking/booking-store.test.ts and src/browser/unsent-requests.test.ts.

const PHONE = '(407) 555-0188';

for (const { language, text, device } of walked(bilingual)) {
  test.describe(() => {
    test.use(device);

    test(`the thanks say whom we call; until a callback has arrived, the dialog or the thanks say that it is kept; ${language}`, async ({
      page,
      context,
      wire,
    }) => {
      const { dialog, press, reachTimes, declineTimes } = visitor(page, { language });
      const { answer, site, thanks, times } = text;
      const heading = page.getByRole('heading', { level: 1 });
      const [thankYou, withPhone] = [pathIn(language, '/thank-you'), answer.phone(PHONE, '').slice(0, -1)];
      // The states are the same in both languages.
      const expectClean = async (state: string) => language === 'en' && (await expectAccessible(page, state));
      const ask = async () => {
        await reachTimes();
        await declineTimes();
        return () => press(times.callback);
      };
      await test.step('opened cold they stand alone; on a day off they, home and the areas name the day of the answer', async () => {
        const { contactPromise } = businessIn(language);
        for (const now of ['2026-12-06T18:00:00Z', '2026-12-01T18:00:00Z']) {
          await page.clock.setFixedTime(now);
          const date = answerRule && answerDay(Date.parse(now), answerRule);
          const said = date ? site.onDay(zonedWeekday(`${date}T18:00:00Z`, locales[language])) : contactPromise;
          for (const address of [otherArea.page, '/', '/thank-you']) {
            await page.goto(pathIn(language, address));
            const main = page.getByRole('main');
            await expect(main.getByText(said).first()).toBeVisible();
            if (date) await expect(main.getByText(contactPromise).filter({ visible: true })).toHaveCount(0);
          }
        }
        await expect(heading).toHaveText(thanks.heading);
        for (const shown of [thanks.soon, thanks.questions]) await expect(page.getByText(shown)).toBeVisible();
        await expect(page.locator('[data-booked]')).toBeHidden();
        await expectClean('opened cold');
      });

      let send = await ask();
      await context.setOffline(true);
      await send();
      const notice = dialog.getByRole('alert').filter({ hasText: times.kept });
      await expect(notice).toBeInViewport({ ratio: 1 });
      await expect(notice.getByRole('link', { name: business.phone.display })).toBeVisible();
      await expect(page).toHaveURL(pathIn(language, START));
      await expectClean('kept in the dialog');
      await context.setOffline(false);
      await expect(dialog.getByRole('status').getByText(`${times.received} ${withPhone}`)).toBeInViewport({ ratio: 1 });
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(dialog.getByRole('button', { name: times.sent })).toBeFocused();
      await expectClean('arrived from the dialog');
      expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);

      send = await ask();
      wire.always(REQUESTS, { answer: { status: 500, body: { error: 'Oh no' } } });
      await send();
      await expect(page).toHaveURL(thankYou);
      await expect(heading).toHaveText(thanks.undelivered);
      await expect(page).toHaveTitle(new RegExp(`^${thanks.undelivered.slice(0, -1)} \\|`));
      await expect(page.getByRole('alert').getByText(thanks.kept)).toBeVisible();
      for (const absent of [thanks.soon, withPhone]) await expect(page.getByText(absent)).toBeHidden();
      await expectClean('not arrived');
      wire.calm();
      // When the network is there again, or by a later page.
      if (language === 'en') {
        await context.setOffline(true);
        await context.setOffline(false);
        await expect(page.getByText(withPhone)).toBeVisible();
        await expect(page.getByText(thanks.sooner)).toBeVisible();
      } else {
        await page.goto('/');
        // A page that is left before it has forgotten the request leaves it to the next one.
        const left = () => Object.keys(localStorage).filter((key) => key.startsWith('undelivered')).length;
        await expect.poll(() => page.evaluate(left)).toBe(0);
        await page.goto(thankYou);
      }
      await expect(heading).toHaveText(thanks.heading);
      await expect(page.getByText(thanks.changes)).toHaveCount(0);
      await expect(page).toHaveTitle(new RegExp(`^${thanks.title} \\|`));
      expect(wire.to(REQUESTS).map(({ status }) => status)).toEqual([201]);
    });
  });
}
