import type { Page } from '@playwright/test';
import { filterCategories } from '#contracts/gallery-enums';
import { labelsIn } from '#lib/range';
import { siteLanguages } from '#i18n/site-languages';
import { expectCleanAt } from '#tests/support/browser/axe';
import { complaintsOf } from '#tests/support/browser/complaints';
import { hearEvents } from '#tests/support/browser/home';
import { requestsOf } from '#tests/support/browser/network';
import { withMotion } from '#tests/support/host';
import type { SiteProcess } from '#tests/support/site-process';
import { addItem, expect, files, LIST, test } from './gallery-site.ts';

const works = (page: Page) => page.getByRole('main').locator('button.work:visible');
const lightbox = (page: Page) => page.getByRole('dialog');
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** One item of each kind, published, the last one first in the list; and one that is not published. */
async function fill(site: SiteProcess): Promise<void> {
  await addItem(site, { title: 'Not for you', isPublished: false });
  await addItem(site, {
    title: 'A lanai',
    titleEs: 'Terraza',
    descriptionEs: 'Al mediodía.',
    altEs: 'Una terraza al mediodía',
    category: 'general',
    displayOrder: 5,
  });
  await addItem(site, { title: 'Shade coming down', file: files.shade, displayOrder: 4 });
  await addItem(site, { title: 'Nursery', category: 'general', displayOrder: 3 });
  await addItem(site, {
    title: 'Living room',
    description: 'Three shades over a pool.',
    alt: 'Roller shades at three heights',
    displayOrder: 2,
  });
  await addItem(site, { title: 'Kitchen', category: 'general', file: files.kitchen, displayOrder: 1 });
}

test('published items are asked for once and shown in their order, each with its words and a picture of the width needed', async ({
  page,
  site,
}) => {
  await fill(site);
  const complaints = await complaintsOf(page);
  const heard = await hearEvents(page);
  const askedBy: string[] = [];
  const wires = await page.context().newCDPSession(page);
  wires.on('Network.requestWillBeSent', ({ request, initiator }) => {
    if (new URL(request.url).pathname === LIST) askedBy.push(initiator.type);
  });
  await wires.send('Network.enable');
  const asked = requestsOf(page);
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Work');
  const titles = ['Kitchen', 'Living room', 'Nursery', 'Shade coming down', 'A lanai'];
  await expect(works(page).locator('b')).toHaveText(titles);
  // By the page itself, and its script takes that answer.
  expect(askedBy).toEqual(['parser']);
  await expect.poll(() => heard('gallery_view')).toEqual([{}]);
  const living = works(page).nth(1);
  await living.hover();
  await expect(living.getByText('Three shades over a pool.')).toHaveCSS('-webkit-line-clamp', '2');
  await expect(living.getByRole('img')).toHaveAttribute('alt', 'Roller shades at three heights');
  const { width = 0, height = 1 } = (await living.boundingBox()) ?? {};
  expect(width / height).toBeCloseTo(16 / 9, 2);

  // Pictures come from the image CDN.
  const picture = works(page).first().locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  expect(asked.filter(({ pathname }) => pathname.startsWith('/media/') && !pathname.endsWith('.mp4'))).toEqual([]);
  expect(asked.some(({ pathname, search }) => pathname === '/.netlify/images' && /media/.test(search))).toBe(true);
  await expectCleanAt(page, [375, 1440], 'the list');

  await test.step('the filter: one button is pressed, its category is shown, and an empty one says so', async () => {
    await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
    for (const [at, category] of filterCategories.entries()) {
      const name = labelsIn('en')[category] ?? '';
      await filter(page, name).click();
      await expect(filter(page, name)).toHaveAttribute('aria-pressed', 'true');
      await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'false');
      await expect(works(page).locator('b')).toHaveText(at === 0 ? ['Living room', 'Shade coming down'] : []);
      const nothing = page.getByRole('main').getByText('No items found in this category').last();
      await expect(nothing).toBeVisible({ visible: at > 0 });
    }
    await filter(page, 'All').click();
  });

  await test.step('the lightbox, with a picture and with a film', async () => {
    await works(page).nth(1).click();
    await lightbox(page).getByRole('img').waitFor();
    await expectCleanAt(page, [375], 'a picture');
    for (let times = 0; times < 2; times += 1) await page.keyboard.press('ArrowRight');
    await lightbox(page).locator('video').waitFor();
    await expectCleanAt(page, [1440], 'a film');
    await page.keyboard.press('ArrowLeft');
    await lightbox(page).getByRole('button', { name: 'Ask about this' }).click();
    const booking = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
    await expect(booking.getByText('Gallery: Nursery')).toBeVisible();
    await booking.getByRole('button', { name: 'Close' }).click();
    await expect(works(page).nth(2)).toBeFocused();
    expect(complaints).toEqual([]);
  });

  if (!siteLanguages.includes('es')) return;
  await test.step('in Spanish a work has its own words, or the English ones, marked as such; without its dialog the page of /book asks about it', async () => {
    await page.route(/\/_astro\/BookingDialog\./, (route) => route.abort());
    await page.goto('/es/gallery');
    const terrace = page.getByRole('button', { name: /^Una terraza al mediodía Terraza/ });
    await expect(terrace).toContainText('Al mediodía.');
    await expect(terrace.locator('[lang]')).toHaveCount(0);
    await expect(page.locator('[lang=en]').getByText('Nursery')).toBeVisible();
    await terrace.click();
    await expect(lightbox(page).getByRole('heading', { name: 'Terraza' })).toBeVisible();
    await lightbox(page).getByRole('button', { name: 'Preguntar' }).click();
    await expect(page).toHaveURL('/es/book?about=Gallery%3A%20A%20lanai');
    await expect(page.getByText('Galería: A lanai')).toBeVisible();
  });
});

test('a part that a new version of the site has taken away: the page loads anew at the pressed picture, and once', async ({
  page,
  site,
}) => {
  await fill(site);
  let loads = 0;
  let lacks = 1;
  page.on('load', () => (loads += 1));
  // Before the first load: the pointer asks for it too.
  await page.route(/Lightbox/, (route) => (loads <= lacks ? route.abort() : route.continue()));
  await page.goto('/gallery');
  await works(page).nth(2).click();
  await expect(lightbox(page).getByRole('heading')).toHaveText('Nursery');
  expect(loads).toBe(2);
  await page.goBack();
  await expect(lightbox(page)).toBeHidden();
  lacks = 9;
  await page.goto('/gallery?again');
  await works(page).nth(3).click();
  await expect.poll(() => loads).toBe(4);
  await expect(page).toHaveURL('/gallery?again');
});

test.describe('with motion before a release', () => {
  // Pictures that move cost a third more: before a release.
  test.use(process.env['SEEDS'] ? withMotion : {});

  test('the lightbox has an address that can be passed on; keys open, turn and close it with the focus kept; Back closes it', async ({
    page,
    site,
  }) => {
    await fill(site);
    const title = lightbox(page).getByRole('heading');
    await page.goto('/privacy');
    await page.goto('/gallery');
    await works(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/gallery#item-[\w-]+$/);
    const address = page.url();
    await expect(title).toHaveText('Living room');
    for (const words of ['Three shades over a pool.', '2 of 5'])
      await expect(lightbox(page).getByText(words)).toBeVisible();
    await expect(lightbox(page).getByRole('img', { name: 'Roller shades at three heights' })).toBeVisible();
    for (const [key, turned] of [
      ['ArrowLeft', 'Kitchen'],
      ['ArrowLeft', 'A lanai'],
      ['ArrowRight', 'Kitchen'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(title).toHaveText(turned);
    }
    await expect(page).not.toHaveURL(address);
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.localName)).not.toBe('main');
    }
    await page.keyboard.press('Escape');
    await expect(lightbox(page)).toBeHidden();
    await expect(works(page).first()).toBeFocused();

    await works(page).nth(2).click();
    for (const name of ['Next', 'Previous', 'Close']) await lightbox(page).getByRole('button', { name }).click();
    await expect(lightbox(page)).toBeHidden();
    await works(page).nth(2).click();
    await expect(title).toHaveText('Nursery');
    await page.goBack();
    await expect(lightbox(page)).toBeHidden();
    await expect(page).toHaveURL('/gallery');
    await page.goBack();
    await expect(page).toHaveURL('/privacy');

    await page.goto(address);
    await expect(title).toHaveText('Living room');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/gallery');
    await page.goto('/gallery#item-nobodyknows');
    await expect(works(page)).toHaveCount(5);
    await expect(lightbox(page)).toBeHidden();
  });
});
