import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { MeddlingProxy } from '#tests/support/meddling-proxy';
import { bytes, film, jpegWithPosition } from '#tests/support/sample-media';
import { expect, files, LIST, manager, owner, signIn, test, toast } from './gallery-site.ts';
import { allItems, onDisk, sample, stored } from './upload-files.ts';

const MB = 1024 * 1024;

/** Counts the bodies that go up, and lets a test hold or cut each by its number, from 1. */
function watchUploads(wire: MeddlingProxy, meddle: (count: number) => unknown) {
  const ranges: string[] = [];
  wire.watch('/api/uploads/', async (headers) => {
    ranges.push(headers['content-range'] ?? 'whole');
    return (await meddle(ranges.length)) === 'cut' ? { cut: true } : undefined;
  });
  return ranges;
}

/** What would have begun has had time for its own request, and for more. */
async function passTime(page: Page): Promise<void> {
  for (let asked = 0; asked < 5; asked += 1) await page.evaluate(() => fetch('/api/auth/check'));
}

test('photos leave the browser without their position, at most 2560 pixels wide; a browser that writes no WebP, or reads no film before it plays', async ({
  page,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const beige = { create: { width: 4000, height: 3000, channels: 3, background: '#e7d9c3' } } as const;
  const large = await sharp(beige).jpeg().toBuffer();
  await choose([await onDisk(info, 'home.jpg', await jpegWithPosition()), await onDisk(info, 'large.jpg', large)]);
  await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(toast(page)).toContainText('2 file(s) uploaded successfully.');
  const made = async (name: string) => (await allItems(page)).find(({ title }) => title === name);
  const kept = async (name: string) => stored(page, (await made(name))?.mediaUrl ?? '');
  expect((await sharp(await kept('home')).metadata()).exif).toBeUndefined();
  expect(await made('large')).toMatchObject({ width: 2560, height: 1920 });
  expect(await sharp(await kept('large')).metadata()).toMatchObject({ width: 2560 });
  await uploader.getByRole('button', { name: 'Done' }).click();

  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      toBlob.call(this, done, type === 'image/webp' ? 'image/png' : type, quality);
    };
    Object.defineProperty(HTMLMediaElement.prototype, 'preload', {
      set(this: HTMLMediaElement) {
        this.setAttribute('preload', 'none');
      },
    });
  });
  await page.getByRole('button', { name: 'Upload files' }).click();
  const photo = await sharp(files.nursery).resize(400).webp().toBuffer();
  const drawing = { create: { width: 900, height: 700, channels: 4, background: '#0f5b5c80' } } as const;
  await choose([
    await onDisk(info, 'photo.webp', photo),
    await onDisk(info, 'opaque.png', await sharp(files.nursery).resize(400).png().toBuffer()),
    await onDisk(info, 'drawing.png', await sharp(drawing).png().toBuffer()),
    await onDisk(info, 'shade.mp4', await readFile(files.shade)),
  ]);
  await uploader.getByRole('button', { name: 'Upload 4 files' }).click();
  await expect(toast(page)).toContainText('4 file(s) uploaded successfully.');
  for (const name of ['photo', 'opaque']) {
    expect((await sharp(await kept(name)).metadata()).format, name).toBe('jpeg');
    expect((await kept(name)).byteLength, name).toBeLessThan(3 * photo.byteLength);
  }
  expect(await sharp(await kept('drawing')).metadata()).toMatchObject({ format: 'png', hasAlpha: true });
  const clip = await made('shade');
  expect(clip).toMatchObject({ width: 960, height: 540 });
  expect((await sharp(await stored(page, clip?.posterUrl ?? '')).metadata()).format).toBe('jpeg');
});

test('pause holds what has not begun, and the parts of a film; cut off, and the server restarted: the same bytes come back', async ({
  page,
  site,
  wire,
}, info) => {
  test.slow();
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  const pause = uploader.getByRole('button', { name: 'Pause', exact: true });
  const resume = uploader.getByRole('button', { name: 'Resume', exact: true });
  await openUploader();

  await test.step('small files: one that is on its way goes through, one that is removed is never sent', async () => {
    const held = Promise.withResolvers<void>();
    const answered: number[] = [];
    page.on('response', (answer) => answer.url().includes('/api/uploads/') && answered.push(answer.status()));
    const begun = watchUploads(wire, (count) => (count > 3 ? undefined : held.promise));
    const names = Array.from({ length: 6 }, (_, index) => `picture ${index}.png`);
    await choose(await Promise.all(names.map((name) => sample(info, 'png', name))));
    await uploader.getByRole('button', { name: 'Upload 6 files' }).click();
    await expect.poll(() => begun.length).toBe(3);
    await pause.click();
    await expect(uploader.getByText('Paused').first()).toBeVisible();
    held.resolve();
    await expect.poll(() => answered).toEqual([200, 200, 200]);
    await passTime(page);
    expect(begun).toHaveLength(3);
    const last = uploader.getByRole('listitem').filter({ hasText: 'picture 3.png' });
    await last.getByRole('button', { name: 'Remove file' }).click();
    await resume.click();
    await expect(toast(page)).toContainText('5 file(s) uploaded successfully.');
    expect(begun).toHaveLength(5);
    await expect(items).toHaveCount(5);
    expect((await allItems(page)).map(({ title }) => title)).not.toContain('picture 3');
    await uploader.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('a film waits for small files to go through; its parts are held back, cut off, and sent again', async () => {
    const [small, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ranges = watchUploads(wire, async (count) => {
      if (count === 1) await small.promise;
      if (count === 3) await second.promise;
      if (count === 5) await site.kill();
      if (count === 5) await site.start();
      return count === 3 || count === 4 ? 'cut' : undefined;
    });
    await page.getByRole('button', { name: 'Upload files' }).first().click();
    const content = film(14 * MB);
    await choose([await sample(info, 'jpg'), await onDisk(info, 'long film.mp4', content)]);
    await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
    await expect.poll(() => ranges.length).toBe(1);
    await expect(uploader.getByText('more file added')).toHaveCount(0);
    await pause.click();
    small.resolve();
    await passTime(page);
    expect(ranges).toEqual(['whole']);
    await resume.click();
    await expect.poll(() => ranges.length).toBe(3);
    // Of 14 MB 8 have left the browser, and 4 are kept.
    await expect(uploader.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '57');
    await pause.click();
    second.resolve();
    await expect(uploader.getByText('Paused').first()).toBeVisible();
    await passTime(page);
    expect(ranges).toHaveLength(3);
    await resume.click();
    await expect(toast(page)).toContainText('2 file(s) uploaded successfully.', { timeout: 60_000 });
    const part = (first: number, end: number) => `bytes ${first * MB}-${end * MB - 1}/${14 * MB}`;
    const [one, two, three, four] = [part(0, 4), part(4, 8), part(8, 12), part(12, 14)];
    expect(ranges).toEqual(['whole', one, two, two, two, three, four]);
    const item = (await allItems(page)).find(({ title }) => title === 'long film');
    const parts: Buffer[] = [];
    for (let first = 0; first < content.length; first += 4 * MB) {
      const headers = { range: `bytes=${first}-${Math.min(first + 4 * MB, content.length) - 1}` };
      parts.push(await (await page.request.get(item?.mediaUrl ?? '', { headers })).body());
    }
    const digest = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(digest(Buffer.concat(parts))).toBe(digest(content));
    await uploader.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('cancel ends it', async () => {
    watchUploads(wire, () => new Promise(() => {}));
    await page.getByRole('button', { name: 'Upload files' }).first().click();
    await choose([await onDisk(info, 'other.mp4', film(9 * MB))]);
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await uploader.getByRole('button', { name: 'Cancel' }).last().click();
    await expect(uploader.getByRole('tab', { name: 'My Device' })).toBeVisible();
    expect(await allItems(page)).toHaveLength(7);
  });
});

test('without a connection it says so, beside other notices, waits, and goes on by itself', async ({
  page,
  context,
  wire,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  await uploader.getByRole('tab', { name: 'My Device' }).waitFor();
  const offline = uploader.getByText('No Internet connection').first();
  const online = uploader.getByText('Connected to the Internet').first();
  await context.setOffline(true);
  await expect(offline).toBeVisible();
  await choose([await onDisk(info, 'notes.svg', new TextEncoder().encode('<svg/>'))]);
  const other = uploader.getByText(/^You can only upload/).first();
  await expect(other).toBeVisible();
  await expect(other).toBeHidden();
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(online).toBeVisible();
  await expect(offline).toBeHidden();
  watchUploads(wire, async (count) => {
    if (count === 2) await context.setOffline(true);
  });
  await choose([await onDisk(info, 'film.mp4', film(9 * MB))]);
  await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
  await expect(offline).toBeVisible();
  await context.setOffline(false);
  await expect(online).toBeVisible();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
});

test('what fails is named, takes nothing from the others that are on their way, and may be tried again', async ({
  page,
  wire,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  const held = Promise.withResolvers<void>();
  watchUploads(wire, (count) => (count === 1 ? held.promise : undefined));
  const broken = await onDisk(info, 'broken.jpg', bytes('this is no picture', 500));
  const liar = await onDisk(info, 'liar.mp4', bytes('this is no film', 500));
  await choose([broken, await onDisk(info, 'film.mp4', film(9 * MB)), await sample(info, 'jpg'), liar]);
  await uploader.getByRole('button', { name: 'Upload 4 files' }).click();
  const notice = uploader.locator('.notice').filter({ hasText: 'Failed to upload' });
  await expect(notice.getByRole('listitem')).toHaveText([/^Failed to upload broken\.jpgThis picture is damaged/]);
  await expect(uploader.getByText('more file added')).toHaveCount(0);
  await uploader.getByRole('button', { name: 'Pause', exact: true }).click();
  await uploader.getByRole('button', { name: 'Resume', exact: true }).click();
  held.resolve();
  await expect(toast(page)).toContainText('2 file(s) uploaded successfully.');
  await expect(uploader.getByText('Upload failed')).toBeVisible();
  await expect(uploader.getByText('Failed to upload liar.mp4').first()).toBeVisible();
  await expect(notice.getByRole('listitem')).toHaveCount(2);
  await notice.getByRole('button', { name: 'Try again' }).click();
  await expect(notice.getByRole('listitem').filter({ hasText: 'liar.mp4' })).toContainText('This is not a JPEG, PNG');
  await expect(items).toHaveCount(2);
});

test('a small file is one PUT, tried again where that may help; an item that cannot be made is named; a session that ends keeps the files', async ({
  page,
  context,
  wire,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  const ranges = watchUploads(wire, (count) => (count < 3 ? 'cut' : undefined));
  await choose([await sample(info, 'jpg', 'hero.jpg'), await sample(info, 'jpg', 'nursery.jpg')]);
  wire.meddle(LIST, { answer: { status: 503, body: { error: 'Not now.' } } });
  await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  expect(ranges).toEqual(['whole', 'whole', 'whole', 'whole']);
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

  await test.step('a session that ends: the files go up after a sign-in beside them', async () => {
    await uploader.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Upload files' }).first().click();
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
    await expect(items).toHaveCount(3);
    await expect(uploader.getByText('Your session has ended.')).toBeHidden();
  });
});
