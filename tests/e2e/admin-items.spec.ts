import type { Page } from '@playwright/test';
import type { SiteProcess } from '#tests/support/site-process';
import { GalleryList } from '#contracts/gallery';
import { expectCleanAt } from '#tests/support/browser/axe';
import { withMotion } from '#tests/support/host';
import { addItem, ALL, expect, files, LIST, manager, signIn, test, toast, underToast } from './gallery-site.ts';

/** Three items, in this order. */
async function fill(page: Page, site: SiteProcess) {
  const { request } = page;
  await signIn(request);
  const shade = await addItem(site, { title: 'Shade', file: files.shade, displayOrder: 3 });
  const nursery = await addItem(site, {
    title: 'Nursery',
    category: 'drapery',
    isPublished: false,
    displayOrder: 2,
  });
  const living = await addItem(site, { title: 'Living room', description: 'Over a pool.', displayOrder: 1 });
  return { living, nursery, shade };
}
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit Gallery Item' });
const question = (page: Page) => page.getByRole('alertdialog');
const titlesAt = async (page: Page, list: string) =>
  GalleryList.parse(await (await page.request.get(list)).json()).map(({ title }) => title);
const published = (page: Page) => titlesAt(page, LIST);
/** All of them, as the server has them by now. */
const kept = (page: Page) => titlesAt(page, ALL);

test('the items: thumbnail, title, badges and what can be done; published or not; and the filter', async ({
  page,
  site,
}) => {
  await fill(page, site);
  const { open, card, titles } = manager(page);
  await open();
  await expect(page.getByText('3 items, 2 published')).toBeVisible();
  await expect.poll(titles).toEqual(['Living room', 'Nursery', 'Shade']);
  await expect(card('Nursery').getByText('Drapery')).toBeVisible();
  await expect(card('Nursery').getByText('Unpublished')).toBeVisible();
  await expect(card('Shade').getByText('Published')).toBeVisible();
  await expect(card('Shade').getByText('Video')).toBeAttached();
  await expect(card('Living room').locator('img')).toBeVisible();

  await test.step('the filter by state and category; what is not shown is not chosen', async () => {
    await button(page, 'Select all').click();
    await button(page, 'Published').click();
    await expect.poll(titles).toEqual(['Living room', 'Shade']);
    await expect(page.getByRole('region', { name: 'Selection' }).getByRole('status')).toHaveText('2 selected');
    await button(page, 'Unpublished').click();
    await expect.poll(titles).toEqual(['Nursery']);
    await page.getByLabel('Filter by category').selectOption('Shutters');
    await expect(page.getByText('No items match this filter.')).toBeVisible();
    await button(page, 'All').click();
    await page.getByLabel('Filter by category').selectOption('Drapery');
    await expect.poll(titles).toEqual(['Nursery']);
  });
});

test('three skeletons, then the empty sentence; a list that fails says so, and Try again mends it', async ({
  page,
  wire,
  site,
}) => {
  await signIn(page.request);
  let answer = () => {};
  wire.always(ALL, {
    holdAnswer: new Promise<void>((done) => {
      answer = done;
    }),
  });
  await manager(page).open();
  await expect(page.locator('[data-skeleton]')).toHaveCount(3);
  answer();
  await expect(page.getByText('No gallery items yet. Upload your first item above.')).toBeVisible();

  await fill(page, site);
  wire.always(ALL, { answer: { status: 503, body: { error: 'Not now' } } });
  await manager(page).open();
  await expect(page.getByText('The gallery items could not be loaded.')).toBeVisible();
  wire.calm();
  await button(page, 'Try again').click();
  await expect(manager(page).items).toHaveCount(3);
});

test('the switch publishes and takes back, and visitors see it; unanswered, it goes back', async ({
  page,
  wire,
  site,
}) => {
  const { nursery } = await fill(page, site);
  const { open, card } = manager(page);
  await open();
  const shown = card('Nursery').getByRole('switch');
  await expect(shown).toHaveAttribute('aria-checked', 'false');
  await shown.click();
  await expect(toast(page)).toHaveText('Gallery item updated successfully');
  await expect(card('Nursery').getByText('Published', { exact: true })).toBeVisible();
  expect(await published(page)).toEqual(['Living room', 'Nursery', 'Shade']);
  await shown.click();
  await expect(card('Nursery').getByText('Unpublished')).toBeVisible();
  await expect.poll(() => published(page)).toEqual(['Living room', 'Shade']);
  wire.always(`/api/gallery/${nursery.id}`, { cut: true });
  await card('Nursery').getByRole('switch').click();
  await expect(toast(page)).toHaveText('ErrorFailed to update gallery item');
  await expect(card('Nursery').getByRole('switch')).toHaveAttribute('aria-checked', 'false');
});

test.describe('editing', () => {
  test('all fields; Updating... while it is on its way; focus goes back', async ({ page, wire, site }) => {
    const { living } = await fill(page, site);
    const { open, card } = manager(page);
    await open();
    await button(page, 'Edit Living room').click();
    const dialog = edit(page);
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '3');
    await expect(dialog.getByLabel('Media Type')).toHaveValue('image');
    await dialog.getByLabel('Title').fill('  Lanai ');
    await dialog.getByLabel('Description').fill('');
    await dialog.getByLabel('Alt text').fill('A lanai at noon');
    await dialog.getByLabel('Category').selectOption('General');
    let answer = () => {};
    wire.meddle(`/api/gallery/${living.id}`, {
      holdAnswer: new Promise<void>((done) => {
        answer = done;
      }),
    });
    await button(page, 'Update Gallery Item').click();
    await expect(button(page, 'Updating...')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    answer();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    await expect(dialog).toBeHidden();
    await expect(card('Lanai').getByText('General')).toBeVisible();
    await expect(button(page, 'Edit Lanai')).toBeFocused();
    const [item] = GalleryList.parse(await (await page.request.get(LIST)).json());
    expect(item).toMatchObject({
      title: 'Lanai',
      alt: 'A lanai at noon',
      category: 'general',
      mediaUrl: living.mediaUrl,
    });
    expect(item).not.toHaveProperty('description');

    await test.step('an empty title: the button is disabled; a refusal: the server’s sentence, and everything typed stays', async () => {
      wire.calm();
      await button(page, 'Edit Lanai').click();
      await edit(page).getByLabel('Title').fill('   ');
      await expect(button(page, 'Update Gallery Item')).toBeDisabled();
      await edit(page).getByLabel('Title').press('Enter');
      await expect(toast(page)).toHaveText('ErrorPlease enter a title');
      expect(wire.to(`/api/gallery/${living.id}`)).toEqual([]);
      await edit(page).getByLabel('Title').fill('Pool');
      await expect(button(page, 'Update Gallery Item')).toBeEnabled();
      wire.meddle(`/api/gallery/${living.id}`, { answer: { status: 404, body: { error: 'This item is gone.' } } });
      await edit(page).getByLabel('Title').press('Enter');
      await expect(toast(page)).toHaveText('ErrorThis item is gone.');
      wire.always(`/api/gallery/${living.id}`, { cut: true });
      await edit(page).getByLabel('Title').press('Enter');
      await expect(toast(page)).toHaveText('ErrorFailed to update gallery item');
      await expect(edit(page).getByLabel('Title')).toHaveValue('Pool');
      await button(page, 'Cancel').click();
      await expect(card('Lanai')).toBeVisible();
    });
  });
});

test.describe('deleting', () => {
  test.use(withMotion);

  test('asks first; a no, and a refusal, change nothing; a yes is for good, the file too', async ({
    page,
    wire,
    site,
  }) => {
    const { living } = await fill(page, site);
    const { open, items } = manager(page);
    await open();
    await button(page, 'Delete Nursery').click();
    await expect(question(page).getByRole('heading')).toHaveText('Are you sure you want to delete this item?');
    await expect(question(page)).toContainText('“Nursery” and its file are removed for good.');
    await expect(button(page, 'Cancel')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(button(page, 'Delete Nursery')).toBeFocused();
    await expect(items).toHaveCount(3);

    wire.meddle(`/api/gallery/${living.id}`, { answer: { status: 503, body: { error: 'Not now.' } } });
    await button(page, 'Delete Living room').click();
    await button(page, 'Delete').click();
    await expect(toast(page)).toHaveText('ErrorNot now.');
    await expect(question(page)).toBeHidden();
    await expect(items).toHaveCount(3);

    await button(page, 'Delete Living room').click();
    await button(page, 'Delete').click();
    await expect(toast(page)).toHaveText('Gallery item deleted successfully');
    await expect(items).toHaveCount(2);
    await expect(page.getByRole('heading', { name: 'Gallery Items' })).toBeFocused();
    expect((await page.request.get(living.mediaUrl)).status()).toBe(404);
  });
});

test('several at once: a category, published, and deleted after one question; what was refused is named, and stays selected', async ({
  page,
  wire,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const { shade } = await fill(page, site);
  const { open, items } = manager(page);
  await open();
  const bar = page.getByRole('region', { name: 'Selection' });

  await test.step('on a wide screen no toast lies over the buttons of the selection', async () => {
    await button(page, 'Select all').click();
    await bar.getByRole('button', { name: 'Publish', exact: true }).click();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    expect(await underToast(page, bar.locator('button, select'))).toEqual([]);
  });
  await bar.getByRole('button', { name: 'Clear selection' }).click();

  await test.step('a category: what the server refused is named, and stays selected', async () => {
    for (const title of ['Living room', 'Nursery', 'Shade']) {
      await page.getByRole('checkbox', { name: `Select ${title}` }).click();
    }
    await expect(bar.getByRole('button', { name: 'Set category' })).toBeDisabled();
    await bar.getByLabel('Category of the selected items').selectOption('Blinds');
    wire.meddle(`/api/gallery/${shade.id}`, { answer: { status: 503, body: { error: 'Not now.' } } });
    await bar.getByRole('button', { name: 'Set category' }).click();
    await expect(bar.getByRole('alert')).toHaveText('Not changed, and still selected: Shade');
    await bar.getByRole('button', { name: 'Set category' }).click();
    await expect(bar.getByRole('alert')).toBeHidden();
    const all = GalleryList.parse(await (await page.request.get(ALL)).json());
    expect(all.map(({ category }) => category)).toEqual(['blinds', 'blinds', 'blinds']);
  });
  await bar.getByRole('button', { name: 'Clear selection' }).click();

  await test.step('chosen, published, and deleted after one question that says how many', async () => {
    await page.getByRole('checkbox', { name: 'Select Nursery' }).click();
    await page.getByRole('checkbox', { name: 'Select Shade' }).click();
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await bar.getByRole('button', { name: 'Unpublish' }).click();
    await expect.poll(() => published(page)).toEqual(['Living room']);
    await bar.getByRole('button', { name: 'Publish', exact: true }).click();
    // The toast may still be that of the step before.
    await expect(toast(page)).toHaveText('2 gallery items updated successfully');
    await expect.poll(() => published(page)).toEqual(['Living room', 'Nursery', 'Shade']);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(question(page).getByRole('heading')).toHaveText('Are you sure you want to delete these 2 items?');
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toHaveText('2 gallery items deleted successfully');
    await expect(items).toHaveCount(1);
    await expect(bar).toBeHidden();
  });

  await test.step('what could not be deleted is named, and stays selected', async () => {
    await addItem(site, { title: 'Other' });
    const stubborn = await addItem(site, { title: 'Stubborn' });
    await page.reload();
    await expect(items).toHaveCount(3);
    await button(page, 'Select all').click();
    wire.meddle(`/api/gallery/${stubborn.id}`, { answer: { status: 503, body: { error: 'Not now.' } } });
    await bar.getByRole('button', { name: 'Delete' }).click();
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await expect(bar.getByRole('alert')).toHaveText('Not deleted, and still selected: Stubborn');
    await expect(manager(page).items).toHaveCount(1);
  });
});

test('words of the upload are marked; publishing stays one press, with a hint', async ({ page, site }) => {
  await signIn(page.request);
  await addItem(site, { title: 'IMG_2214', description: 'Uploaded on 11/22/2026', isPublished: false });
  await addItem(site, { title: 'Sunroom', description: 'Uploaded on 11/22/2026', isPublished: false });
  const { open, card } = manager(page);
  await open();
  await expect(card('Sunroom').getByText('The description is still the upload date')).toBeVisible();
  await card('IMG_2214').getByRole('switch').click();
  await expect(toast(page)).toHaveText(
    'Gallery item updated successfullyVisitors still read the words of the upload: “IMG_2214”. Edit changes them.',
  );
  expect(await published(page)).toEqual(['IMG_2214']);
  await button(page, 'Title and description are still those of the upload. Edit IMG_2214').click();
  await edit(page).getByLabel('Title').fill('Roman shades');
  await edit(page).getByLabel('Description').fill('Linen, behind a sofa.');
  await button(page, 'Update Gallery Item').click();
  await expect(card('Roman shades').getByText(/still/)).toBeHidden();
});

test.describe('the manual order', () => {
  test.use(withMotion);

  test('by the keyboard: focus and a word about the new place stay with the item', async ({ page, site }) => {
    await fill(page, site);
    const { open, titles } = manager(page);
    await open();
    const down = button(page, 'Move Living room down');
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('Living room is now at place 2 of 3')).toBeAttached();
    await expect(down).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['Nursery', 'Shade', 'Living room']);
    await expect(down).toBeDisabled();
    await button(page, 'Move Shade up').press('Enter');
    await expect.poll(titles).toEqual(['Shade', 'Nursery', 'Living room']);
    // What is still on its way would end with the page.
    await expect.poll(() => kept(page)).toEqual(['Shade', 'Nursery', 'Living room']);
    expect(await published(page)).toEqual(['Shade', 'Living room']);
    await page.reload();
    await expect.poll(titles).toEqual(['Shade', 'Nursery', 'Living room']);
    const toTop = button(page, 'To top: Living room');
    await toTop.press('Enter');
    await expect.poll(titles).toEqual(['Living room', 'Shade', 'Nursery']);
    await expect(page.getByText('Living room is now at place 1 of 3')).toBeAttached();
    await expect(toTop).toBeFocused();
    await expect(toTop).toBeDisabled();
  });

  test('by dragging', async ({ page, wire, site }) => {
    await fill(page, site);
    const { open, card, titles } = manager(page);
    await open();
    const grip = card('Shade').getByTitle('Drag to another place');
    await card('Shade').hover();
    const from = await grip.boundingBox();
    const onto = await card('Living room').boundingBox();
    if (!from || !onto) throw new Error('The cards are not drawn');
    const changes = () => wire.passed.filter(({ method }) => method === 'PUT').length;
    const before = changes();
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(onto.x + 20, onto.y + 90, { steps: 4 });
    await page.mouse.up();
    await expect.poll(titles).toEqual(['Shade', 'Living room', 'Nursery']);
    await expect.poll(() => published(page)).toEqual(['Shade', 'Living room']);
    expect(changes() - before).toBe(1);
    await page.mouse.move(from.x + 10, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(onto.x + 20, onto.y + 90, { steps: 4 });
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await expect(page.getByText('Shade is now at place 1 of 3')).toBeAttached();
    expect(await titles()).toEqual(['Shade', 'Living room', 'Nursery']);
  });
});

test('axe finds nothing at any width, nothing is too wide, nothing breaks the content policy', async ({
  page,
  site,
}) => {
  const widths = [375, 768, 1440];
  const clean = (state: string) => expectCleanAt(page, widths, state);
  await fill(page, site);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await manager(page).open();
  await expect(manager(page).items).toHaveCount(3);
  await clean('the items');
  await button(page, 'Select all').click();
  await clean('all chosen');
  await button(page, 'Edit Nursery').click();
  await clean('editing');
  await edit(page).getByLabel('Title').fill('');
  // A toast goes away by itself: each width has one of its own.
  for (const width of widths) {
    await edit(page).getByLabel('Title').press('Enter');
    await expect(toast(page)).toBeVisible();
    await expectCleanAt(page, [width], 'without a title');
  }
  await button(page, 'Cancel').click();
  await button(page, 'Delete Nursery').click();
  await clean('before a deletion');
  expect(complaints).toEqual([]);
});
