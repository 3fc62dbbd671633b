import sharp from 'sharp';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { bytes } from '#tests/support/sample-media';
import { expect, files, manager, signIn, test, toast } from './gallery-site.ts';
import { allItems, complaintsOf, hollow, onDisk, photo, sample, stored } from './upload-files.ts';

// Recording a trace fetches the previews of the files, which the content policy forbids.
test.use({ trace: 'off' });

const MB = 1024 * 1024;

test('a batch of every kind: the wrong, the empty, the large, the duplicate and the eleventh are named, the others become items', async ({
  page,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  for (const source of ['My Device', 'Take Picture', 'Record Video']) {
    await expect(uploader.getByRole('tab', { name: source })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'browse files' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'browse folders' })).toBeVisible();

  const hero = await photo(info, files.hero);
  const wrong = ['notes.svg', 'list.txt'].map((name) => onDisk(info, name, bytes('<svg/>')));
  await choose([hero, ...(await Promise.all([...wrong, onDisk(info, 'nothing.jpg', bytes(''))]))]);
  await expect(
    uploader.getByText(/^You can only upload: \.jpg, \.jpeg.*Save it as one.*: notes\.svg, list\.txt/).first(),
  ).toBeVisible();
  await expect(uploader.getByText('nothing.jpg is empty. Copy it to this device again.').first()).toBeVisible();
  await choose([hero]);
  await expect(uploader.getByText("Cannot add the duplicate file 'hero.jpg', it already exists").first()).toBeVisible();
  const names = Array.from({ length: 6 }, (_, index) => `huge-${index}.mp4`);
  await choose(await Promise.all(names.map((name) => hollow(info, name, 50 * MB + 1))));
  await expect(
    uploader.getByText(/^huge-0\.mp4 exceeds maximum allowed size of 50 MB\. Make it/).first(),
  ).toContainText(names.join(', '));

  const kinds = ['png', 'webp', 'avif', 'gif', 'webm', 'mov', 'avi'];
  const named = (kind: string) => (kind === 'mov' ? 'A mov.m4v' : `A ${kind}.${kind.toUpperCase()}`);
  const others = await Promise.all(kinds.map((kind) => sample(info, kind, named(kind))));
  const nursery = await photo(info, files.nursery);
  const over = await Promise.all(['eleventh.jpg', 'twelfth.png'].map((name) => sample(info, name.slice(-3), name)));
  await choose([...others, nursery, files.shade, ...over]);
  await expect(
    uploader
      .getByText('You can only upload 10 files. Upload these first. Not added: eleventh.jpg, twelfth.png')
      .first(),
  ).toBeVisible();
  await expect(uploader.getByText('10 files selected')).toBeVisible();

  await page.keyboard.press('Escape');
  await page.getByLabel('Default category').selectOption('Drapery');
  await page.getByRole('button', { name: 'Upload files' }).click();
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

test('the widget is 750 by 550 wherever the window allows, and the hint names the limit of GIFs', async ({
  page,
}) => {
  await signIn(page.request);
  const { openUploader, uploader } = manager(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openUploader();
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
    await expectAccessible(page, `at ${width} by ${height}`);
  }
});

test('axe finds nothing in the uploader at any width, nothing is too wide, and nothing breaks the content policy', async ({
  page,
}, info) => {
  await signIn(page.request);
  const complaints = complaintsOf(page);
  const widths = [375, 1440];
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  await uploader.getByRole('tab', { name: 'My Device' }).waitFor();
  await expectAccessible(page, 'empty');
  await choose([await photo(info, files.hero), await onDisk(info, 'broken.jpg', bytes('no picture', 300))]);
  await uploader.getByRole('button', { name: 'Upload 2 files' }).waitFor();
  await expectCleanAt(page, widths, 'chosen');
  await uploader.getByRole('button', { name: 'Edit file hero.jpg' }).click();
  await expect(uploader.getByLabel('File name')).toBeVisible();
  await expectAccessible(page, 'editing a file');
  await uploader.getByRole('button', { name: 'Cancel' }).last().click();
  await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(uploader.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(toast(page)).toBeVisible();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, `done and failed at ${width} px`);
    expect(await uploader.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  }
  expect(complaints).toEqual([]);
});
