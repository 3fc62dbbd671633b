import type { CDPSession, Locator, Page } from '@playwright/test';
import type { SiteProcess } from '#tests/support/site-process';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { withMotion } from '#tests/support/host';
import { expectFingerSized, PHONE } from './fingers.ts';
import { addItem, expect, manager, signIn, test, toast, underToast } from './gallery-site.ts';
import { allItems, complaintsOf } from './upload-files.ts';

test.use(PHONE);

const TITLES = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];

async function fill(page: Page, site: SiteProcess): Promise<void> {
  await signIn(page.request);
  for (const [index, title] of TITLES.entries()) await addItem(site, { title, displayOrder: index + 1 });
}
const kept = async (page: Page) => (await allItems(page)).map(({ title }) => title);
const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not drawn');
  return box;
};
async function centerOf(one: Locator) {
  const { x, y, width, height } = await boxOf(one);
  return { x: x + width / 2, y: y + height / 2 };
}

/** A finger, which Playwright itself can only tap with. */
async function finger(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: readonly { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [...points] });
  return {
    down: (x: number, y: number) => send('touchStart', [{ x, y }]),
    move: (x: number, y: number) => send('touchMove', [{ x, y }]),
    up: () => send('touchEnd', []),
  };
}

test('everything is under the thumb, and no toast lies over what is pressed next; accessible at every width', async ({
  page,
  site,
}) => {
  await fill(page, site);
  await addItem(site, { title: 'IMG_2214', description: 'Uploaded on 11/22/2026', displayOrder: 7 });
  const complaints = complaintsOf(page);
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
    for (const title of TITLES.slice(0, 3)) {
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
  });
  expect(complaints).toEqual([]);
});

test.describe('the order', () => {
  test.use(withMotion);

  test('by the thumb, seen after the move; by a finger, which the card follows, and at the edge the page scrolls', async ({
    page,
    site,
  }) => {
    await fill(page, site);
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
      const { x, y } = await centerOf(grip);
      const touch = await finger(page);
      await touch.down(x, y);
      await touch.move(x + 40, 330);
      // The grip shrinks with its card, towards the finger, and stays under it.
      await expect.poll(async () => Math.abs((await centerOf(grip)).y - 330)).toBeLessThan(4);
      expect(Math.abs((await centerOf(grip)).x - (x + 40))).toBeLessThan(4);
      const top = await page.evaluate(() => scrollY);
      await touch.move(x + 40, PHONE.viewport.height - 12);
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top + 700);
      expect(Math.abs((await centerOf(grip)).y - (PHONE.viewport.height - 12))).toBeLessThan(24);
      await touch.move(x + 40, 300);
      await expect(page.locator('[data-drag="before"], [data-drag="behind"]')).toHaveCount(1);
      await touch.up();
      await expect.poll(titles).not.toEqual(before);
      await expect(page.getByText(/^Three is now at place [2-6] of 6$/)).toBeAttached();
      await expect.poll(() => kept(page)).toEqual(await titles());
      expect(await card('Three').evaluate((one) => one.style.translate)).toBe('');
    });
  });
});

test('a focus point: set by a finger, kept with the item, honored by every frame', async ({ page, site }) => {
  await signIn(page.request);
  const { id } = await addItem(site, { title: 'Portrait' });
  await manager(page).open();
  await page.getByRole('button', { name: 'Edit Portrait', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Edit Gallery Item' });
  await dialog.getByText('Choose what stays in sight').tap();
  // Only then the picture is there, and as large as it will be.
  await expect(dialog.locator('.focus-kept')).toBeVisible();
  const picture = await boxOf(dialog.locator('.focus-picture'));
  await page.touchscreen.tap(picture.x + picture.width / 4, picture.y + picture.height * 0.75);
  const down = dialog.getByRole('slider', { name: 'Top to bottom' });
  await expect(down).toHaveValue('75');
  await down.press('ArrowRight');
  await expect(dialog.getByRole('slider', { name: 'Left to right' })).toHaveValue('25');
  await expectAccessible(page, 'choosing a focus point');
  await dialog.getByRole('button', { name: 'Update Gallery Item' }).tap();
  await expect(dialog).toBeHidden();
  const item = (await allItems(page)).find((one) => one.id === id);
  expect(item?.focus).toEqual({ x: 25, y: 76 });
  await expect(manager(page).card('Portrait').locator('img')).toHaveCSS('object-position', '25% 76%');
  await page.goto('/gallery');
  const work = page.locator('button.work img');
  await expect(work).toHaveCSS('object-position', '25% 76%');
  // The CDN would cut it in its middle.
  expect(await work.evaluate((one) => (one instanceof HTMLImageElement ? one.currentSrc : ''))).not.toContain('fit=');
});
