import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { tellsPosition } from '#lib/positions/signs';
import { expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { bytes } from '#tests/support/sample-media';
import { expect, files, manager, ownersTest as test, toast } from '#tests/e2e/gallery-site';
import { allItems, onDisk, sample, stored } from '#tests/e2e/upload-files';

// Recording a trace fetches the previews of the files, which the content policy forbids.
test.use({ trace: 'off' });

const fixture = (name: string) => path.resolve('tests/fixtures/media', name);

/** The colors of its three fields, as an upright picture has them. */
async function expectUpright(picture: Sharp): Promise<void> {
  const { format, width, height, exif } = await picture.metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'jpeg', width: 96, height: 64, exif: undefined });
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const colorAt = (x: number, y: number) => {
    const pixel = (y * info.width + x) * info.channels;
    return ['red', 'green', 'blue'].filter((_, channel) => (data[pixel + channel] ?? 0) > 128);
  };
  expect([colorAt(48, 4), colorAt(12, 48), colorAt(84, 48)]).toEqual([['green'], ['red'], ['blue']]);
}

test('HEIC becomes an upright JPEG without its position; what some browsers cannot play is told before the upload', async ({
  page,
}, info) => {
  const complaints = await complaintsOf(page);
  const decoders: string[] = [];
  page.on('worker', (worker) => decoders.push(worker.url()));
  const { openUploader, choose, uploader, card } = manager(page);
  await openUploader();
  const frame = (background: string) => sharp({ create: { width: 24, height: 24, channels: 3, background } }).png();
  const frames = await Promise.all(['#e7d9c3', '#0f5b5c'].map((color) => frame(color).toBuffer()));
  const webp = await sharp(frames, { join: { animated: true } })
    .webp()
    .toBuffer();
  expect(await sharp(webp).metadata()).toMatchObject({ pages: 2 });
  await choose([
    await onDisk(info, 'phone.mov', await readFile(fixture('hevc.mp4'))),
    await onDisk(info, 'radio.mp4', await readFile(fixture('sound.mp4'))),
    await sample(info, 'avi'),
    await onDisk(info, 'waving.webp', webp),
    await onDisk(info, 'waving.png', movingPng(frames[0] ?? Buffer.of())),
    await sample(info, 'webp', 'still.webp'),
  ]);
  const advised = uploader.locator('.callout').getByRole('listitem');
  await expect(advised).toHaveText([
    /^phone\.movSome browsers cannot play this video.* Most Compatible.* You can still upload it\.$/,
    /^radio\.mp4There is no picture in this video/,
    /^sample\.aviThis browser cannot play this video/,
    /^waving\.webpThis picture moves, and will stand still/,
    /^waving\.pngThis picture moves/,
  ]);
  expect(decoders, 'the decoder does not load for others').toEqual([]);

  await test.step('HEIC, also as a .jpg; one that cannot be converted is named', async () => {
    const heic = await readFile(fixture('phone.heic'));
    expect(tellsPosition(heic)).toBe(true);
    const names = ['IMG_0001.HEIC', 'really heic.jpg'];
    const broken = await onDisk(info, 'broken.heic', Buffer.concat([heic.subarray(0, 200), bytes('', 300)]));
    await choose([broken, ...(await Promise.all(names.map((name) => onDisk(info, name, heic))))]);
    const failure = /^broken\.heic could not be converted\. Save it as a JPEG first\. On an iPhone: Settings/;
    await expect(uploader.getByText(failure).first()).toBeVisible();
    await expect(uploader.getByRole('img', { name: 'really heic.jpg' })).toBeVisible();
    expect(decoders.length).toBeGreaterThan(0);
  });
  await expectCleanAt(page, [375, 1440], 'advised');
  await uploader.getByRole('button', { name: 'Upload 8 files' }).click();
  await expect(toast(page)).toContainText('8 file(s) uploaded successfully.');
  await expect(advised).toHaveCount(0);
  await uploader.getByRole('button', { name: 'Done' }).click();
  const made = await allItems(page);
  for (const title of ['IMG_0001', 'really heic']) {
    const item = made.find((one) => one.title === title);
    expect(item, title).toMatchObject({ mediaType: 'image', width: 96, height: 64 });
    await expectUpright(sharp(await stored(page, item?.mediaUrl ?? '')));
  }
  const mark = 'Some browsers cannot play this video';
  for (const title of ['phone', 'radio', 'sample']) await expect(card(title).getByText(mark)).toBeVisible();
  await expect(page.getByText(mark)).toHaveCount(3);

  await test.step('a new file takes the mark away', async () => {
    await card('radio').getByRole('button', { name: 'Edit radio', exact: true }).click();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change Media File' });
    await choose([files.shade], dialog);
    await dialog.getByRole('button', { name: 'Upload 1 file' }).click();
    await page.getByRole('button', { name: 'Update Gallery Item' }).click();
    await expect(page.getByText(mark)).toHaveCount(2);
  });
  expect(complaints).toEqual([]);
});

/** The PNG with an `acTL` chunk: two frames. Browsers read the first as the whole picture. */
function movingPng(png: Buffer): Buffer {
  const chunk = Buffer.from('000000086163544c000000020000000000000000', 'hex');
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
