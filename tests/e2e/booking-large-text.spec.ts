import type { Locator } from '@playwright/test';
import { pathIn, siteLanguages } from '#i18n/site-languages';
import { walked } from '#tests/support/host';
import { bilingual, expect, START, test, visitor } from './booking-site.ts';

test.use({ viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true });

/** The fields of a step of which something else lies over an edge while they have the focus. */
const covered = (dialog: Locator) =>
  dialog
    .locator('input, select, textarea')
    .filter({ visible: true })
    .evaluateAll((fields) =>
      fields.filter((field) => {
        (field as HTMLElement).focus();
        const { left, width, top, bottom } = field.getBoundingClientRect();
        return [top + 3, bottom - 3].some((y) => document.elementFromPoint(left + width / 2, y) !== field);
      }),
    );

// The longer words first.
const inEach = bilingual.filter((one) => siteLanguages.includes(one.language)).toReversed();
for (const { language, text } of walked(inEach)) {
  test(`on a phone with text twice as large each step can be used, and no focused field lies behind the buttons; ${language}`, async ({
    page,
  }) => {
    const { dialog, slots, press, giveContact, giveDetails, holdConfirmed } = visitor(page, { language });
    const setSize = (size: string) =>
      page.evaluate((value) => document.documentElement.style.setProperty('font-size', value), size);
    await page.goto(pathIn(language, START));
    await setSize('200%');
    await page.getByRole('main').locator('a[data-book]').first().tap();
    await giveContact();
    expect(await covered(dialog)).toEqual([]);
    await press(text.contact.seeTimes);
    await expect(slots.first()).toBeVisible();
    await setSize('100%');
    await page.setViewportSize({ width: 320, height: 640 });
    const wide = await slots.evaluateAll((all) =>
      all.filter((slot) => (slot.firstElementChild?.scrollWidth ?? 0) > slot.clientWidth - 4),
    );
    expect(wide).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    await setSize('200%');
    await slots.last().tap();
    await giveDetails();
    expect(await covered(dialog)).toEqual([]);
    await holdConfirmed();
    await press(text.details.confirm);
    await expect(dialog.getByRole('heading', { name: text.outcome.done })).toBeInViewport();
  });
}
