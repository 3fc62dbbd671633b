import type { Page, TestInfo } from '@playwright/test';
import { bytes, film } from '#tests/support/sample-media';
import type { MeddlingProxy } from '#tests/support/meddling-proxy';
import { expect, manager, signIn, test, toast } from './gallery-site.ts';
import { allItems, onDisk, sample } from './upload-files.ts';

const MB = 1024 * 1024;

/** Holds the first `max` bodies that go up until they are let go; counts all of them. */
function holdUploads(page: Page, wire: MeddlingProxy, max: number) {
  let letGo = () => {};
  const held = new Promise<void>((done) => {
    letGo = done;
  });
  const begun: number[] = [];
  wire.watch('/api/uploads/', async () => {
    begun.push(begun.length + 1);
    if (begun.length <= max) await held;
    return undefined;
  });
  const answered: number[] = [];
  page.on('response', (answer) => answer.url().includes('/api/uploads/') && answered.push(answer.status()));
  return { begun, answered, letGo };
}

const pngs = (info: TestInfo, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => sample(info, 'png', `picture ${index}.png`)));

test('pause holds small files that have not begun; one that is on its way goes through', async ({
  page,
  wire,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader, items } = manager(page);
  await openUploader();
  const { begun, answered, letGo } = holdUploads(page, wire, 3);
  await choose(await pngs(info, 6));
  await uploader.getByRole('button', { name: 'Upload 6 files' }).click();
  await expect.poll(() => begun.length).toBe(3);
  await uploader.getByRole('button', { name: 'Pause', exact: true }).click();
  await expect(uploader.getByText('Paused').first()).toBeVisible();
  letGo();
  await expect.poll(() => answered).toEqual([200, 200, 200]);
  // Whatever would have begun in their place has had time for its own request, and for more.
  for (let asked = 0; asked < 5; asked += 1) await page.evaluate(() => fetch('/api/auth/check'));
  expect(begun).toHaveLength(3);
  await uploader.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(toast(page)).toContainText('6 file(s) uploaded successfully.');
  expect(begun).toHaveLength(6);
  await expect(items).toHaveCount(6);
});

test('pause holds a film too that waits for small files to go through', async ({ page, wire }, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const { begun, answered, letGo } = holdUploads(page, wire, 1);
  await choose([await sample(info, 'jpg'), await onDisk(info, 'film.mp4', film(9 * MB))]);
  await uploader.getByRole('button', { name: 'Upload 2 files' }).click();
  await expect.poll(() => begun.length).toBe(1);
  await expect(uploader.getByText('more file added')).toHaveCount(0);
  await uploader.getByRole('button', { name: 'Pause', exact: true }).click();
  letGo();
  await expect.poll(() => answered).toEqual([200]);
  for (let asked = 0; asked < 5; asked += 1) await page.evaluate(() => fetch('/api/auth/check'));
  expect(begun).toHaveLength(1);
  await uploader.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(toast(page)).toContainText('2 file(s) uploaded successfully.');
  expect(begun).toHaveLength(4);
});

test('a small file that is paused and then removed is never sent, and keeps nobody waiting', async ({
  page,
  wire,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const { begun, answered, letGo } = holdUploads(page, wire, 3);
  await choose(await pngs(info, 6));
  await uploader.getByRole('button', { name: 'Upload 6 files' }).click();
  await expect.poll(() => begun.length).toBe(3);
  await uploader.getByRole('button', { name: 'Pause', exact: true }).click();
  letGo();
  await expect.poll(() => answered).toEqual([200, 200, 200]);
  await uploader
    .getByRole('listitem')
    .filter({ hasText: 'picture 3.png' })
    .getByRole('button', { name: 'Remove file' })
    .click();
  await uploader.getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(toast(page)).toContainText('5 file(s) uploaded successfully.');
  expect(begun).toHaveLength(5);
  const titles = (await allItems(page)).map(({ title }) => title);
  expect(titles).not.toContain('picture 3');
});

test('while others are on their way a failure takes nothing from them; when they are through it is told', async ({
  page,
  wire,
}, info) => {
  await signIn(page.request);
  const { openUploader, choose, uploader } = manager(page);
  await openUploader();
  const { begun, letGo } = holdUploads(page, wire, 1);
  const broken = await onDisk(info, 'broken.jpg', bytes('this is no picture', 300));
  await choose([broken, await onDisk(info, 'film.mp4', film(9 * MB)), await sample(info, 'jpg')]);
  await uploader.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect.poll(() => begun.length).toBeGreaterThan(0);
  const notice = uploader.locator('.notice').filter({ hasText: 'Failed to upload broken.jpg' });
  await expect(notice).toBeVisible();
  await expect(uploader.getByText('more file added')).toHaveCount(0);
  await uploader.getByRole('button', { name: 'Pause', exact: true }).click();
  await uploader.getByRole('button', { name: 'Resume', exact: true }).click();
  letGo();
  await expect(toast(page)).toContainText('2 file(s) uploaded successfully.');
  await expect(uploader.getByText('Upload failed')).toBeVisible();
  await expect(notice).toBeVisible();
});
