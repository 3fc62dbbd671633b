import sharp from 'sharp';
import { expectAccessible } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { PHONE } from '#tests/e2e/fingers';
import { addItem, expect, files, manager, ownersTest as test, toast } from '#tests/e2e/gallery-site';
import { allItems, onDisk, stored } from '#tests/e2e/upload-files';

// Recording a trace fetches the previews of the files, which the content policy forbids.
test.use({ trace: 'off' });

test.use(PHONE);

test('the phone’s own camera program; a picture is turned before it is sent; that of an item is cropped to 16:9, or becomes another one', async ({
  page,
  site,
}, info) => {
  const before = await addItem(site, { title: 'Pool', file: files.nursery, focus: { x: 0, y: 0 } });
  await addItem(site, { title: 'Sunroom', file: files.kitchen });
  const complaints = await complaintsOf(page);
  const { open, openUploader, choose, uploader: creator } = manager(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const itemOf = async (title: string) => (await allItems(page)).find((item) => item.title === title);

  await test.step('the buttons open the phone’s camera program; a picture is turned before it is sent', async () => {
    await openUploader();
    for (const [name, kind] of [
      ['Take Picture', 'image/*'],
      ['Record Video', 'video/*'],
    ] as const) {
      const chooser = page.waitForEvent('filechooser');
      await creator.getByRole('tab', { name }).tap();
      const input = (await chooser).element();
      expect([await input.getAttribute('accept'), await input.getAttribute('capture')]).toEqual([kind, 'environment']);
    }
    const wide = await sharp(files.nursery).resize(600, 300).jpeg().toBuffer();
    await choose([await onDisk(info, 'wide.jpg', wide)]);
    await creator.getByRole('button', { name: 'Edit file wide.jpg' }).tap();
    await creator.getByRole('button', { name: 'Edit image' }).tap();
    await expect(creator.locator('.cropper-crop-box')).toBeVisible();
    await expectAccessible(page, 'the editor');
    await creator.getByRole('button', { name: 'Rotate 90°' }).tap();
    await creator.locator('.uppy-DashboardContent-save').tap();
    await creator.getByRole('button', { name: 'Save', exact: true }).tap();
    await creator.getByRole('button', { name: 'Upload 1 file' }).tap();
    await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
    const { mediaUrl = '', width = 1, height = 0 } = (await itemOf('wide')) ?? {};
    expect(await sharp(await stored(page, mediaUrl)).metadata()).toMatchObject({ format: 'jpeg' });
    expect(height / width).toBeCloseTo(2, 1);
  });

  await open();
  const uploader = page.getByRole('dialog', { name: 'Change Media File' });
  const dialog = page.getByRole('dialog', { name: 'Edit Gallery Item' });

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
    // The box takes its new shape after the press.
    const shape = async () => {
      const { width = 0, height = 1 } = (await uploader.locator('.cropper-crop-box').boundingBox()) ?? {};
      return width / height;
    };
    await expect.poll(shape).toBeCloseTo(16 / 9, 1);
    await uploader.locator('.uppy-DashboardContent-save').click();
    await uploader.getByRole('button', { name: 'Save', exact: true }).click();
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(toast(page)).toHaveText('New file uploaded successfully.');
    await button('Update Gallery Item').click();
    await expect(toast(page)).toHaveText('Gallery item updated successfully');
    const item = await itemOf('Pool');
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
    const item = await itemOf('Pool');
    expect(item).toMatchObject({ title: 'Pool', mediaType: 'video' });
    expect(item?.posterUrl).toBeDefined();
    expect((await page.request.get(before.mediaUrl)).status()).toBe(404);
  });
  expect(complaints).toEqual([]);
});
