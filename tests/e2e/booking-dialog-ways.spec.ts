import type { Page } from '@playwright/test';
import { BOOK, expect, REQUESTS, START, TIMES, test, visitor } from './booking-site.ts';

/** The step that is shown, by what only it has. */
const steps = (page: Page) => {
  const { dialog } = visitor(page);
  return {
    contact: dialog.getByLabel('Name'),
    times: dialog.getByRole('tablist', { name: 'Days' }),
    details: dialog.getByLabel('City'),
  };
};
const entries = (page: Page) => page.evaluate(() => history.length);
const entry = (page: Page) => page.evaluate(() => history.state?.booking ?? 0);

test.describe('Back', () => {
  test('goes one step back, closes the dialog from the first, and then leaves the page', async ({ page }) => {
    const { dialog, reachDetails, giveDetails } = visitor(page);
    const { contact, times, details } = steps(page);
    await page.goto('/');
    await reachDetails();
    await page.goBack();
    await expect(times).toBeVisible();
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
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(START);
    await page.goBack();
    await expect(page).toHaveURL('/');

    // Forward comes to the page, to the dialog, and does no harm where nothing has been chosen.
    await page.goForward();
    await expect(page).toHaveURL(START);
    await page.goForward();
    await page.goForward();
    await expect(page).toHaveURL(START);
    await reachDetails();
    await giveDetails();
    await expect(details).toHaveValue('Celebration');
  });

  test('the buttons of the dialog go the same way, and closing it leaves no entry behind', async ({ page }) => {
    const { dialog, days, open, press, reachDetails } = visitor(page);
    const { contact, times } = steps(page);
    await reachDetails();
    await expect.poll(() => entry(page)).toBe(3);
    await press('Change Time');
    await expect(times).toBeVisible();
    await expect.poll(() => entry(page)).toBe(2);
    await press('No Good Time?');
    await expect.poll(() => entry(page)).toBe(3);
    await page.goBack();
    await expect(times).toBeVisible();
    await press('Back');
    await press('See Available Times');
    await expect(days.first()).toBeFocused();
    await expect.poll(() => entry(page)).toBe(2);
    for (const close of [() => page.keyboard.press('Escape'), () => press('Close'), () => page.mouse.click(5, 300)]) {
      await close();
      await expect(dialog).toBeHidden();
      await expect.poll(() => entry(page)).toBe(0);
      await open();
      await expect(times).toBeVisible();
      await expect.poll(() => entry(page)).toBe(2);
    }
    await page.goBack();
    await expect(contact).toBeVisible();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await page.goto('/');
    await page.goBack();
    await expect(page).toHaveURL(START);
  });

  test('leaves a booking that is under way alone; from the thanks it leads to the page', async ({ page, wire }) => {
    const { dialog, press, reachDetails } = visitor(page);
    let answer = () => {};
    wire.meddle(BOOK, {
      holdAnswer: new Promise<void>((done) => {
        answer = done;
      }),
    });
    await page.goto('/blog');
    await reachDetails();
    await press('Confirm Booking');
    await page.goBack();
    await expect.poll(() => entry(page)).toBe(3);
    await expect(dialog.getByRole('button', { name: 'Confirming...' })).toBeVisible();
    answer();
    await expect(page).toHaveURL('/thank-you');
    await page.goBack();
    await expect(page).toHaveURL(START);
    await expect.poll(() => entry(page)).toBe(0);
    await page.goBack();
    await expect(page).toHaveURL('/blog');
    expect(wire.to(REQUESTS)).toHaveLength(1);
  });
});

test.describe('what is typed', () => {
  test('outlives a reload and a way through the site, with no entry left over, and is gone with the booking', async ({
    page,
  }) => {
    const { dialog, days, slots, open, press, reachDetails } = visitor(page);
    const { contact, details } = steps(page);
    await page.goto('/');
    await reachDetails();
    await dialog.getByLabel('Notes').fill('Gate code 4711');
    const before = await entries(page);
    await page.reload();
    await expect.poll(() => entry(page)).toBe(0);
    expect(await entries(page)).toBe(before);
    await expect(dialog).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await open();
    await expect(contact).toHaveValue('Elise Romero');
    await press('See Available Times');
    await days.last().click();
    await slots.last().click();
    await expect(details).toHaveValue('Celebration');
    await expect(dialog.getByLabel('Notes')).toHaveValue('Gate code 4711');
    await press('Confirm Booking');
    await expect(page).toHaveURL('/thank-you');
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('booking'))).toBeNull();
    await page.goto(START);
    await open();
    await expect(contact).toHaveValue('');
  });

  test('where storage is blocked, the dialog works without', async ({ page }) => {
    await page.addInitScript(() => {
      const blocked = () => {
        throw new DOMException('Blocked', 'SecurityError');
      };
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: blocked });
    });
    const { press, reachDetails } = visitor(page);
    await reachDetails();
    await press('Confirm Booking');
    await expect(page).toHaveURL('/thank-you');
  });
});

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
  await expect(days.first()).toHaveAccessibleName(/^\w{3}, \w{3} \d+/);
  await page.keyboard.press('ArrowLeft');
  await isChosen(last);
  await page.keyboard.press('ArrowRight');
  await isChosen(0);
  await page.keyboard.press('End');
  await isChosen(last);
  await page.keyboard.press('Home');
  await isChosen(0);
  await page.keyboard.press('ArrowDown');
  await isChosen(1);
  const heading = dialog.getByRole('heading', { level: 3 });
  const day = await heading.locator('span').first().textContent();
  await slots.first().click();
  await expect(announcement).toHaveText('Just a few more details to confirm your appointment.');
  await expect(announcement).toHaveCount(1);
  await press('Change Time');
  await expect(heading.locator('span').first()).toHaveText(day ?? '');
  await isChosen(1);
});

/** The height that the dialog scrolls through, in px. */
const scrolled = (page: Page) =>
  page.locator('dialog[open] > .body').evaluate((body) => body.scrollHeight - body.clientHeight);

for (const [width, height, isTouch] of [
  [375, 667, true],
  [1366, 650, false],
  [1440, 900, false],
] as const) {
  test.describe(`at ${width}x${height}`, () => {
    test.use({ viewport: { width, height }, hasTouch: isTouch, isMobile: isTouch });

    test('nothing moves when the times come, they need no scrolling, the ways on stay in sight, and all is 44 px', async ({
      page,
      wire,
    }) => {
      const { dialog, slots, open, press, giveContact } = visitor(page);
      const areLarge = async () => {
        const controls = dialog.locator('button:visible, input:visible, select:visible, textarea:visible');
        for (const box of await Promise.all((await controls.all()).map((control) => control.boundingBox())))
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
      };
      const inSight = async (...names: string[]) => {
        for (const name of ['Close', ...names])
          await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
      };
      let answer = () => {};
      wire.meddle(TIMES, {
        holdAnswer: new Promise<void>((done) => {
          answer = done;
        }),
      });
      await page.goto(START);
      await open();
      await press('See Available Times');
      await expect(dialog.locator('.error')).toHaveCount(3);
      await inSight('See Available Times');
      await expect(dialog.getByText('Name', { exact: true })).toBeInViewport();
      await giveContact();
      await press('See Available Times');
      const decline = dialog.getByRole('button', { name: 'No Good Time?' });
      await decline.waitFor();
      const before = await decline.boundingBox();
      answer();
      await slots.first().waitFor();
      expect(await decline.boundingBox()).toEqual(before);
      expect(await scrolled(page)).toBeLessThanOrEqual(0);
      await inSight('Back', 'No Good Time?');
      await expect(slots.last()).toBeInViewport({ ratio: 1 });
      await areLarge();
      // The trust box is one line.
      const items = dialog.getByRole('listitem').filter({ hasText: /Certified|stars|reply|obligation/i });
      const tops = await items.evaluateAll((all) => all.map((item) => Math.round(item.getBoundingClientRect().top)));
      expect(tops).toHaveLength(4);
      expect(new Set(tops).size).toBe(1);
      await dialog
        .getByRole('tab', { name: /, By Appointment$/ })
        .first()
        .click();
      await expect(dialog.getByRole('heading', { level: 3 })).toContainText('By Appointment');
      expect(await decline.boundingBox()).toEqual(before);
      await slots.first().click();
      await dialog.getByLabel('City').waitFor();
      await areLarge();
      for (const label of ['City', 'Preferred contact']) await dialog.getByLabel(label).selectOption('');
      await press('Confirm Booking');
      await expect(dialog.locator('.error')).toHaveCount(3);
      await inSight('Change Time', 'Confirm Booking');
      await expect(dialog.getByText('City', { exact: true })).toBeInViewport();
    });
  });
}

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

test('a click beside closes it where the browser itself does not, a drag out of it does not; it stays in its place', async ({
  page,
}) => {
  const { dialog, open } = visitor(page);
  await page.goto(START);
  await open();
  await dialog.evaluate((element) => element.removeAttribute('closedby'));
  const name = dialog.getByLabel('Name');
  await name.fill('Elise');
  const box = await name.boundingBox();
  if (!box) throw new Error('No field');
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(5, 300, { steps: 4 });
  await page.mouse.up();
  await expect(dialog).toBeVisible();
  await page.mouse.click(box.x - 10, box.y - 4);
  await expect(dialog).toBeVisible();
  await page.mouse.click(5, 300);
  await expect(dialog).toBeHidden();

  // In its place while it closes, without a top layer to close in.
  await open();
  const before = await dialog.boundingBox();
  // As it is on its way out in a browser without `overlay`: shown, but no longer modal.
  await dialog.evaluate((element: HTMLDialogElement) => {
    element.close();
    element.show();
  });
  expect(await dialog.boundingBox()).toEqual(before);
});
