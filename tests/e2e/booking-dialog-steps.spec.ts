import type { Page } from '@playwright/test';
import { appointmentDays, business } from '#business';
import { walked } from '#tests/support/host';
import { expect, START, TIMES, test, visitor } from './booking-site.ts';
import { expectLarge } from './fingers.ts';

/** Whether a day says that we come by appointment. */
const isNoted = appointmentDays.length > 0;

/** The dialog's number of the history's present entry; 0 without the dialog. */
const entry = (page: Page) => page.evaluate(() => history.state?.booking ?? 0);

test('Back and the buttons go one step back and close the dialog from the first; closing and reloading keep all that was typed', async ({
  page,
}) => {
  const { dialog, days, slots, open, press, reachDetails } = visitor(page);
  const contact = dialog.getByLabel('Name');
  await page.goto('/privacy');
  await reachDetails();
  await expect.poll(() => entry(page)).toBe(3);
  await press('Change Time');
  await expect.poll(() => entry(page)).toBe(2);
  await press('No Good Time?');
  await expect.poll(() => entry(page)).toBe(3);
  await page.goBack();
  await expect(days.first()).toBeVisible();
  await page.goBack();
  await expect(contact).toHaveValue('Elise Romero');
  await expect(contact).toBeFocused();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(START);

  // Forward from the page opens the dialog again, and no further than it can.
  await page.goForward();
  await expect(contact).toHaveValue('Elise Romero');
  await page.goForward();
  await expect.poll(() => entry(page)).toBe(1);
  await expect(contact).toBeVisible();
  await press('See Available Times');
  await expect(slots.first()).toBeFocused();
  await press('Back');
  await expect.poll(() => entry(page)).toBe(1);
  await press('See Available Times');
  for (const close of [() => page.keyboard.press('Escape'), () => press('Close'), () => page.mouse.click(5, 300)]) {
    await expect(days.first()).toBeVisible();
    await expect.poll(() => entry(page)).toBe(2);
    await close();
    await expect(dialog).toBeHidden();
    await expect.poll(() => entry(page)).toBe(0);
    await open();
  }
  await page.keyboard.press('Escape');
  await expect.poll(() => entry(page)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/privacy');

  // Forward comes to the page, to the dialog, and does no harm where nothing has been chosen.
  for (let times = 0; times < 3; times += 1) await page.goForward();
  await expect(page).toHaveURL(START);
  await open();
  await expect(contact).toHaveValue('Elise Romero');

  // So does a reload, and all that was typed is still there.
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await page.reload();
  await expect.poll(() => entry(page)).toBe(0);
  expect(await entries()).toBe(before);
  await open();
  await expect(contact).toHaveValue('Elise Romero');
});

for (const [width, height, isTouch] of walked([
  [375, 667, true],
  [1366, 650, false],
] as const)) {
  test.describe(`at ${width}x${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch });

    test('nothing moves when the times come, they need no scrolling but their own, the buttons to go on stay in sight, and all is 44 px', async ({
      page,
      wire,
    }) => {
      const { dialog, days, slots, press, giveContact } = visitor(page);
      const inSight = async (...names: string[]) => {
        for (const name of ['Close', ...names])
          await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
        // On a phone it stands at the lower edge.
        const { y = 0, height: own = 0 } = (await dialog.boundingBox()) ?? {};
        if (isTouch) expect([y >= 24, Math.round(y + own)]).toEqual([true, height]);
      };
      const controls = dialog.locator('button, input, select, textarea');
      const held = Promise.withResolvers<void>();
      wire.meddle(TIMES, { holdAnswer: held.promise });
      await page.goto(START);
      const schedule = page.getByRole('contentinfo').getByRole('link', { name: /^Schedule/ });
      // The longest line that an offer may add, where there is room for a list.
      const about = `Offer: ${'Free measuring and fitting. '.repeat(6)}`;
      if (!isTouch) await schedule.evaluate((link, words) => link.setAttribute('data-about', words), about);
      await schedule.scrollIntoViewIfNeeded();
      const scrolled = await page.evaluate(() => scrollY);
      expect(scrolled).toBeGreaterThan(0);
      await schedule.click();
      await press('See Available Times');
      await expect(dialog.locator('.error')).toHaveCount(3);
      await inSight('See Available Times');
      await expect(dialog.getByText('Name', { exact: true })).toBeInViewport();
      await giveContact();
      await press('See Available Times');
      const decline = dialog.getByRole('button', { name: 'No Good Time?' });
      await decline.waitFor();
      const before = await decline.boundingBox();
      held.resolve();
      await slots.first().waitFor();
      expect(await decline.boundingBox()).toEqual(before);
      const body = dialog.locator('.scrolled');
      // A phone has room for twelve days and six times.
      const isFull = isTouch && ((await days.count()) > 12 || (await slots.count()) > 6);
      if (!isFull) expect(await body.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
      await inSight('Back', 'No Good Time?');
      await expectLarge(controls);
      // The trust box is one line.
      const items = dialog
        .getByRole('listitem')
        .filter({ hasText: /Certified|stars|reply|obligation/i, visible: true });
      const tops = await items.evaluateAll((all) => all.map((item) => Math.round(item.getBoundingClientRect().top)));
      const claims = [business.certifiedBrand, business.rating].filter(Boolean).length;
      expect(tops).toHaveLength(isTouch ? Math.min(3, claims + 2) : claims + 2);
      expect(new Set(tops).size).toBe(1);
      // On a phone the maker's name.
      const { certifiedBrand } = business;
      if (isTouch && certifiedBrand) await expect(items.getByText(`${certifiedBrand} certified`)).toBeVisible();

      if (isTouch) {
        if (!isFull) await expect(slots.last()).toBeInViewport({ ratio: 1 });
        // No word touches the border of its day.
        const air = await dialog.locator('.day-tab b, .day-tab small').evaluateAll((all) =>
          all.map((words) => {
            const range = document.createRange();
            range.selectNodeContents(words);
            const [inner, outer] = [range, words.closest('button')].map((one) => one?.getBoundingClientRect());
            return Math.min((inner?.left ?? 0) - (outer?.left ?? 0), (outer?.right ?? 0) - (inner?.right ?? 0));
          }),
        );
        expect(Math.min(...air)).toBeGreaterThan(4);
        const day = dialog.getByRole('tab', { name: isNoted ? /, By Appointment$/ : /, / }).first();
        if (isNoted) await expect(day.getByText('By Appointment')).toBeVisible();
        await day.tap();
        // What comes to lie under the finger does not look chosen.
        for (const control of [slots.first(), decline]) {
          const look = () => control.evaluate((element) => getComputedStyle(element).backgroundSize);
          const own = await look();
          await control.hover();
          expect(await look()).toBe(own);
        }
      }
      if (isNoted) await expect(dialog.getByRole('heading', { name: /By Appointment$/ }).first()).toBeVisible();
      else await expect(dialog.getByText('By Appointment')).toHaveCount(0);
      expect(await decline.boundingBox()).toEqual(before);
      if (isTouch) await slots.last().click();
      else {
        await expect(dialog.getByRole('tab')).toHaveCount(0);
        expect(await days.count()).toBeGreaterThan(8);
        const { height: high = 0 } = (await dialog.locator('.day-list').boundingBox()) ?? {};
        expect(high).toBeGreaterThan(7 * 16);
        expect(high).toBeLessThanOrEqual(24 * 16);
        const group = dialog.getByRole('group').nth(3);
        await group.getByRole('button').nth(1).click();
        await press('Change Time');
        await expect(group.getByRole('button').first()).toBeFocused();
        await expect(group.getByRole('heading')).toBeInViewport({ ratio: 1 });
        await group.getByRole('button').nth(1).click();
      }
      await dialog.getByLabel('City').waitFor();
      await expectLarge(controls);
      for (const label of ['City', 'Preferred contact']) await dialog.getByLabel(label).selectOption('');
      await press('Confirm Booking');
      await expect(dialog.locator('.error')).toHaveCount(3);
      await inSight('Change Time', 'Confirm Booking');
      await expect(dialog.getByText('City', { exact: true })).toBeInViewport();

      if (isTouch) {
        // On a phone lying down there is room, too.
        await page.setViewportSize({ width: height, height: width });
        for (const label of ['Notes', 'City']) {
          await dialog.getByLabel(label).focus();
          await expect(dialog.getByLabel(label)).toBeInViewport({ ratio: 1 });
          for (const name of ['Close', 'Change Time', 'Confirm Booking'])
            await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
        }
        await page.setViewportSize({ width, height });
        // Only a bar with the close button stands above what scrolls.
        await dialog.getByLabel('Notes').focus();
        await expect(dialog.getByRole('heading', { name: 'Schedule Your Free Consultation' })).not.toBeInViewport();
        expect((await dialog.locator('.dialog-bar').boundingBox())?.height).toBeLessThan(56);
      }
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      const moved = Math.abs((await page.evaluate(() => scrollY)) - scrolled);
      // What was in sight before a phone was turned is again where it was, to a few pixels.
      expect(moved).toBeLessThan(isTouch ? 8 : 1);
    });
  });
}
