import sharp from 'sharp';
import { expectAccessible } from '#tests/support/browser/axe';
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
  for (const [name, reason] of refusals) {
    await test.step(name, async () => {
      await page.evaluate((refusal) => Object.assign(window, { refusal, asked: 0 }), name);
      await uploader.getByRole('tab', { name: 'Take Picture' }).click();
      const refused = uploader.getByRole('tabpanel').filter({ hasText: reason });
      await expect(refused).toBeVisible();
      await expectAccessible(page, name);
      await refused.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(asked).toBe(2);
      await expect(refused).toBeVisible();
      await uploader.getByRole('button', { name: 'Cancel' }).click();
      await uploader.getByRole('tab', { name: 'Take Picture' }).click();
      await expect.poll(asked).toBe(3);
      await expect(refused).toBeVisible();
      await uploader.getByRole('button', { name: 'Cancel' }).click();
    });
  }
});

test.describe('a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('has a camera program of its own, which the buttons open', async ({ page }) => {
    await signIn(page.request);
    const { openUploader, uploader } = manager(page);
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
  });
});

test('a picture is cropped and turned before it is sent, at both widths', async ({ page }, info) => {
  await signIn(page.request);
  const complaints = complaintsOf(page);
  const { openUploader, choose, uploader } = manager(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await openUploader();
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await sharp(files.nursery).resize(600, 300).jpeg().toBuffer();
    await choose([await onDisk(info, `wide-${width}.jpg`, wide)]);
    await uploader.getByRole('button', { name: `Edit file wide-${width}.jpg` }).click();
    await uploader.getByRole('button', { name: 'Edit image' }).click();
    await expect(uploader.locator('.cropper-crop-box')).toBeVisible();
    await expectAccessible(page, `the editor at ${width} px`);
    await uploader.getByRole('button', { name: 'Rotate 90°' }).click();
    await uploader.getByRole('button', { name: 'Save', exact: true }).click();
    await uploader.getByRole('button', { name: 'Save changes' }).click();
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(uploader.getByRole('button', { name: 'Done' })).toBeVisible();
    await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
    const made = async () => (await allItems(page)).find(({ title }) => title === `wide-${width}`);
    // The toast may still be that of the width before.
    await expect.poll(made).toBeDefined();
    const item = await made();
    expect(await sharp(await stored(page, item?.mediaUrl ?? '')).metadata()).toMatchObject({ format: 'jpeg' });
    expect((item?.height ?? 0) / (item?.width ?? 1)).toBeCloseTo(2, 1);
    await uploader.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Upload files' }).first().click();
  }
  expect(complaints).toEqual([]);
});

test('a picture that is there already: cropped to 16:9 from the edit dialog, saved as a new file', async ({
  page,
  site,
}) => {
  await signIn(page.request);
  const before = await addItem(site, { title: 'Pool', file: files.nursery, focus: { x: 0, y: 0 } });
  const complaints = complaintsOf(page);
  await manager(page).open();
  await page.getByRole('button', { name: 'Edit Pool', exact: true }).click();
  await page.getByRole('button', { name: 'Crop or rotate' }).click();
  const uploader = page.getByRole('dialog', { name: 'Change Media File' });
  await expect(uploader.locator('.cropper-crop-box')).toBeVisible();
  await uploader.getByRole('button', { name: 'Crop landscape (16:9)' }).click();
  await uploader.getByRole('button', { name: 'Save', exact: true }).click();
  await uploader.getByRole('button', { name: 'Save changes' }).click();
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page)).toHaveText('New file uploaded successfully.');
  await page.getByRole('button', { name: 'Update Gallery Item' }).click();
  await expect(toast(page)).toHaveText('Gallery item updated successfully');
  const [item] = await allItems(page);
  expect(item?.mediaUrl).not.toBe(before.mediaUrl);
  expect((item?.width ?? 0) / (item?.height ?? 1)).toBeCloseTo(16 / 9, 1);
  expect(item).not.toHaveProperty('focus');
  expect(complaints).toEqual([]);
});

test('a crop that is given up holds nothing: the next one begins with its own picture', async ({ page, site }) => {
  await signIn(page.request);
  await addItem(site, { title: 'Pool', file: files.nursery });
  await addItem(site, { title: 'Sunroom', file: files.kitchen });
  const complaints = complaintsOf(page);
  await manager(page).open();
  const uploader = page.getByRole('dialog', { name: 'Change Media File' });
  for (const title of ['Pool', 'Sunroom']) {
    await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
    await page.getByRole('button', { name: 'Crop or rotate' }).click();
    await expect(uploader.getByRole('img', { name: `${title}.jpg` }).first()).toBeVisible();
    await expect(uploader.locator('.cropper-crop-box')).toBeVisible();
    await uploader.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('button', { name: 'Crop or rotate' })).toBeFocused();
    await page.getByRole('button', { name: 'Choose a file' }).click();
    await expect(uploader.getByRole('tab', { name: 'My Device' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Edit Gallery Item' }).getByRole('button', { name: 'Cancel' }).click();
  }
  expect(complaints).toEqual([]);
});

test('No Internet connection stays while that is true, beside other notices', async ({ page, context }, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  await uploader.getByRole('tab', { name: 'My Device' }).waitFor();
  await context.setOffline(true);
  const offline = uploader.getByText('No Internet connection').first();
  await expect(offline).toBeVisible();
  await choose([await onDisk(info, 'notes.svg', new TextEncoder().encode('<svg/>'))]);
  const other = uploader.getByText(/^You can only upload/).first();
  await expect(other).toBeVisible();
  await expect(other).toBeHidden();
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(uploader.getByText('Connected to the Internet').first()).toBeVisible();
  await expect(offline).toBeHidden();
});
