import type { Page } from '@playwright/test';
import type { SiteProcess } from '#tests/support/site-process';
import { expectAccessible, expectCleanAt } from '#tests/support/browser/axe';
import { hearEvents } from '#tests/support/browser/home';
import { withMotion } from '#tests/support/host';
import { addItem, expect, expectPlaysAndSeeks, files, LIST, signIn, test } from './gallery-site.ts';

const works = (page: Page) => page.getByRole('main').locator('button.work:visible');
const lightbox = (page: Page) => page.getByRole('dialog');
const filter = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** One item of each kind, published, the last one first in the list; and one that is not published. */
async function fill(site: SiteProcess): Promise<void> {
  await addItem(site, { title: 'Not for you', isPublished: false });
  await addItem(site, { title: 'A lanai', category: 'general', displayOrder: 5 });
  await addItem(site, { title: 'Shade coming down', file: files.shade, displayOrder: 4 });
  await addItem(site, { title: 'Nursery', category: 'drapery', displayOrder: 3 });
  await addItem(site, {
    title: 'Living room',
    description: 'Three shades over a pool.',
    alt: 'Roller shades at three heights',
    displayOrder: 2,
  });
  await addItem(site, { title: 'Kitchen', category: 'shutters', file: files.kitchen, displayOrder: 1 });
}

test('published items, asked for once, in their order, each with its words and a picture of the width needed; the filter; axe; and "Ask about this"', async ({
  page,
  site,
}) => {
  await fill(site);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const heard = await hearEvents(page);
  const askedBy: string[] = [];
  const wires = await page.context().newCDPSession(page);
  wires.on('Network.requestWillBeSent', ({ request, initiator }) => {
    if (new URL(request.url).pathname === LIST) askedBy.push(initiator.type);
  });
  await wires.send('Network.enable');
  const asked: string[] = [];
  page.on('request', (request) => request.resourceType() === 'image' && asked.push(request.url()));
  await page.goto('/gallery');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Our Work');
  await expect(
    page.getByText('Browse our collection of beautiful window treatments and see the quality of our work'),
  ).toBeVisible();
  await expect(works(page).locator('b')).toHaveText([
    'Kitchen',
    'Living room',
    'Nursery',
    'Shade coming down',
    'A lanai',
  ]);
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
  expect(asked.filter((url) => url.includes('/media/'))).toEqual([]);
  expect(asked.some((url) => url.includes('/.netlify/images?url=%2Fmedia%2F'))).toBe(true);
  await expectCleanAt(page, [375, 1440], 'the list');

  await test.step('the filter: one button is pressed, its category is shown, and an empty one says so', async () => {
    await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
    for (const [name, titles] of [
      ['Motorized Shades', ['Living room', 'Shade coming down']],
      ['Shutters', ['Kitchen']],
      ['Blinds', []],
    ] as const) {
      await filter(page, name).click();
      await expect(filter(page, name)).toHaveAttribute('aria-pressed', 'true');
      await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'false');
      await expect(works(page).locator('b')).toHaveText([...titles]);
    }
    await expect(page.getByRole('main').getByText('No items found in this category').last()).toBeVisible();
    await expectAccessible(page, 'nothing in the category');
    await filter(page, 'All').click();
    await expect(works(page)).toHaveCount(5);
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

  await test.step('when the booking dialog cannot be loaded, it leads to the plain page of the language', async () => {
    await page.route(/\/_astro\/BookingDialog\./, (route) => route.abort());
    await page.goto('/es/gallery');
    await works(page).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Preguntar' }).click();
    await expect(page).toHaveURL('/es/book');
  });
});

test('six skeletons while the list is on its way; a list that fails says so, and Try again mends it', async ({
  page,
  wire,
  site,
}) => {
  const held = Promise.withResolvers<void>();
  wire.always(LIST, { holdAnswer: held.promise });
  await page.goto('/gallery');
  await expect(page.locator('[data-skeleton]')).toHaveCount(6);
  held.resolve();
  await expect(page.locator('[data-skeleton]')).toHaveCount(0);
  await expect(page.getByText('No items found in this category')).toBeVisible();

  await fill(site);
  wire.always(LIST, { answer: { status: 503, body: { error: 'Not now' } } });
  await page.goto('/gallery');
  const alert = page.getByRole('alert').filter({ hasText: 'The gallery could not be loaded.' });
  await expect(alert).toBeVisible();
  wire.calm();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(works(page)).toHaveCount(5);
  await expect(alert).toBeHidden();
});

test.describe('the lightbox', () => {
  test.use(withMotion);

  test('has an address, that can be passed on; by keyboard it opens, turns round both ends, closes, and gives focus back; Back closes it', async ({
    page,
    site,
  }) => {
    await fill(site);
    await page.goto('/privacy');
    await page.goto('/gallery');
    await works(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/gallery#item-[\w-]+$/);
    const address = page.url();
    await expect(lightbox(page).getByRole('heading')).toHaveText('Living room');
    await expect(lightbox(page).getByText('Three shades over a pool.')).toBeVisible();
    await expect(lightbox(page).getByRole('img', { name: 'Roller shades at three heights' })).toBeVisible();
    await expect(lightbox(page).getByText('2 of 5')).toBeVisible();
    for (const [key, title] of [
      ['ArrowLeft', 'Kitchen'],
      ['ArrowLeft', 'A lanai'],
      ['ArrowRight', 'Kitchen'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(lightbox(page).getByRole('heading')).toHaveText(title);
    }
    await expect(page).not.toHaveURL(address);
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog, body')?.localName)).not.toBe('main');
    }
    await page.keyboard.press('Escape');
    await expect(lightbox(page)).toBeHidden();
    await expect(works(page).first()).toBeFocused();

    // It turns through the chosen category alone.
    await filter(page, 'Motorized Shades').click();
    await works(page).first().click();
    for (const title of ['Shade coming down', 'Living room']) {
      await lightbox(page).getByRole('button', { name: 'Next' }).click();
      await expect(lightbox(page).getByRole('heading')).toHaveText(title);
    }
    await lightbox(page).getByRole('button', { name: 'Close' }).click();
    await expect(lightbox(page)).toBeHidden();
    await filter(page, 'All').click();

    await test.step('plays a film with its controls, by ranges', async () => {
      await works(page).nth(3).click();
      const player = lightbox(page).locator('video');
      await expect(player).toHaveAttribute('controls');
      await expect(player).toHaveAttribute('preload', 'metadata');
      await expectPlaysAndSeeks(player);
    });
    await page.goBack();
    await expect(lightbox(page)).toBeHidden();
    await expect(page).toHaveURL('/gallery');
    await page.goBack();
    await expect(page).toHaveURL('/privacy');

    await page.goto(address);
    await expect(lightbox(page).getByRole('heading')).toHaveText('Living room');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/gallery');
    await page.goto('/gallery#item-nobodyknows');
    await expect(works(page)).toHaveCount(5);
    await expect(lightbox(page)).toBeHidden();
  });

  test.describe('under a finger', () => {
    test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

    test('a work is a clean picture with its words under it; a sweep turns it', async ({ page, site }) => {
      await fill(site);
      // While the lightbox is lowered, a finger beside its shade meets nothing.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/gallery');
      const work = works(page).nth(1);
      const picture = await work.locator('img').boundingBox();
      for (const words of ['Living room', 'Three shades over a pool.']) {
        await expect(work.getByText(words)).toBeVisible();
        const { y = 0 } = (await work.getByText(words).boundingBox()) ?? {};
        expect(y).toBeGreaterThanOrEqual((picture?.y ?? 0) + (picture?.height ?? 0));
      }
      expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(16 / 9, 1);

      await works(page).first().tap();
      const title = lightbox(page).getByRole('heading');
      await expect(title).toHaveText('Kitchen');
      const box = await lightbox(page).getByRole('figure').boundingBox();
      if (!box) throw new Error('No picture');
      const finger = await page.context().newCDPSession(page);
      const sweep = async (from: number, to: number) => {
        const y = box.y + box.height / 2;
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: from, y }] });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x: to, y }] });
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      };
      await sweep(300, 100);
      await expect(title).toHaveText('Living room');
      await sweep(100, 300);
      await expect(title).toHaveText('Kitchen');
      await sweep(200, 170);
      await expect(title).toHaveText('Kitchen');
      await expect(works(page).first().locator('b')).toHaveCSS('opacity', '1');
    });
  });
});

/** Whether the browser's own menu would have opened, or the drag begun. */
const isAllowed = (page: Page, selector: string, type: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((media, name) => media.dispatchEvent(new Event(name, { bubbles: true, cancelable: true })), type);

test('the pictures of the first screen are protected while the gallery’s script is on its way', async ({
  page,
  site,
}) => {
  await fill(site);
  await page.route(/\/_astro\/Gallery\./, (route) => route.abort());
  await page.goto('/gallery');
  const picture = page.locator('[data-skeleton] img').first();
  await expect(picture).toHaveJSProperty('draggable', false);
  expect(await isAllowed(page, '[data-skeleton] img', 'contextmenu')).toBe(false);
  await expect(page.locator('[data-skeleton] .work').first()).toHaveCSS('user-select', 'none');
});

test('a visitor’s media are protected, the owner’s are not', async ({ page, site }) => {
  await fill(site);
  for (const isOwner of [false, true]) {
    if (isOwner) await signIn(page.request);
    const checked = page.waitForResponse('**/api/auth/check');
    await page.goto('/gallery');
    await checked;
    await expect(page.locator('body[data-owner]')).toHaveCount(isOwner ? 1 : 0);
    expect(await isAllowed(page, 'button.work img', 'contextmenu')).toBe(isOwner);
    expect(await isAllowed(page, 'button.work img', 'dragstart')).toBe(isOwner);
    await expect(works(page).first().locator('img')).toHaveJSProperty('draggable', isOwner);
    await expect(works(page).first()).toHaveCSS('user-select', isOwner ? 'auto' : 'none');
    await works(page).nth(3).click();
    const player = lightbox(page).locator('video');
    expect(await isAllowed(page, 'dialog video', 'contextmenu')).toBe(isOwner);
    if (isOwner) await expect(player).not.toHaveAttribute('controlslist');
    else await expect(player).toHaveAttribute('controlslist', 'nodownload');
    await page.keyboard.press('Escape');
    // The step back in the history would collide with the next visit.
    await expect(page).toHaveURL('/gallery');
  }
});
