import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { bytes, samples } from '#tests/support/sample-media';
import { expectAccessible } from '#tests/support/browser/axe';
import { addItem, expect, files, manager, signIn, test, toast } from './gallery-site.ts';
import { allItems, hollow, onDisk, photo, sample, stored } from './upload-files.ts';

// Recording a trace fetches the previews of the files, which the content policy forbids.
test.use({ trace: 'off' });

const MB = 1024 * 1024;
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

test('a batch of every kind: the wrong, the large and the duplicate are named, the others become items', async ({
  page,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  for (const source of ['My Device', 'Take Picture', 'Record Video']) {
    await expect(uploader.getByRole('tab', { name: source })).toBeVisible();
  }
  await expect(button(page, 'browse files')).toBeVisible();
  await expect(button(page, 'browse folders')).toBeVisible();

  const notes = await onDisk(info, 'notes.svg', bytes('<svg/>'));
  const huge = await hollow(info, 'huge.mp4', 50 * MB + 1);
  const hero = await photo(info, files.hero);
  await choose([hero, notes, huge]);
  await expect(
    uploader
      .getByRole('alert')
      .getByText(/^You can only upload: \.jpg, \.jpeg/)
      .first(),
  ).toBeVisible();
  await expect(uploader.getByText('huge.mp4 exceeds maximum allowed size of 50 MB').first()).toBeVisible();
  await choose([hero]);
  await expect(uploader.getByText("Cannot add the duplicate file 'hero.jpg', it already exists").first()).toBeVisible();

  const kinds = ['png', 'webp', 'avif', 'gif', 'webm', 'mov', 'avi'];
  const others = await Promise.all(kinds.map((kind) => sample(info, kind, `A ${kind}.${kind.toUpperCase()}`)));
  await choose([...others, await photo(info, files.nursery), files.shade]);
  await expect(uploader.getByText('10 files selected')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByLabel('Default category').selectOption('Drapery');
  await button(page, 'Upload files').click();
  await uploader.getByRole('button', { name: 'Edit file hero.jpg' }).click();
  await uploader.getByLabel('File name').fill('Living room by the pool.jpg');
  await uploader.getByRole('button', { name: 'Save changes' }).click();
  await uploader.getByRole('button', { name: 'Upload 10 files' }).click();
  await expect(toast(page)).toHaveText(
    'Upload Complete10 file(s) uploaded successfully. Items created as unpublished - review and publish when ready.',
  );
  await uploader.getByRole('button', { name: 'Done' }).click();
  await expect(uploader).toBeHidden();
  await expect(items).toHaveCount(10);

  const made = await allItems(page);
  expect(made.every(({ isPublished, category }) => !isPublished && category === 'drapery')).toBe(true);
  expect(made.map(({ title, mediaType }) => `${title}: ${mediaType}`).toSorted()).toEqual([
    'A avi: video',
    'A avif: image',
    'A gif: image',
    'A mov: video',
    'A png: image',
    'A webm: video',
    'A webp: image',
    'Living room by the pool: image',
    'nursery: image',
    'shade-lowering: video',
  ]);
  const clip = made.find(({ title }) => title === 'shade-lowering');
  expect(clip?.description).toMatch(/^Uploaded on \d+\/\d+\/\d{4}$/);
  expect(clip?.width).toBeGreaterThan(100);
  expect(clip?.placeholder).toMatch(/^data:image\/webp;base64,/);
  const poster = await sharp(await stored(page, clip?.posterUrl ?? '')).metadata();
  expect(poster).toMatchObject({ format: 'jpeg', width: clip?.width });
});

test('four notices, then a summary; eleven are too many, and so are two for one item', async ({ page, site }, info) => {
  await signIn(page.request);
  await addItem(site);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  await test.step('four notices, then a summary', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `huge-${index}.mp4`);
    await choose(await Promise.all(names.map((name) => hollow(info, name, 50 * MB + 1))));
    await expect(uploader.getByText('2 additional restrictions were not fulfilled').first()).toBeVisible();
    await expect(uploader.getByText('huge-3.mp4 exceeds maximum allowed size of 50 MB').first()).toBeVisible();
    await expect(uploader.getByText('huge-4.mp4 exceeds')).toHaveCount(0);
  });
  const png = (await samples['png']?.()) ?? new Uint8Array();
  const eleven = await Promise.all(Array.from({ length: 11 }, (_, index) => onDisk(info, `${index}.png`, png)));
  await choose(eleven);
  await expect(uploader.getByText('You can only upload 10 files').first()).toBeVisible();
  await choose(eleven.slice(1));
  await expect(uploader.getByText('10 files selected')).toBeVisible();
  await uploader.getByRole('button', { name: 'Cancel' }).first().click();
  await uploader.getByRole('button', { name: 'Close' }).click();
  await expect(uploader).toBeHidden();
  await expect(button(page, 'Upload files')).toBeFocused();
  await button(page, 'Edit Roller shades').click();
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').click();
  await page.getByRole('dialog', { name: 'Change Media File' }).getByRole('tab', { name: 'My Device' }).click();
  expect((await chooser).isMultiple()).toBe(false);
});

for (const width of [375, 1440]) {
  test(`axe finds nothing in the uploader at ${width} px, and nothing breaks the content policy`, async ({
    page,
  }, info) => {
    await signIn(page.request);
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('[Uppy]')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.setViewportSize({ width, height: 900 });
    const { openUploader, choose, uploader } = manager(page);
    await openUploader();
    await uploader.getByRole('tab', { name: 'My Device' }).waitFor();
    await expectAccessible(page, 'empty');
    await choose([await photo(info, files.hero), await onDisk(info, 'broken.jpg', bytes('no picture', 300))]);
    await uploader.getByRole('button', { name: 'Upload 2 files' }).waitFor();
    await expectAccessible(page, 'chosen');
    await uploader.getByRole('button', { name: 'Edit file hero.jpg' }).click();
    await expect(uploader.getByLabel('File name')).toBeVisible();
    await expectAccessible(page, 'editing a file');
    await uploader.getByRole('button', { name: 'Cancel' }).last().click();
    await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect(uploader.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(toast(page)).toBeVisible();
    await expectAccessible(page, 'done and failed');
    expect(await uploader.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
    expect(complaints).toEqual([]);
  });
}
