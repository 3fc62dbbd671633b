import type { Page } from '@playwright/test';
import { GalleryList } from '#contracts/gallery';
import { siteLanguages } from '#i18n/site-languages';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import {
  addItem,
  expect,
  files,
  FIRST,
  LIST,
  OTHER,
  manager,
  ownersTest as test,
  toast,
  underToast,
} from './gallery-site.ts';

const isSpanish = siteLanguages.includes('es');

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const edit = (page: Page) => page.getByRole('dialog', { name: 'Edit Gallery Item' });
const question = (page: Page) => page.getByRole('alertdialog');
const items = async (page: Page) => GalleryList.parse(await (await page.request.get(LIST)).json());
const published = async (page: Page) => (await items(page)).map(({ title }) => title);

test('the items, and the filter; published or not; several at once, and what was refused of them; words of the upload are marked', async ({
  page,
  wire,
  site,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const category = 'general';
  const shade = await addItem(site, { title: 'Shade', category, file: files.shade, displayOrder: 3 });
  const unpublished = { category, isPublished: false } as const;
  await addItem(site, { title: 'Nursery', ...unpublished, displayOrder: 2 });
  await addItem(site, { title: 'IMG_2214', description: 'Uploaded on 11/22/2026', ...unpublished, displayOrder: 1 });
  const { open, card, items: cards, titles } = manager(page);
  await open();
  await expect(page.getByText('3 items, 1 published')).toBeVisible();
  await expect.poll(titles).toEqual(['IMG_2214', 'Nursery', 'Shade']);
  for (const words of [OTHER, 'Unpublished']) await expect(card('Nursery').getByText(words)).toBeVisible();
  for (const words of ['Video', 'Published']) await expect(card('Shade').getByText(words)).toBeAttached();
  await expect(card('Nursery').locator('img')).toBeVisible();
  const bar = page.getByRole('region', { name: 'Selection' });

  await test.step('the filter by state and category; what is not shown is not chosen', async () => {
    await button(page, 'Select all').click();
    await button(page, 'Unpublished').click();
    await expect.poll(titles).toEqual(['IMG_2214', 'Nursery']);
    await expect(bar.getByRole('status')).toHaveText('2 selected');
    const category = page.getByLabel('Filter by category');
    await category.selectOption(FIRST);
    await expect(page.getByText('No items match this filter.')).toBeVisible();
    await button(page, 'All').click();
    await category.selectOption(OTHER);
    await expect.poll(titles).toEqual(['IMG_2214', 'Nursery', 'Shade']);
    await bar.getByRole('button', { name: 'Clear selection' }).click();
    await category.selectOption('All categories');
  });

  await test.step('the switch publishes, and visitors see it; words of the upload are marked, with a way to their edit', async () => {
    const shown = card('IMG_2214').getByRole('switch');
    await expect(shown).toHaveAttribute('aria-checked', 'false');
    await shown.click();
    await expect(toast(page)).toHaveText(
      'Gallery item updated successfullyVisitors still read the words of the upload: “IMG_2214”. Edit changes them.',
    );
    await expect(shown).toHaveAttribute('aria-checked', 'true');
    expect(await published(page)).toEqual(['IMG_2214', 'Shade']);
    await button(page, 'Title and description are still those of the upload. Edit IMG_2214').click();
    await edit(page).getByLabel('Title').fill('Roman shades');
    await edit(page).getByLabel('Description').fill('Linen, behind a sofa.');
    await button(page, 'Update Gallery Item').click();
    await expect(card('Roman shades').getByText(/still/)).toBeHidden();
  });

  await test.step('several: unpublished, under no toast; what is refused of them stays selected', async () => {
    await page.getByRole('checkbox', { name: 'Select Roman shades' }).click();
    await page.getByRole('checkbox', { name: 'Select Shade' }).click();
    await bar.getByRole('button', { name: 'Unpublish' }).click();
    await expect(toast(page)).toHaveText('2 gallery items updated successfully');
    expect(await underToast(page, bar.locator('button, select'))).toEqual([]);
    expect(await published(page)).toEqual([]);
    await expect(bar.getByRole('button', { name: 'Set category' })).toBeDisabled();
    await bar.getByLabel('Category of the selected items').selectOption(FIRST);
    const refused = { answer: { status: 503, body: { error: 'Not now.' } } };
    wire.meddle(`/api/gallery/${shade.id}`, refused, refused);
    await bar.getByRole('button', { name: 'Set category' }).click();
    await expect(toast(page)).toHaveText('ErrorNot now.');
    await expect(page.getByRole('checkbox', { name: 'Select Roman shades' })).not.toBeChecked();
    await expect(card('Roman shades').getByText(FIRST)).toBeVisible();
    await expectCleanAt(page, [375, 1440], 'selected, and marked');
    await page.getByRole('checkbox', { name: 'Select Roman shades' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(question(page).getByRole('heading')).toHaveText('Are you sure you want to delete these 2 items?');
    await question(page).getByRole('button', { name: 'Delete' }).click();
    await expect(cards).toHaveCount(2);
    await expect(page.getByRole('checkbox', { name: 'Select Shade' })).toBeChecked();
  });
});

test('an item is edited, and deleted after a question; a refusal changes nothing, and another device’s change is a choice', async ({
  page,
  wire,
  site,
}) => {
  const living = await addItem(site, { title: 'Living room', description: 'Over a pool.' });
  const address = `/api/gallery/${living.id}`;
  const { open, card, items: cards } = manager(page);
  await open();
  await button(page, 'Edit Living room').click();
  const dialog = edit(page);
  await expect(dialog.getByLabel('Title')).toBeFocused();
  await expect(dialog.getByLabel('Title')).toHaveAttribute('aria-required', 'true');
  await expect(dialog.getByLabel('Media Type')).toHaveValue('image');
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 1280, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    await expect(button(page, 'Update Gallery Item')).toBeInViewport({ ratio: 1 });
  }
  await expectAccessible(page, 'editing an item');
  await dialog.getByLabel('Title').fill('  Lanai ');
  await dialog.getByLabel('Description').fill('');
  await dialog.getByLabel('Alt text').fill('A lanai at noon');
  if (isSpanish) await dialog.getByText('Words for the Spanish pages').click();
  if (isSpanish) await dialog.getByLabel('Título').fill('Terraza');
  await dialog.getByLabel('Category').selectOption(OTHER);
  const held = Promise.withResolvers<void>();
  wire.meddle(address, { holdAnswer: held.promise });
  await button(page, 'Update Gallery Item').click();
  await expect(button(page, 'Updating...')).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  held.resolve();
  await expect(toast(page)).toHaveText('Gallery item updated successfully');
  await expect(dialog).toBeHidden();
  await expect(card('Lanai').getByText(OTHER)).toBeVisible();
  await expect(button(page, 'Edit Lanai')).toBeFocused();
  const changed = {
    title: 'Lanai',
    alt: 'A lanai at noon',
    category: 'general',
    ...(isSpanish && { titleEs: 'Terraza' }),
  };
  expect(await items(page)).toMatchObject([{ ...changed, mediaUrl: living.mediaUrl }]);
  expect((await items(page))[0]).not.toHaveProperty('description');

  await test.step('an empty title is not sent; a refusal is told, and everything typed stays', async () => {
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
    expect(await underToast(page, dialog.getByRole('heading', { level: 2 }))).toEqual([]);
    await expect(dialog.getByLabel('Title')).toHaveValue('Pool');
  });

  await test.step('what another device has changed meanwhile is the owner’s choice', async () => {
    await expect(await page.request.put(address, { data: { title: 'Sunroom' } })).toBeOK();
    await dialog.getByLabel('Title').press('Enter');
    const choice = dialog.getByRole('region', { name: 'Changed since you opened it' });
    await expect(choice.getByRole('group')).toHaveText(/^TitleSaved nowSunroom.*YoursPool/);
    await expectCleanAt(page, [375, 1280], 'the choice of an edit');
    await choice.getByRole('button', { name: 'Keep mine Title' }).click();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    await expect(dialog).toBeHidden();
    expect(await published(page)).toEqual(['Pool']);
  });

  await test.step('a no, and a refusal, delete nothing; a yes is for good, the file too', async () => {
    const remove = button(page, 'Delete Pool');
    await remove.click();
    await expect(question(page).getByRole('heading')).toHaveText('Are you sure you want to delete this item?');
    await expect(question(page)).toContainText('“Pool” and its file are removed for good.');
    await expect(button(page, 'Cancel')).toBeFocused();
    await expectAccessible(page, 'before a deletion');
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeHidden();
    await expect(remove).toBeFocused();
    wire.meddle(address, { answer: { status: 503, body: { error: 'Not now.' } } });
    for (const answer of ['ErrorNot now.', 'Gallery item deleted successfully']) {
      await remove.click();
      await button(page, 'Delete').click();
      await expect(toast(page)).toHaveText(answer);
      await expect(question(page)).toBeHidden();
    }
    await expect(cards).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Gallery Items' })).toBeFocused();
    expect((await page.request.get(living.mediaUrl)).status()).toBe(404);
  });
});
