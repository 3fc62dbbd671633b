import sharp from 'sharp';
import { expectAccessible } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { expect, manager, ownersTest as test, toast } from '#tests/e2e/gallery-site';
import { allItems, stored } from '#tests/e2e/upload-files';

/** A camera that shows a turning pie; nobody has to allow it. No trace: it fetches previews that the policy forbids. */
test.use({
  trace: 'off',
  launchOptions: async ({ launchOptions }, use) => {
    const camera = ['--use-fake-device-for-media-stream=fps=10', '--use-fake-ui-for-media-stream'];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
  },
});

const refusals = {
  NotAllowedError: 'This page may not use the camera. Allow it beside the address, then try again.',
  NotFoundError: 'There is no camera on this computer. Connect one, or choose files with My Device.',
  NotReadableError: 'Another program is using the camera. Close it, then try again.',
};

// One test, since a browser with these switches is started for it.
test('on a laptop a picture is taken and a video recorded; the camera goes off with the dialog, which says why there is none', async ({
  page,
}) => {
  const complaints = await complaintsOf(page);
  const { openUploader, uploader } = manager(page);
  await openUploader();
  await uploader.getByRole('tab', { name: 'Take Picture' }).click();
  const shutter = uploader.getByRole('button', { name: 'Take a picture' });
  await expect(shutter).toBeVisible();
  await expect
    .poll(() => uploader.locator('video').evaluate((one: HTMLVideoElement) => one.videoWidth))
    .toBeGreaterThan(100);
  await expectAccessible(page, 'the camera');
  await shutter.click();
  await uploader.getByRole('button', { name: 'Use it' }).click();
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  const [item] = await allItems(page);
  expect(item).toMatchObject({ mediaType: 'image', isPublished: false });
  expect((await sharp(await stored(page, item?.mediaUrl ?? '')).metadata()).format).toBe('jpeg');
  await uploader.getByRole('button', { name: 'Done' }).click();

  await test.step('a video is recorded', async () => {
    await page.getByRole('button', { name: 'Upload files' }).first().click();
    await uploader.getByRole('tab', { name: 'Record Video' }).click();
    await uploader.getByRole('button', { name: 'Begin video recording' }).click();
    // A film without a frame has no poster: so long that the camera has given some.
    const shown = () => uploader.locator('video').evaluate((live: HTMLVideoElement) => live.currentTime);
    const begun = await shown();
    await expect.poll(shown).toBeGreaterThan(begun + 1.2);
    await uploader.getByRole('button', { name: 'Stop video recording' }).click();
    await uploader.getByRole('button', { name: 'Use it' }).click();
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
    const film = async () => (await allItems(page)).find(({ mediaType }) => mediaType === 'video');
    // The toast may still be that of the picture.
    await expect.poll(film).toBeDefined();
    const item = await film();
    expect(item?.mediaUrl).toMatch(/\.(mp4|webm)$/);
    expect((await sharp(await stored(page, item?.posterUrl ?? '')).metadata()).format).toBe('jpeg');
    await uploader.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Upload files' }).click();
    await uploader.getByRole('tab', { name: 'Record Video' }).click();
    const video = uploader.locator('video');
    // Uppy may ask for a camera twice: the first stream is turned off then.
    const isLive = () => video.evaluate(({ srcObject }: HTMLVideoElement) => (srcObject as MediaStream | null)?.active);
    await expect.poll(isLive).toBe(true);
    const live = await video.evaluateHandle((one: HTMLVideoElement) => one.srcObject);
    await page.keyboard.press('Escape');
    await expect(uploader).toBeHidden();
    await expect.poll(() => live.evaluate((stream) => stream instanceof MediaStream && stream.active)).toBe(false);
  });
  await test.step('a camera that is given after the dialog has gone is off', async () => {
    await page.evaluate(() => {
      const { mediaDevices } = navigator;
      const ask = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (constraints) => {
        const stream = await ask(constraints);
        Object.assign(window, { stream });
        const dialog = document.querySelector('.uploader');
        while (dialog?.checkVisibility()) await new Promise((done) => setTimeout(done, 50));
        return stream;
      };
    });
    await page.getByRole('button', { name: 'Upload files' }).click();
    await uploader.getByRole('tab', { name: 'Take Picture' }).click();
    const isOn = () => page.evaluate(() => (Reflect.get(window, 'stream') as MediaStream | undefined)?.active);
    await expect.poll(isOn).toBe(true);
    await page.keyboard.press('Escape');
    await expect(uploader).toBeHidden();
    await expect.poll(isOn).toBe(false);
  });
  await test.step('a camera that cannot be had is asked for again by Try again, and by another visit', async () => {
    await page.evaluate(() => {
      Object.assign(window, { asked: 0 });
      navigator.mediaDevices.getUserMedia = () => {
        Object.assign(window, { asked: Number(Reflect.get(window, 'asked')) + 1 });
        return Promise.reject(new DOMException('no', String(Reflect.get(window, 'refusal'))));
      };
    });
    await page.getByRole('button', { name: 'Upload files' }).click();
    for (const [index, [name, reason]] of Object.entries(refusals).entries()) {
      await page.evaluate((refusal) => Object.assign(window, { refusal }), name);
      await uploader.getByRole('tab', { name: 'Take Picture' }).click();
      const refused = uploader.getByRole('tabpanel').filter({ hasText: reason });
      await expect(refused).toBeVisible();
      await refused.getByRole('button', { name: 'Try again' }).click();
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toBe(2 * index + 2);
      await expect(refused).toBeVisible();
      await uploader.getByRole('button', { name: 'Cancel' }).click();
    }
  });
  expect(complaints).toEqual([]);
});
