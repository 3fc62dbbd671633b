import type { Page } from '@playwright/test';
import { GalleryList } from '#contracts/gallery';
import { withMotion } from '#tests/support/host';
import { addItem, ALL, expect, files, LIST, manager, signIn, test, toast, underToast } from './gallery-site.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit Gallery Item' });
const question = (page: Page) => page.getByRole('alertdialog');
const itemsAt = async (page: Page, list: string) => GalleryList.parse(await (await page.request.get(list)).json());
const published = async (page: Page) => (await itemsAt(page, LIST)).map(({ title }) => title);
const refused = { answer: { status: 503, body: { error: 'Not now.' } } };

test('the items, and the filter; published or not; several at once, and what was refused of them', async ({
  page,
  wire,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page.request);
  const shade = await addItem(site, { title: 'Shade', file: files.shade, displayOrder: 3 });
  const drapery = { category: 'drapery', isPublished: false } as const;
  const nursery = await addItem(site, { title: 'Nursery', ...drapery, displayOrder: 2 });
  await addItem(site, { title: 'Living room', description: 'Over a pool.', displayOrder: 1 });
  const { open, card, items, titles } = manager(page);
  await open();
  await expect(page.getByText('3 items, 2 published')).toBeVisible();
  await expect.poll(titles).toEqual(['Living room', 'Nursery', 'Shade']);
  await expect(card('Nursery').getByText('Drapery')).toBeVisible();
  await expect(card('Nursery').getByText('Unpublished')).toBeVisible();
  await expect(card('Shade').getByText('Published')).toBeVisible();
  await expect(card('Shade').getByText('Video')).toBeAttached();
  await expect(card('Living room').locator('img')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selection' });

  await test.step('the filter by state and category; what is not shown is not chosen', async () => {
    await button(page, 'Select all').click();
    await button(page, 'Published').click();
    await expect.poll(titles).toEqual(['Living room', 'Shade']);
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await button(page, 'Unpublished').click();
    await expect.poll(titles).toEqual(['Nursery']);
    await page.getByLabel('Filter by category').selectOption('Shutters');
    await expect(page.getByText('No items match this filter.')).toBeVisible();
    await button(page, 'All').click();
    await page.getByLabel('Filter by category').selectOption('Drapery');
    await expect.poll(titles).toEqual(['Nursery']);
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByLabel('Filter by category').selectOption('All categories');
  });

  await test.step('the switch publishes, and visitors see it; unanswered, it goes back', async () => {
    const shown = card('Nursery').getByRole('switch');
    await expect(shown).toHaveAttribute('aria-checked', 'false');
    await shown.click();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    await expect(card('Nursery').getByText('Published', { exact: true })).toBeVisible();
    expect(await published(page)).toEqual(['Living room', 'Nursery', 'Shade']);
    wire.always(`/api/gallery/${nursery.id}`, { cut: true });
    await shown.click();
    await expect(toast(page)).toHaveText('ErrorFailed to update gallery item');
    await expect(shown).toHaveAttribute('aria-checked', 'true');
    wire.calm();
  });

  await test.step('several: unpublished, under no toast; given a category; what is refused is named, and stays selected', async () => {
    await page.getByRole('checkbox', { name: 'Select Nursery' }).click();
    await page.getByRole('checkbox', { name: 'Select Shade' }).click();
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    await bar.getByRole('button', { name: 'Unpublish' }).click();
    await expect(toast(page)).toHaveText('2 gallery items updated successfully');
    expect(await underToast(page, bar.locator('button, select'))).toEqual([]);
    expect(await published(page)).toEqual(['Living room']);
    await expect(bar.getByRole('button', { name: 'Set category' })).toBeDisabled();
    await bar.getByLabel('Category of the selected items').selectOption('Blinds');
    wire.meddle(`/api/gallery/${shade.id}`, refused, refused);
    await bar.getByRole('button', { name: 'Set category' }).click();
    await expect(bar.getByRole('alert')).toHaveText('Not changed, and still selected: Shade');
    const categories = (await itemsAt(page, ALL)).map(({ category }) => category);
    expect(categories).toEqual(['motorized-shades', 'blinds', 'motorized-shades']);
    await page.getByRole('checkbox', { name: 'Select Nursery' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(question(page).getByRole('heading')).toHaveText('Are you sure you want to delete these 2 items?');
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await expect(bar.getByRole('alert')).toHaveText('Not deleted, and still selected: Shade');
    await expect(items).toHaveCount(2);
    await button(page, 'Select all').click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toHaveText('2 gallery items deleted successfully');
    await expect(bar).toBeHidden();
  });
});

test('skeletons; a list that fails says so, and Try again mends it; nothing yet; words of the upload are marked', async ({
  page,
  wire,
  site,
}) => {
  await signIn(page.request);
  const held = Promise.withResolvers<void>();
  wire.always(ALL, { holdAnswer: held.promise, ...refused });
  const { open, card } = manager(page);
  await open();
  await expect(page.locator('[data-skeleton]')).toHaveCount(3);
  held.resolve();
  await expect(page.getByText('The gallery items could not be loaded.')).toBeVisible();
  wire.calm();
  await button(page, 'Try again').click();
  await expect(page.getByText('No gallery items yet. Upload your first item above.')).toBeVisible();

  await test.step('publishing what has the words of its upload stays one press, with a hint', async () => {
    await addItem(site, { title: 'IMG_2214', description: 'Uploaded on 11/22/2026', isPublished: false });
    await addItem(site, { title: 'Sunroom', description: 'Uploaded on 11/22/2026', isPublished: false });
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
});

test.describe('with what moves', () => {
  test.use(withMotion);

  test('an item is edited, and deleted after a question; a refusal changes nothing', async ({ page, wire, site }) => {
    await signIn(page.request);
    const living = await addItem(site, { title: 'Living room', description: 'Over a pool.' });
    const address = `/api/gallery/${living.id}`;
    const { open, card, items } = manager(page);
    await open();
    await button(page, 'Edit Living room').click();
    const dialog = edit(page);
    await expect(dialog.getByLabel('Title')).toBeFocused();
    await expect(dialog.getByLabel('Description')).toHaveAttribute('rows', '3');
    await expect(dialog.getByLabel('Media Type')).toHaveValue('image');
    await dialog.getByLabel('Title').fill('  Lanai ');
    await dialog.getByLabel('Description').fill('');
    await dialog.getByLabel('Alt text').fill('A lanai at noon');
    await dialog.getByText('Words for the Spanish pages').click();
    await dialog.getByLabel('Título').fill('Terraza');
    await dialog.getByLabel('Category').selectOption('General');
    const held = Promise.withResolvers<void>();
    wire.meddle(address, { holdAnswer: held.promise });
    await button(page, 'Update Gallery Item').click();
    await expect(button(page, 'Updating...')).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    held.resolve();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    await expect(dialog).toBeHidden();
    await expect(card('Lanai').getByText('General')).toBeVisible();
    await expect(button(page, 'Edit Lanai')).toBeFocused();
    const [item] = await itemsAt(page, LIST);
    const { mediaUrl } = living;
    expect(item).toMatchObject({
      title: 'Lanai',
      alt: 'A lanai at noon',
      titleEs: 'Terraza',
      category: 'general',
      mediaUrl,
    });
    expect(item).not.toHaveProperty('description');

    await test.step('an empty title: the button is disabled; a refusal: the server’s sentence, and everything typed stays', async () => {
      wire.calm();
      await button(page, 'Edit Lanai').click();
      await dialog.getByLabel('Title').fill('   ');
      await expect(button(page, 'Update Gallery Item')).toBeDisabled();
      await dialog.getByLabel('Title').press('Enter');
      await expect(toast(page)).toHaveText('ErrorPlease enter a title');
      expect(wire.to(address)).toEqual([]);
      await dialog.getByLabel('Title').fill('Pool');
      wire.meddle(address, { answer: { status: 404, body: { error: 'This item is gone.' } } });
      await dialog.getByLabel('Title').press('Enter');
      await expect(toast(page)).toHaveText('ErrorThis item is gone.');
      await expect(dialog.getByLabel('Title')).toHaveValue('Pool');
      await button(page, 'Cancel').click();
      await expect(card('Lanai')).toBeVisible();
    });

    await test.step('a no, and a refusal, delete nothing; a yes is for good, the file too', async () => {
      await button(page, 'Delete Lanai').click();
      await expect(question(page).getByRole('heading')).toHaveText('Are you sure you want to delete this item?');
      await expect(question(page)).toContainText('“Lanai” and its file are removed for good.');
      await expect(button(page, 'Cancel')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(question(page)).toBeHidden();
      await expect(button(page, 'Delete Lanai')).toBeFocused();
      wire.meddle(address, refused);
      await button(page, 'Delete Lanai').click();
      await button(page, 'Delete').click();
      await expect(toast(page)).toHaveText('ErrorNot now.');
      await expect(question(page)).toBeHidden();
      await button(page, 'Delete Lanai').click();
      await button(page, 'Delete').click();
      await expect(toast(page)).toHaveText('Gallery item deleted successfully');
      await expect(items).toHaveCount(0);
      await expect(page.getByRole('heading', { name: 'Gallery Items' })).toBeFocused();
      expect((await page.request.get(mediaUrl)).status()).toBe(404);
    });
  });

  test('the manual order, by the keyboard and by dragging: focus and a word about the new place stay with the item', async ({
    page,
    wire,
    site,
  }) => {
    await signIn(page.request);
    for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
      await addItem(site, { title, displayOrder: index + 1 });
    }
    const { open, card, titles } = manager(page);
    await open();
    const down = button(page, 'Move One down');
    await down.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('One is now at place 2 of 3')).toBeAttached();
    await expect(down).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(titles).toEqual(['Two', 'Three', 'One']);
    await expect(down).toBeDisabled();
    await button(page, 'Move Three up').press('Enter');
    await expect.poll(titles).toEqual(['Three', 'Two', 'One']);
    const toTop = button(page, 'To top: One');
    await toTop.press('Enter');
    await expect.poll(titles).toEqual(['One', 'Three', 'Two']);
    await expect(page.getByText('One is now at place 1 of 3')).toBeAttached();
    await expect(toTop).toBeFocused();
    await expect(toTop).toBeDisabled();
    await expect.poll(() => published(page)).toEqual(['One', 'Three', 'Two']);
    await page.reload();
    await expect.poll(titles).toEqual(['One', 'Three', 'Two']);

    await test.step('by dragging, which Escape gives up', async () => {
      await card('Two').hover();
      const from = await card('Two').getByTitle('Drag to another place').boundingBox();
      const onto = await card('One').boundingBox();
      if (!from || !onto) throw new Error('The cards are not drawn');
      const changes = () => wire.passed.filter(({ method }) => method === 'PUT').length;
      const before = changes();
      const drag = async () => {
        await page.mouse.move(from.x + 10, from.y + 10);
        await page.mouse.down();
        await page.mouse.move(onto.x + 20, onto.y + 90, { steps: 4 });
      };
      await drag();
      await page.mouse.up();
      await expect.poll(titles).toEqual(['Two', 'One', 'Three']);
      await expect.poll(() => published(page)).toEqual(['Two', 'One', 'Three']);
      expect(changes() - before).toBe(1);
      await drag();
      await page.keyboard.press('Escape');
      await page.mouse.up();
      await expect(page.getByText('Two is now at place 1 of 3')).toBeAttached();
      expect(await titles()).toEqual(['Two', 'One', 'Three']);
    });
  });
});
