import type { Locator, Page } from '@playwright/test';
import type { SiteProcess } from '#tests/support/site-process';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { withMotion } from '#tests/support/host';
import { expectFingerSized, PHONE } from '#tests/e2e/fingers';
import { addItem, expect, manager, ownersTest as test, toast, underToast } from '#tests/e2e/gallery-site';
import { allItems } from '#tests/e2e/upload-files';

test.use(PHONE);

const TITLES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];

async function fill(site: SiteProcess): Promise<void> {
  for (const [index, title] of TITLES.entries()) await addItem(site, { title, displayOrder: index + 1 });
}
const kept = async (page: Page) => (await allItems(page)).map(({ title }) => title);
/** A place within what is drawn, by parts of its width and height. */
async function placeIn(one: Locator, across = 0.5, down = 0.5) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {};
  return { x: x + width * across, y: y + height * down };
}

/** A finger, which Playwright itself can only tap with. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: x && y ? [{ x, y }] : [] });
}

test('everything can be pressed by a thumb, under no toast; a focus point that a finger sets counts in every frame', async ({
  page,
  site,
}) => {
  await fill(site);
  await addItem(site, { title: 'IMG_2214', description: 'Uploaded on 11/22/2026', displayOrder: 7 });
  const complaints = await complaintsOf(page);
  const { open, card, uploader } = manager(page);
  await open();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const upload = button('Upload files');

  await test.step('the upload button comes once its card is out of sight, and gives way to a selection', async () => {
    await expect(upload).toHaveCount(1);
    await card('Three').scrollIntoViewIfNeeded();
    await expect(upload.last()).toBeInViewport();
    await page.getByRole('checkbox', { name: 'Select Three', exact: true }).tap();
    await expect(upload).toHaveCount(1);
    await button('Clear selection').tap();
    await upload.last().tap();
    await expect(uploader).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(upload.last()).toBeFocused();
  });

  await test.step('no toast lies over the bars, the switch, and the buttons of the selection', async () => {
    const bars = page.getByRole('navigation', { name: 'Admin' }).getByRole('link').or(upload);
    for (const title of TITLES.slice(0, 2)) {
      const shown = card(title).getByRole('switch');
      await shown.tap();
      await expect(toast(page)).toHaveText('Gallery item updated successfully');
      expect(await underToast(page, bars.or(shown)), title).toEqual([]);
    }
    for (const title of ['Five', 'Six']) {
      await page.getByRole('checkbox', { name: `Select ${title}`, exact: true }).tap();
    }
    const bar = page.getByRole('region', { name: 'Selection' });
    await bar.getByRole('button', { name: 'Unpublish' }).tap();
    await expect(toast(page)).toHaveText('2 gallery items updated successfully');
    expect(await underToast(page, bar.locator('button, select'))).toEqual([]);
    await button('Select all').tap();
    await expectFingerSized(page);
    await expectCleanAt(page, [375, 1440], 'selected and marked');
    await page.setViewportSize(PHONE.viewport);
    await button('Clear selection').tap();
  });

  await test.step('nor over the title and the buttons of the edit dialog', async () => {
    await button('Edit One').tap();
    const dialog = page.getByRole('dialog', { name: 'Edit Gallery Item' });
    const title = dialog.getByLabel('Title');
    await title.fill('');
    await title.press('Enter');
    await expect(toast(page)).toHaveText('ErrorPlease enter a title');
    const foot = dialog.locator('.dialog-foot button');
    expect(await underToast(page, title.or(foot).or(dialog.getByRole('button', { name: 'Close' })))).toEqual([]);
    await expectAccessible(page, 'editing, without a title');
    await button('Cancel').tap();
    await button('Delete One').tap();
    await expectAccessible(page, 'before a deletion');
    await button('Cancel').tap();
  });

  await test.step('a focus point: set by a finger, kept with the item, honored by every frame', async () => {
    await button('Edit Four').tap();
    const dialog = page.getByRole('dialog', { name: 'Edit Gallery Item' });
    await dialog.getByText('Choose what stays in sight').tap();
    // Only then the picture is there, and as large as it will be.
    await expect(dialog.locator('.focus-kept')).toBeVisible();
    const { x, y } = await placeIn(dialog.locator('.focus-picture'), 0.25, 0.75);
    await page.touchscreen.tap(x, y);
    const down = dialog.getByRole('slider', { name: 'Top to bottom' });
    await expect(down).toHaveValue('75');
    await down.press('ArrowRight');
    await expect(dialog.getByRole('slider', { name: 'Left to right' })).toHaveValue('25');
    await expectAccessible(page, 'choosing a focus point');
    await button('Update Gallery Item').tap();
    await expect(dialog).toBeHidden();
    expect((await allItems(page)).find(({ title }) => title === 'Four')?.focus).toEqual({ x: 25, y: 76 });
    await expect(card('Four').locator('img')).toHaveCSS('object-position', '25% 76%');
    await page.goto('/gallery');
    const work = page.getByRole('button', { name: /Four/ }).locator('img');
    await expect(work).toHaveCSS('object-position', '25% 76%');
    // The CDN would cut it in its middle.
    expect(await work.evaluate((one: HTMLImageElement) => one.currentSrc)).not.toContain('fit=');
  });
  expect(complaints).toEqual([]);
});

test.describe('the order', () => {
  test.use(withMotion);

  test('by the thumb, seen after the move; by a finger, which the card follows, and at the edge the page scrolls', async ({
    page,
    site,
  }) => {
    await fill(site);
    const { open, card, titles } = manager(page);
    await open();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Move Three down').tap();
    await expect.poll(titles).toEqual(['One', 'Two', 'Four', 'Three', 'Five', 'Six']);
    await expect(button('Move Three down')).toBeInViewport();
    await button('Move Three up').tap();
    await expect.poll(titles).toEqual(TITLES);
    await button('To top: Three').tap();
    await expect.poll(titles).toEqual(['Three', 'One', 'Two', 'Four', 'Five', 'Six']);
    await expect(page.getByText('Three is now at place 1 of 6')).toBeAttached();
    await expect(button('To top: Three')).toBeInViewport();
    await expect.poll(() => kept(page)).toEqual(await titles());

    await test.step('by a finger', async () => {
      const before = await titles();
      const grip = card('Three').getByTitle('Drag to another place');
      await grip.scrollIntoViewIfNeeded();
      const { x, y } = await placeIn(grip);
      const touch = await finger(page);
      await touch('touchStart', x, y);
      await touch('touchMove', x + 40, 330);
      // The grip shrinks with its card, towards the finger, and stays under it.
      await expect.poll(async () => Math.abs((await placeIn(grip)).y - 330)).toBeLessThan(4);
      expect(Math.abs((await placeIn(grip)).x - (x + 40))).toBeLessThan(4);
      const top = await page.evaluate(() => scrollY);
      await touch('touchMove', x + 40, PHONE.viewport.height - 12);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top + 700);
      expect(Math.abs((await placeIn(grip)).y - (PHONE.viewport.height - 12))).toBeLessThan(24);
      await touch('touchMove', x + 40, 300);
      await expect(page.locator('[data-drag="before"], [data-drag="behind"]')).toHaveCount(1);
      await touch('touchEnd');
      await expect.poll(titles).not.toEqual(before);
      await expect(page.getByText(/^Three is now at place [2-6] of 6$/)).toBeAttached();
      await expect.poll(() => kept(page)).toEqual(await titles());
      expect(await card('Three').evaluate((one) => one.style.translate)).toBe('');
    });
  });
});
