import type { APIRequestContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { picturesOf } from '#server/leads/pictures';
import { openStore } from '#server/storage/stores';
import { expectAccessible } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { jpegWithPosition, samples } from '#tests/support/sample-media';
import type { SiteProcess } from '#tests/support/site-process';
import { expectLarge } from './fingers.ts';
import { expect, leadsPage, receiveBooked, signIn, test, visitLink } from './leads-site.ts';

test.use({ viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true });

/** The link of a booked visit, and who sent its pictures. */
async function booked(site: SiteProcess, request: APIRequestContext) {
  const { id } = await receiveBooked(request, 'Paula Lens');
  const leads = openStore('leads', { context: 'dev', dataDir: site.dataDir });
  return { id, link: await visitLink(site, id), kept: async () => (await picturesOf(leads, id)).length };
}

const png = async (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from((await samples['png']?.()) ?? []),
});
const located = async () => ({ name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: await jpegWithPosition() });
const partsOf = (page: Page) => {
  const section = page.getByRole('region', { name: 'Pictures of Your Windows' });
  return {
    section,
    images: section.getByRole('img'),
    input: section.getByLabel('Add pictures'),
    send: section.getByRole('button', { name: 'Send Pictures' }),
  };
};

test('with scripts pictures go as they are chosen, without their places, and what fails can be sent again', async ({
  page,
  request,
  site,
}) => {
  const complaints = await complaintsOf(page);
  const { link, kept } = await booked(site, request);
  const { images, input, send, section } = partsOf(page);
  await page.goto(link);
  await expect(send).toBeHidden();
  await input.setInputFiles([await located(), await png('door.png')]);
  await expect(section.locator('[aria-live]')).toHaveText('Sent.');
  await expect(images).toHaveCount(2);
  await expect(images.first()).toHaveJSProperty('naturalWidth', 64);
  await expectAccessible(page, 'a visit with pictures');
  await expectLarge(section.locator('input, button'));
  await input.setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(section.getByRole('alert')).toContainText('We cannot read “notes.png” as a picture');
  const whole = await jpegWithPosition();
  const cut = { name: 'cut.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(whole.subarray(0, whole.length - 300)) };
  await input.setInputFiles(cut);
  await expect(section.getByRole('alert')).toContainText('We cannot read “cut.jpg” as a picture');
  expect(complaints).toEqual([]);

  await page.route(`**${link}`, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()));
  await input.setInputFiles({ ...(await png('sill.webp')), buffer: Buffer.from((await samples['webp']?.()) ?? []) });
  await expect(section.getByRole('alert')).toContainText('did not get through');
  await page.unroute(`**${link}`);
  await send.tap();
  await expect(images).toHaveCount(3);
  await expect(section.getByRole('alert')).toBeHidden();
  expect(await kept()).toBe(3);
  const colors = [1, 2, 3, 4, 5, 6].map(async (shade) => ({
    name: `${shade}.png`,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 8, height: 8, channels: 3, background: { r: shade * 40, g: 9, b: 9 } } })
      .png()
      .toBuffer(),
  }));
  await input.setInputFiles(await Promise.all(colors));
  const many = 'There is room for 5 more. These go: 1.png, 2.png, 3.png, 4.png, 5.png. These stay with you: 6.png.';
  await expect(section.getByRole('alert')).toHaveText(many);
  await expect(images).toHaveCount(8);
  expect(await kept()).toBe(8);
});

test('the owner adds a picture on the lead, sees the visitor’s, and removes any', async ({ page, request, site }) => {
  const { id, link, kept } = await booked(site, request);
  const multipart = { pictures: await png('window.png') };
  await expect(await request.post(link, { multipart })).toBeOK();
  await signIn(page.request);
  await leadsPage(page).open(`/admin/leads#${id}`);
  const section = page.getByRole('region', { name: 'Pictures of the windows' });
  const images = section.getByRole('img');
  await expect(images).toHaveCount(1);
  await section
    .locator('input[multiple]')
    .setInputFiles([await located(), { ...(await png('a.png')), buffer: Buffer.from('no') }]);
  await expect(section.getByRole('alert')).toContainText('We cannot read “a.png” as a picture');
  await expect(section.getByRole('status')).toHaveText('Added.');
  await expect(images).toHaveCount(2);
  await expect(images.last()).toHaveJSProperty('naturalWidth', 64);
  await expectAccessible(page, 'a lead with pictures');
  await expectLarge(section.getByRole('button'));
  await section.getByRole('button', { name: 'Remove picture 1' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).tap();
  await expect(images).toHaveCount(1);
  expect(await kept()).toBe(1);
});
