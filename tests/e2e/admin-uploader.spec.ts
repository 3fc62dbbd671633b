import sharp from 'sharp';
import { filterCategories } from '#contracts/gallery-enums';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { bytes, jpegWithPosition } from '#tests/support/sample-media';
import { expect, files, manager, ownersTest as test, toast, underToast } from './gallery-site.ts';
import { allItems, onDisk, sample, stored } from './upload-files.ts';

// Recording a trace fetches the previews of the files, which the content policy forbids.
test.use({ trace: 'off', viewport: { width: 1440, height: 900 } });

test('a batch of every kind becomes items, photos without their position and at most 2560 pixels wide; what is of none is refused', async ({
  page,
}, info) => {
  const complaints = await complaintsOf(page);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  for (const source of ['My Device', 'Take Picture', 'Record Video']) {
    await expect(uploader.getByRole('tab', { name: source })).toBeVisible();
  }
  const icons = await uploader.locator('[role=tab] svg').evaluateAll((all) => all.map((icon) => icon.innerHTML));
  expect(new Set(icons).size, 'each source has its own icon').toBe(3);
  for (const browse of ['browse files', 'browse folders']) {
    await expect(uploader.getByRole('button', { name: browse })).toBeVisible();
  }
  await expect(uploader.getByText('Photos and videos, up to 10 at once, 50 MB each, GIFs up to 15 MB.')).toBeVisible();
  for (const [width, height] of [
    [1440, 900],
    [1366, 650],
    [768, 1024],
  ] as const) {
    await page.setViewportSize({ width, height });
    const box = await uploader.locator('.uppy-Dashboard-inner').boundingBox();
    expect({ ...box, x: 0, y: 0 }, `at ${width} by ${height}`).toEqual({ x: 0, y: 0, width: 750, height: 550 });
    expect(await uploader.evaluate((dialog) => dialog.scrollHeight - dialog.clientHeight)).toBe(0);
  }

  const wrong = await Promise.all(['notes.svg', 'list.txt'].map((name) => onDisk(info, name, bytes('<svg/>'))));
  const kinds = ['png', 'webp', 'avif', 'gif', 'webm', 'mov', 'avi'];
  const named = (kind: string) => (kind === 'mov' ? 'A mov.m4v' : `A ${kind}.${kind.toUpperCase()}`);
  const others = await Promise.all(kinds.map((kind) => sample(info, kind, named(kind))));
  const wide = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#e7d9c3' } }).jpeg();
  const hero = await onDisk(info, 'hero.jpg', await jpegWithPosition());
  const nursery = await onDisk(info, 'nursery.jpg', await wide.toBuffer());
  await choose([hero, nursery, files.shade, ...others, ...wrong]);
  await expect(uploader.getByText(/^You can only upload: \.jpg, \.jpeg/).first()).toBeVisible();
  await expect(uploader.getByText('10 files selected')).toBeVisible();
  await expectCleanAt(page, [375], 'chosen');

  await page.keyboard.press('Escape');
  await page.getByLabel('Default category').selectOption(filterCategories[0]);
  await page.getByRole('button', { name: 'Upload files' }).click();
  await uploader.getByRole('button', { name: 'Edit file hero.jpg' }).click();
  await uploader.getByLabel('File name').fill('Living room by the pool.jpg');
  await expectAccessible(page, 'editing a file');
  await uploader.getByRole('button', { name: 'Save', exact: true }).click();
  await uploader.getByRole('button', { name: 'Upload 10 files' }).click();
  await expect(toast(page)).toHaveText(
    'Upload Complete10 file(s) uploaded successfully. Items created as unpublished - review and publish when ready.',
  );
  // A toast under the pointer stays.
  await toast(page).hover();
  for (const [width, height] of [
    [390, 664],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    expect(await underToast(page, uploader.getByRole('heading', { level: 2 })), `${width}`).toEqual([]);
  }
  await uploader.getByRole('button', { name: 'Done' }).click();
  await expect(uploader).toBeHidden();
  await expect(items).toHaveCount(10);

  const made = await allItems(page);
  expect(made.every(({ isPublished, category }) => !isPublished && category === filterCategories[0])).toBe(true);
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
  const metadataOf = async (url = '') => sharp(await stored(page, url)).metadata();
  const urlOf = (name: string) => made.find(({ title }) => title === name)?.mediaUrl;
  expect((await metadataOf(urlOf('Living room by the pool'))).exif).toBeUndefined();
  expect(made.find(({ title }) => title === 'nursery')).toMatchObject({ width: 2560, height: 1920 });
  expect(await metadataOf(urlOf('nursery'))).toMatchObject({ width: 2560 });
  const poster = await metadataOf(clip?.posterUrl);
  expect(poster).toMatchObject({ format: 'jpeg', width: clip?.width });
  expect(complaints).toEqual([]);
});
