import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expectCleanAt } from '#tests/support/browser/axe';
import type { MeddlingProxy } from '#tests/support/meddling-proxy';
import { bytes, film } from '#tests/support/sample-media';
import { expect, files, LIST, manager, ownersTest as test, toast } from '#tests/e2e/gallery-site';
import { leadsPage } from '#tests/e2e/leads-site';
import { allItems, onDisk, sample, stored } from '#tests/e2e/upload-files';

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

test('pause holds what has not begun, and the parts of a film, which are sent again over a cut line: the same bytes come back', async ({
  page,
  wire,
}, info) => {
  const { openUploader, choose, uploader, items } = manager(page);
  const pause = uploader.getByRole('button', { name: 'Pause', exact: true });
  const resume = uploader.getByRole('button', { name: 'Resume', exact: true });
  await openUploader();

  await test.step('small files: those that are on their way go through, one that is removed is never sent', async () => {
    const held = Promise.withResolvers<void>();
    const begun = watchUploads(wire, (count) => (count > 3 ? undefined : held.promise));
    const names = Array.from({ length: 5 }, (_, index) => `picture ${index}.png`);
    await choose(await Promise.all(names.map((name) => sample(info, 'png', name))));
    await uploader.getByRole('button', { name: 'Upload 5 files' }).click();
    await expect.poll(() => begun.length).toBe(3);
    await pause.click();
    await expect(uploader.getByText('Paused').first()).toBeVisible();
    held.resolve();
    await passTime(page);
    expect(begun).toHaveLength(3);
    const last = uploader.getByRole('listitem').filter({ hasText: 'picture 3.png' });
    await last.getByRole('button', { name: 'Remove file' }).click();
    await resume.click();
    await expect(toast(page)).toContainText('4 file(s) uploaded successfully.');
    expect(begun).toHaveLength(4);
    await expect(items).toHaveCount(4);
    expect((await allItems(page)).map(({ title }) => title)).not.toContain('picture 3');
    await uploader.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('the parts of a film are held back, cut off, and sent again', async () => {
    const second = Promise.withResolvers<void>();
    const ranges = watchUploads(wire, async (count) => {
      if (count === 2) await second.promise;
      return count === 2 || count === 3 ? 'cut' : undefined;
    });
    await page.getByRole('button', { name: 'Upload files' }).first().click();
    const content = film(10 * MB);
    await choose([await onDisk(info, 'long film.mp4', content)]);
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect.poll(() => ranges.length).toBe(2);
    // Of 10 MB 8 have left the browser, and 4 are kept.
    await expect(uploader.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80');
    await pause.click();
    second.resolve();
    await expect(uploader.getByText('Paused').first()).toBeVisible();
    await passTime(page);
    expect(ranges).toHaveLength(2);
    await resume.click();
    await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
    const part = (first: number, end: number) => `${first * MB}-${end * MB - 1}`;
    const [one, two, three] = [part(0, 4), part(4, 8), part(8, 10)];
    const sent = [one, two, two, two, three].map((range) => `bytes ${range}/${10 * MB}`);
    expect(ranges).toEqual(sent);
    const item = (await allItems(page)).find(({ title }) => title === 'long film');
    const get = (range: string) => page.request.get(item?.mediaUrl ?? '', { headers: { range: `bytes=${range}` } });
    const kept = await Promise.all([one, two, three].map(async (range) => (await get(range)).body()));
    expect(Buffer.concat(kept).equals(content)).toBe(true);
    await uploader.getByRole('button', { name: 'Done' }).click();
  });

  await test.step('cancel ends it', async () => {
    watchUploads(wire, () => new Promise(() => {}));
    await page.getByRole('button', { name: 'Upload files' }).first().click();
    await choose([await onDisk(info, 'other.mp4', film(9 * MB))]);
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await uploader.getByRole('button', { name: 'Cancel' }).last().click();
    await expect(uploader.getByRole('tab', { name: 'My Device' })).toBeVisible();
    expect(await allItems(page)).toHaveLength(5);
  });
});

test('an upload waits for the connection and for the sign-in, and goes on with its files; what fails is named, and may be tried again', async ({
  page,
  context,
  wire,
}, info) => {
  const { openUploader, choose, uploader, items } = manager(page);
  const again = async () => {
    await uploader.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Upload files' }).first().click();
  };
  await openUploader();

  await test.step('without a connection it says so, also between two parts', async () => {
    await uploader.getByRole('tab', { name: 'My Device' }).waitFor();
    const offline = uploader.getByText('No Internet connection').first();
    const online = uploader.getByText('Connected to the Internet').first();
    await context.setOffline(true);
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
    await expect(toast(page)).toContainText('1 file(s) uploaded successfully.');
  });

  await test.step('a small file is one PUT, sent again when it was cut; an item that cannot be made is named', async () => {
    await again();
    const ranges = watchUploads(wire, (count) => (count < 3 ? 'cut' : undefined));
    await choose([await sample(info, 'jpg', 'hero.jpg'), await sample(info, 'jpg', 'nursery.jpg')]);
    wire.meddle(LIST, { answer: { status: 503, body: { error: 'Not now.' } } });
    await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
    const notice = uploader.getByRole('alert').filter({ hasText: 'Uploaded, but not yet in the gallery:' });
    await expect(notice.getByRole('listitem')).toHaveText('hero');
    expect(ranges).toEqual(['whole', 'whole', 'whole', 'whole']);
    await expect(items).toHaveCount(2);
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(notice).toBeHidden();
    await expect(items).toHaveCount(3);
  });

  await test.step('a session that ends: the files go up after a sign-in beside them', async () => {
    await again();
    await choose([await sample(info, 'jpg')]);
    await context.clearCookies();
    await uploader.getByRole('button', { name: 'Upload 1 file' }).click();
    await expect(uploader.getByText('Authorization required').first()).toBeVisible();
    const beside = context.waitForEvent('page');
    await uploader.getByRole('link', { name: 'Sign in' }).click();
    const login = await beside;
    await leadsPage(login).signInAgain();
    await expect(login).toHaveURL('/admin/gallery');
    await login.close();
    await uploader.getByRole('button', { name: 'Try again' }).click();
    await expect(items).toHaveCount(4);
    await expect(uploader.getByText('Your session has ended.')).toBeHidden();
  });

  await test.step('what fails is named, and takes nothing from the others that are on their way', async () => {
    await again();
    const held = Promise.withResolvers<void>();
    watchUploads(wire, (count) => (count === 1 ? held.promise : undefined));
    const broken = await onDisk(info, 'broken.jpg', bytes('this is no picture', 500));
    const liar = await onDisk(info, 'liar.mp4', bytes('this is no film', 500));
    await choose([broken, await onDisk(info, 'film.mp4', film(9 * MB)), await sample(info, 'jpg'), liar]);
    await uploader.getByRole('button', { name: 'Upload 4 files' }).click();
    const notice = uploader.locator('.callout').filter({ hasText: 'Failed to upload' });
    const failed = notice.getByRole('listitem');
    await expect(failed).toHaveText([/^Failed to upload broken\.jpgThis picture is damaged/]);
    await uploader.getByRole('button', { name: 'Pause', exact: true }).click();
    await uploader.getByRole('button', { name: 'Resume', exact: true }).click();
    held.resolve();
    await expect(failed).toHaveCount(2);
    await expect(items).toHaveCount(6);
    await expectCleanAt(page, [375, 1440], 'done and failed');
    await notice.getByRole('button', { name: 'Try again' }).click();
    await expect(failed.filter({ hasText: 'liar.mp4' })).toContainText('This is not a JPEG, PNG');
    await expect(items).toHaveCount(6);
  });
});

test('a browser that writes no WebP, or reads no film before it plays, sends JPEGs, and films with their posters', async ({
  page,
}, info) => {
  const { openUploader, choose, uploader } = manager(page);
  const made = async (name: string) => (await allItems(page)).find(({ title }) => title === name);
  const kept = async (name: string) => sharp(await stored(page, (await made(name))?.mediaUrl ?? '')).metadata();
  const plain = (width: number, channels: 3 | 4, background: string) =>
    sharp({ create: { width, height: width * 0.75, channels, background } });
  await openUploader();
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
  const photo = sharp(files.nursery).resize(400);
  await choose([
    await onDisk(info, 'photo.webp', await photo.webp().toBuffer()),
    await onDisk(info, 'opaque.png', await photo.png().toBuffer()),
    await onDisk(info, 'drawing.png', await plain(900, 4, '#0f5b5c80').png().toBuffer()),
    files.shade,
  ]);
  await uploader.getByRole('button', { name: 'Upload 4 files' }).click();
  await expect(toast(page)).toContainText('4 file(s) uploaded successfully.');
  for (const name of ['photo', 'opaque']) expect((await kept(name)).format, name).toBe('jpeg');
  expect(await kept('drawing')).toMatchObject({ format: 'png', hasAlpha: true });
  const clip = await made('shade-lowering');
  expect(clip).toMatchObject({ width: 960, height: 540 });
  expect((await sharp(await stored(page, clip?.posterUrl ?? '')).metadata()).format).toBe('jpeg');
});
