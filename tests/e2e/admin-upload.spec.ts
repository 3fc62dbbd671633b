import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { bytes, film, jpegWithPosition } from '#tests/support/sample-media';
import type { MeddlingProxy } from '#tests/support/meddling-proxy';
import { addItem, expect, files, LIST, manager, owner, signIn, test, toast } from './gallery-site.ts';
import { allItems, onDisk, sample, stored } from './upload-files.ts';

const MB = 1024 * 1024;
const UPLOADS = '**/api/uploads/**';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

type Fate = 'cut' | 'pass';

/** Counts the bodies that go up, and lets a test meddle with each by its number, from 1. */
async function watchUploads(page: Page, meddle: (count: number) => Fate | Promise<Fate> = () => 'pass') {
  const ranges: string[] = [];
  await page.route(UPLOADS, async (route) => {
    ranges.push(route.request().headers()['content-range'] ?? 'whole');
    if ((await meddle(ranges.length)) === 'cut') await route.abort('connectionreset');
    else await route.fallback();
  });
  return ranges;
}

/** The same, for bodies that are large, or whose cut the browser must not mend by itself. */
function watchLargeUploads(wire: MeddlingProxy, meddle: (count: number) => Fate | Promise<Fate>): string[] {
  const ranges: string[] = [];
  wire.watch('/api/uploads/', async (headers) => {
    ranges.push(headers['content-range'] ?? 'whole');
    return (await meddle(ranges.length)) === 'cut' ? { cut: true } : undefined;
  });
  return ranges;
}

test('a photo leaves the browser without its position, at most 2560 pixels wide', async ({ page }, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#e7d9c3' } })
    .jpeg()
    .toBuffer();
  await choose([await onDisk(info, 'home.jpg', await jpegWithPosition()), await onDisk(info, 'large.jpg', large)]);
  await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(toast(page)).toContainText('2 file(s) uploaded successfully.');
  const made = await allItems(page);
  const home = await stored(page, made.find(({ title }) => title === 'home')?.mediaUrl ?? '');
  expect((await sharp(home).metadata()).exif).toBeUndefined();
  const shrunk = made.find(({ title }) => title === 'large');
  expect(shrunk).toMatchObject({ width: 2560, height: 1920 });
  expect(await sharp(await stored(page, shrunk?.mediaUrl ?? '')).metadata()).toMatchObject({ width: 2560 });
});

test('a browser that cannot write WebP sends opaque pictures as JPEG, and transparent ones as PNG', async ({
  page,
}, info) => {
  await page.addInitScript(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      toBlob.call(this, done, type === 'image/webp' ? 'image/png' : type, quality);
    };
  });
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const photo = await sharp(files.nursery).resize(400).webp().toBuffer();
  const drawing = { create: { width: 900, height: 700, channels: 4, background: '#0f5b5c80' } } as const;
  await choose([
    await onDisk(info, 'photo.webp', photo),
    await onDisk(info, 'opaque.png', await sharp(files.nursery).resize(400).png().toBuffer()),
    await onDisk(info, 'drawing.png', await sharp(drawing).png().toBuffer()),
  ]);
  await uploader.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect(toast(page)).toContainText('3 file(s) uploaded successfully.');
  const made = await allItems(page);
  const kept = async (name: string) => stored(page, made.find(({ title }) => title === name)?.mediaUrl ?? '');
  for (const name of ['photo', 'opaque']) {
    expect((await sharp(await kept(name)).metadata()).format, name).toBe('jpeg');
    expect((await kept(name)).byteLength, name).toBeLessThan(3 * photo.byteLength);
  }
  expect(await sharp(await kept('drawing')).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
});

test('a film has its poster where a browser reads nothing of it before it plays', async ({ page }, info) => {
  await page.addInitScript(() => {
    Object.defineProperty(HTMLMediaElement.prototype, 'preload', {
      set(this: HTMLMediaElement) {
        this.setAttribute('preload', 'none');
      },
    });
  });
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  await choose([await onDisk(info, 'shade.mp4', await readFile(files.shade))]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  const [item] = await allItems(page);
  expect(item).toMatchObject({ width: 960, height: 540 });
  expect((await sharp(await stored(page, item?.posterUrl ?? '')).metadata()).format).toBe('jpeg');
});

test('50 MB in parts, cut three times, the server restarted once: the same bytes come back', async ({
  page,
  site,
  wire,
}, info) => {
  test.slow();
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const content = film(50 * MB);
  const cuts = new Set([2, 5, 9]);
  const ranges = watchLargeUploads(wire, async (count): Promise<Fate> => {
    if (count === 7) {
      await site.kill();
      await site.start();
    }
    return cuts.has(count) ? 'cut' : 'pass';
  });
  await choose([await onDisk(info, 'long film.mp4', content)]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.', { timeout: 60_000 });
  expect(ranges[0]).toBe(`bytes 0-${4 * MB - 1}/${50 * MB}`);
  expect(new Set(ranges).size).toBe(13);
  expect(ranges.length).toBeGreaterThanOrEqual(16);
  const [item] = await allItems(page);
  const parts: Buffer[] = [];
  for (let first = 0; first < content.length; first += 4 * MB) {
    const headers = { range: `bytes=${first}-${Math.min(first + 4 * MB, content.length) - 1}` };
    parts.push(await (await page.request.get(item?.mediaUrl ?? '', { headers })).body());
  }
  const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
  expect(digest(Buffer.concat(parts))).toBe(digest(content));
});

test('pause holds the parts back, resume goes on, cancel ends it', async ({ page }, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  let letSecondGo = () => {};
  const second = new Promise<Fate>((done) => {
    letSecondGo = () => done('pass');
  });
  const ranges: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/uploads/')) ranges.push(request.headers()['content-range'] ?? 'whole');
  });
  await watchUploads(page, (count): Fate | Promise<Fate> => (count === 2 ? second : 'pass'));
  await choose([await onDisk(info, 'film.mp4', film(14 * MB))]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect.poll(() => ranges.length).toBe(2);
  await expect(uploader.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '29');
  await uploader.getByRole('button', { name: 'Pause', exact: true }).click();
  letSecondGo();
  await expect(uploader.getByText('Paused').first()).toBeVisible();
  // What goes up from here need not be held, only counted: bodies go through the browser's debugger at a cost.
  await page.unroute(UPLOADS);
  await uploader.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  expect(ranges.slice(1, 3)).toEqual([ranges[1], ranges[1]]);
  expect(ranges).toHaveLength(5);

  await uploader.getByRole('button', { name: 'Done' }).click();
  await button(page, 'Upload files').click();
  await page.route(UPLOADS, () => undefined);
  await choose([await onDisk(info, 'other.mp4', film(9 * MB))]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await uploader.getByRole('button', { name: 'Cancel' }).last().click();
  await expect(uploader.getByRole('tab', { name: 'My Device' })).toBeVisible();
  expect(await allItems(page)).toHaveLength(1);
});

test('without a connection it waits, and goes on by itself when there is one', async ({ page, context }, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  await watchUploads(page, async (count): Promise<Fate> => {
    if (count === 2) await context.setOffline(true);
    return 'pass';
  });
  await choose([await onDisk(info, 'film.mp4', film(5 * MB))]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(uploader.getByText('No Internet connection').first()).toBeVisible();
  await context.setOffline(false);
  await expect(uploader.getByText('Connected to the Internet').first()).toBeVisible();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
});

test('a small file is one PUT, tried again where that may help', async ({ page, wire }, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const ranges = watchLargeUploads(wire, (count) => (count < 3 ? 'cut' : 'pass'));
  await choose([await sample(info, 'jpg')]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  expect(ranges).toEqual(['whole', 'whole', 'whole']);
});

test('what fails is named, does not stop the others, and may be tried again', async ({ page }, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  const liar = await onDisk(info, 'liar.mp4', bytes('this is no film', 500));
  const broken = await onDisk(info, 'broken.jpg', bytes('this is no picture', 500));
  await choose([liar, await sample(info, 'jpg'), broken]);
  await uploader.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  const notice = uploader.locator('.notice').filter({ hasText: 'Failed to upload' });
  await expect(notice.getByRole('listitem')).toHaveText([
    /^Failed to upload liar\.mp4This is not a JPEG, PNG/,
    /^Failed to upload broken\.jpgThis picture is damaged/,
  ]);
  await expect(uploader.getByText('Failed to upload liar.mp4').first()).toBeVisible();
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice.getByRole('listitem')).toHaveCount(2);
  await expect(items).toHaveCount(1);
});

test('an item that cannot be made does not stop the others; it is named, and Try again makes it', async ({
  page,
  wire,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  await choose([await sample(info, 'jpg', 'hero.jpg'), await sample(info, 'jpg', 'nursery.jpg')]);
  wire.meddle(LIST, { answer: { status: 503, body: { error: 'Not now.' } } });
  await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  const notice = uploader.getByRole('alert').filter({ hasText: 'Uploaded, but not yet in the gallery:' });
  await expect(notice.getByRole('listitem')).toHaveText('hero');
  await expect(items).toHaveCount(1);
  wire.meddle(LIST, { answer: { status: 503, body: {} } });
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(toast(page)).toHaveText('ErrorService Unavailable');
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  await expect(notice).toBeHidden();
  await expect(items).toHaveCount(2);
});

test('another file for an item: uploaded, shown, and saved with it', async ({ page, site }) => {
  await signIn(page.request);
  const before = await addItem(site, { title: 'Pool' });
  const { open: openManager, choose } = manager(page);
  await openManager();
  await button(page, 'Edit Pool').click();
  await button(page, 'Choose a file').click();
  const uploader = page.getByRole('dialog', { name: 'Change Media File' });
  await choose([files.shade], uploader);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(toast(page)).toHaveText('New file uploaded successfully.');
  await expect(uploader).toBeHidden();
  const dialog = page.getByRole('dialog', { name: 'Edit Gallery Item' });
  await expect(dialog.getByLabel('Media Type')).toHaveValue('video');
  await expect(button(page, 'Choose a file')).toBeFocused();
  await button(page, 'Update Gallery Item').click();
  await expect(toast(page)).toHaveText('Gallery item updated successfully');
  const [item] = await allItems(page);
  expect(item).toMatchObject({ title: 'Pool', mediaType: 'video' });
  expect(item?.mediaUrl).not.toBe(before.mediaUrl);
  expect(item?.posterUrl).toBeDefined();
  expect((await page.request.get(before.mediaUrl)).status()).toBe(404);
});

test('a session that ends during an upload: the files stay, and go up after a sign-in beside them', async ({
  page,
  context,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  await choose([await sample(info, 'jpg')]);
  await context.clearCookies();
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(uploader.getByText('Authorization required').first()).toBeVisible();
  const beside = context.waitForEvent('page');
  await uploader.getByRole('link', { name: 'Sign in' }).click();
  const login = await beside;
  await login.getByLabel('Username').fill(owner.username);
  await login.getByLabel('Password').fill(owner.password);
  await login.getByRole('button', { name: 'Sign In' }).click();
  await expect(login).toHaveURL('/admin/gallery');
  await login.close();
  await uploader.getByRole('button', { name: 'Try again' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  await expect(uploader.getByText('Your session has ended.')).toBeHidden();
  await expect(items).toHaveCount(1);
});
