import sharp from 'sharp';
import { expectAccessible } from '#tests/support/browser/axe';
import { PHONE } from './fingers.ts';
import { addItem, expect, files, manager, signIn, test, toast } from './gallery-site.ts';
import { allItems, complaintsOf, onDisk, stored } from './upload-files.ts';

// Recording a trace fetches the previews of the files, which the content policy forbids.
test.use({ trace: 'off' });

const refusals = [
  ['NotAllowedError', 'This page may not use the camera. Allow it beside the address, then try again.'],
  ['NotFoundError', 'There is no camera on this computer. Connect one, or choose files with My Device.'],
  ['NotReadableError', 'Another program is using the camera. Close it, then try again.'],
] as const;
test('a camera that cannot be had: said plainly, asked again by Try again and by another visit', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { asked: 0 });
    navigator.mediaDevices.getUserMedia = () => {
      Object.assign(window, { asked: Number(Reflect.get(window, 'asked')) + 1 });
      return Promise.reject(new DOMException('no', String(Reflect.get(window, 'refusal'))));
    };
  });
  const asked = () => page.evaluate(() => Reflect.get(window, 'asked'));
  await signIn(page.request);
  const { openUploader, uploader } = manager(page);
  await openUploader();
  for (const [index, [name, reason]] of refusals.entries()) {
    await page.evaluate((refusal) => Object.assign(window, { refusal }), name);
    await uploader.getByRole('tab', { name: 'Take Picture' }).click();
    const refused = uploader.getByRole('tabpanel').filter({ hasText: reason });
    await expect(refused).toBeVisible();
    await refused.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(asked).toBe(2 * index + 2);
    await expect(refused).toBeVisible();
    if (index === 0) await expectAccessible(page, name);
    await uploader.getByRole('button', { name: 'Cancel' }).click();
  }
});

test.describe('on a phone', () => {
  test.use(PHONE);

  test('a picture is cropped and turned before it is sent; the buttons open the phone’s own camera program', async ({
    page,
  }, info) => {
    await signIn(page.request);
    const complaints = complaintsOf(page);
    const { openUploader, choose, uploader } = manager(page);
    await openUploader();
    for (const [name, kind] of [
      ['Take Picture', 'image/*'],
      ['Record Video', 'video/*'],
    ] as const) {
      const chooser = page.waitForEvent('filechooser');
      await uploader.getByRole('tab', { name }).tap();
      const input = (await chooser).element();
      expect([await input.getAttribute('accept'), await input.getAttribute('capture')]).toEqual([kind, 'environment']);
    }
    const wide = await sharp(files.nursery).resize(600, 300).jpeg().toBuffer();
    await choose([await onDisk(info, 'wide.jpg', wide)]);
    await uploader.getByRole('button', { name: 'Edit file wide.jpg' }).tap();
    await uploader.getByRole('button', { name: 'Edit image' }).tap();
    await expect(uploader.locator('.cropper-crop-box')).toBeVisible();
    await expectAccessible(page, 'the editor');
    await uploader.getByRole('button', { name: 'Rotate 90°' }).tap();
    await uploader.getByRole('button', { name: 'Save', exact: true }).tap();
    await uploader.getByRole('button', { name: 'Save changes' }).tap();
    await uploader.getByRole('button', { name: 'Upload 1 file' }).tap();
    await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
    const [item] = await allItems(page);
    expect(await sharp(await stored(page, item?.mediaUrl ?? '')).metadata()).toMatchObject({ format: 'jpeg' });
    expect((item?.height ?? 0) / (item?.width ?? 1)).toBeCloseTo(2, 1);
    expect(complaints).toEqual([]);
  });
});

test('the file of an item: cropped to 16:9, or another one; a crop that is given up holds nothing', async ({
  page,
  site,
}) => {
  await signIn(page.request);
  const before = await addItem(site, { title: 'Pool', file: files.nursery, focus: { x: 0, y: 0 } });
  await addItem(site, { title: 'Sunroom', file: files.kitchen });
  const complaints = complaintsOf(page);
  const { open, choose } = manager(page);
  await open();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const uploader = page.getByRole('dialog', { name: 'Change Media File' });
  const dialog = page.getByRole('dialog', { name: 'Edit Gallery Item' });
  const pool = async () => (await allItems(page)).find(({ id }) => id === before.id);

  await test.step('given up: the next crop begins with its own picture', async () => {
    for (const title of ['Pool', 'Sunroom']) {
      await button(`Edit ${title}`).click();
      await button('Crop or rotate').click();
      await expect(uploader.getByRole('img', { name: `${title}.jpg` }).first()).toBeVisible();
      await expect(uploader.locator('.cropper-crop-box')).toBeVisible();
      await uploader.getByRole('button', { name: 'Close' }).click();
      await expect(button('Crop or rotate')).toBeFocused();
      await button('Choose a file').click();
      await expect(uploader.getByRole('tab', { name: 'My Device' })).toBeVisible();
      await page.keyboard.press('Escape');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
  });

  await test.step('cropped to 16:9, and saved as a new file', async () => {
    await button('Edit Pool').click();
    await button('Crop or rotate').click();
    await expect(uploader.locator('.cropper-crop-box')).toBeVisible();
    await uploader.getByRole('button', { name: 'Crop landscape (16:9)' }).click();
    await uploader.getByRole('button', { name: 'Save', exact: true }).click();
    await uploader.getByRole('button', { name: 'Save changes' }).click();
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(toast(page)).toHaveText('New file uploaded successfully.');
    await button('Update Gallery Item').click();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    const item = await pool();
    expect(item?.mediaUrl).not.toBe(before.mediaUrl);
    expect((item?.width ?? 0) / (item?.height ?? 1)).toBeCloseTo(16 / 9, 1);
    expect(item).not.toHaveProperty('focus');
  });

  await test.step('another one: a film, of which there is one at most; the former file is gone', async () => {
    await button('Edit Pool').click();
    await button('Choose a file').click();
    const chooser = page.waitForEvent('filechooser');
    await uploader.getByRole('tab', { name: 'My Device' }).click();
    expect((await chooser).isMultiple()).toBe(false);
    await choose([files.shade], uploader);
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(toast(page)).toHaveText('New file uploaded successfully.');
    await expect(uploader).toBeHidden();
    await expect(dialog.getByLabel('Media Type')).toHaveValue('video');
    await expect(button('Choose a file')).toBeFocused();
    await button('Update Gallery Item').click();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    const item = await pool();
    expect(item).toMatchObject({ title: 'Pool', mediaType: 'video' });
    expect(item?.posterUrl).toBeDefined();
    expect((await page.request.get(before.mediaUrl)).status()).toBe(404);
  });
  expect(complaints).toEqual([]);
});
