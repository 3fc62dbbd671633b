import { business } from '#business';
import type { Page } from '@playwright/test';
import { expect, START, TIMES, test, visitor } from './booking-site.ts';
import { consultation } from '#tests/support/visitor';

/** The dialog's number of the history's present entry; 0 without the dialog. */
const entry = (page: Page) => page.evaluate(() => history.state?.booking ?? 0);

test('Back goes one step back, closes the dialog from the first, and then leaves the page; the buttons go the same way, and closing leaves no entry behind', async ({
  page,
}) => {
  const { dialog, days, slots, open, press, reachDetails } = visitor(page);
  const contact = dialog.getByLabel('Name');
  await page.goto('/');
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
  await expect(page).toHaveURL('/');

  // Forward comes to the page, to the dialog, and does no harm where nothing has been chosen.
  for (let times = 0; times < 3; times += 1) await page.goForward();
  await expect(page).toHaveURL(START);
  await open();
  await expect(contact).toHaveValue('Elise Romero');
});

test('what is typed outlives a reload and a way through the site, with no entry left over, and is gone with the booking', async ({
  page,
}) => {
  const { dialog, days, slots, open, press, reachDetails } = visitor(page);
  const entries = () => page.evaluate(() => history.length);
  await page.goto('/');
  await reachDetails();
  await dialog.getByLabel('Notes').fill('Gate code 4711');
  const before = await entries();
  await page.reload();
  await expect.poll(() => entry(page)).toBe(0);
  expect(await entries()).toBe(before);
  await expect(dialog).toHaveCount(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await open();
  await expect(dialog.getByLabel('Name')).toHaveValue('Elise Romero');
  await press('See Available Times');
  await days.last().click();
  await slots.last().click();
  await expect(dialog.getByLabel('City')).toHaveValue(consultation.city);
  await expect(dialog.getByLabel('Notes')).toHaveValue('Gate code 4711');
  await press('Confirm Booking');
  await expect(page).toHaveURL('/thank-you');
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('booking'))).toBeNull();
});

test('with room, all days are in one list, 24 rem high at most, and Change Time comes back to the day', async ({
  page,
}) => {
  const { dialog, days, slots, press, reachTimes } = visitor(page);
  await reachTimes();
  await expect(slots.first()).toBeFocused();
  await expect(dialog.getByRole('tab')).toHaveCount(0);
  expect(await days.count()).toBeGreaterThan(8);
  const { height = 0 } = (await dialog.locator('.day-list').boundingBox()) ?? {};
  expect(height).toBeGreaterThan(250);
  expect(height).toBeLessThanOrEqual(24 * 16);
  const group = dialog.getByRole('group').nth(3);
  await group.getByRole('button').nth(1).click();
  await press('Change Time');
  await expect(group.getByRole('button').first()).toBeFocused();
  await expect(group.getByRole('heading')).toBeInViewport({ ratio: 1 });
});

test.describe('in a low window', () => {
  test.use({ viewport: { width: 1366, height: 650 } });
  test('with the line of an offer, the times need no scrolling but their own, and the ways on stay in sight', async ({
    page,
  }) => {
    const { dialog, slots, press, giveContact, opener } = visitor(page);
    await page.goto(START);
    await opener.evaluate((link) =>
      link.setAttribute('data-about', `Offer: ${'Free measuring and fitting. '.repeat(6)}`),
    );
    await opener.click();
    await giveContact();
    await press('See Available Times');
    await slots.first().waitFor();
    await expect(dialog).toContainText('Free measuring');
    const body = page.locator('dialog[open] > .body');
    expect(await body.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
    for (const name of ['Back', 'No Good Time?'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    const { height = 0 } = (await dialog.locator('.day-list').boundingBox()) ?? {};
    expect(height).toBeGreaterThan(7 * 16);
  });
});

test.describe('with less room', () => {
  test.use({ viewport: { width: 767, height: 800 } });
  test('the days are tabs: arrows, Home and End choose, and Change Time comes back to the day; each step is announced, once', async ({
    page,
  }) => {
    const { dialog, days, slots, press, reachTimes } = visitor(page);
    const isChosen = async (index: number) => {
      await expect(days.nth(index)).toBeFocused();
      await expect(dialog.locator('[aria-selected=true]')).toHaveCount(1);
      await expect(days.nth(index)).toHaveAttribute('aria-selected', 'true');
      await expect(dialog.getByRole('tabpanel')).toHaveAccessibleName(/^\w{3}, \w{3} \d+/);
    };
    const announcement = dialog.locator('[aria-live=polite]');
    await reachTimes();
    await isChosen(0);
    await expect(announcement).toHaveText('Select a convenient time for your consultation.');
    const last = (await days.count()) - 1;
    expect(last).toBeGreaterThan(8);
    for (const [key, index] of [
      ['ArrowLeft', last],
      ['ArrowRight', 0],
      ['End', last],
      ['Home', 0],
      ['ArrowDown', 1],
    ] as const) {
      await page.keyboard.press(key);
      await isChosen(index);
    }
    const heading = dialog.getByRole('heading', { level: 3 });
    const day = await heading.locator('span').first().textContent();
    await slots.first().click();
    await expect(announcement).toHaveText('Just a few more details to confirm your appointment.');
    await expect(announcement).toHaveCount(1);
    await press('Change Time');
    await expect(heading.locator('span').first()).toHaveText(day ?? '');
    await isChosen(1);
  });
});

test.describe('by touch', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('what comes to lie under the finger does not look chosen; on a phone lying down the ways on stay', async ({
    page,
  }) => {
    const { dialog, days, slots, reachTimes } = visitor(page);
    await reachTimes();
    await days.nth(1).tap();
    for (const control of [slots.first(), dialog.getByRole('button', { name: 'No Good Time?' })]) {
      const look = () => control.evaluate((element) => getComputedStyle(element).backgroundSize);
      const before = await look();
      await control.hover();
      expect(await look()).toBe(before);
    }

    // The head makes room.
    await page.setViewportSize({ width: 667, height: 375 });
    await slots.first().click();
    for (const label of ['City', 'Notes']) {
      await dialog.getByLabel(label).focus();
      await expect(dialog.getByLabel(label)).toBeInViewport({ ratio: 1 });
      for (const name of ['Close', 'Change Time', 'Confirm Booking'])
        await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
    }
  });
});

for (const [width, height, isTouch] of [
  [375, 667, true],
  [1366, 650, false],
] as const) {
  test.describe(`at ${width}x${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch });

    test('nothing moves when the times come, they need no scrolling, the ways on stay in sight, and all is 44 px', async ({
      page,
      wire,
    }) => {
      const { dialog, slots, press, giveContact } = visitor(page);
      const areLarge = async () => {
        const controls = dialog.locator('button:visible, input:visible, select:visible, textarea:visible');
        for (const box of await Promise.all((await controls.all()).map((control) => control.boundingBox())))
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      };
      const inSight = async (...names: string[]) => {
        for (const name of ['Close', ...names])
          await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
        // On a phone it stands at the lower edge.
        const { y = 0, height: own = 0 } = (await dialog.boundingBox()) ?? {};
        if (isTouch) expect([y >= 24, Math.round(y + own)]).toEqual([true, height]);
      };
      const held = Promise.withResolvers<void>();
      wire.meddle(TIMES, { holdAnswer: held.promise });
      await page.goto(START);
      const schedule = page.getByRole('contentinfo').getByRole('link', { name: /^Schedule/ });
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
      const body = page.locator('dialog[open] > .body');
      expect(await body.evaluate((one) => one.scrollHeight - one.clientHeight)).toBeLessThanOrEqual(0);
      await inSight('Back', 'No Good Time?');
      if (isTouch) await expect(slots.last()).toBeInViewport({ ratio: 1 });
      await areLarge();
      // The trust box is one line.
      const items = dialog.getByRole('listitem').filter({ hasText: /Certified|stars|reply|obligation/i });
      const tops = await items.evaluateAll((all) => all.map((item) => Math.round(item.getBoundingClientRect().top)));
      expect(tops).toHaveLength(4);
      expect(new Set(tops).size).toBe(1);
      // on a phone the maker's name.
      const { certifiedBrand } = business;
      if (isTouch && certifiedBrand) await expect(items.getByText(`${certifiedBrand} dealer`)).toBeVisible();
      if (isTouch) {
        const saturday = dialog.getByRole('tab', { name: /, By Appointment$/ }).first();
        await expect(saturday.getByText('By Appointment')).toBeVisible();
        await saturday.click();
      }
      await expect(dialog.getByRole('heading', { name: /By Appointment$/ }).first()).toBeVisible();
      expect(await decline.boundingBox()).toEqual(before);
      await slots.first().click();
      await dialog.getByLabel('City').waitFor();
      await areLarge();
      for (const label of ['City', 'Preferred contact']) await dialog.getByLabel(label).selectOption('');
      await press('Confirm Booking');
      await expect(dialog.locator('.error')).toHaveCount(3);
      await inSight('Change Time', 'Confirm Booking');
      await expect(dialog.getByText('City', { exact: true })).toBeInViewport();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      expect(await page.evaluate(() => scrollY)).toBe(scrolled);
    });
  });
}
