import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { SiteProcess } from '#tests/support/site-process';
import { film } from '#tests/support/sample-media';
import { expectCleanAt } from '#tests/support/browser/axe';
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

test('published items, asked for once, in their order, each with its words and a picture of the width needed; and the filter', async ({
  page,
  site,
}) => {
  await fill(site);
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

  await test.step('the filter: one button is pressed, its category is shown, and an empty one says so', async () => {
    await expectFilter(page);
  });
});

async function expectFilter(page: Page): Promise<void> {
  await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'true');
  for (const [name, titles] of [
    ['Motorized Shades', ['Living room', 'Shade coming down']],
    ['Shutters', ['Kitchen']],
    ['Drapery', ['Nursery']],
  ] as const) {
    await filter(page, name).click();
    await expect(filter(page, name)).toHaveAttribute('aria-pressed', 'true');
    await expect(filter(page, 'All')).toHaveAttribute('aria-pressed', 'false');
    await expect(works(page).locator('b')).toHaveText([...titles]);
  }
  await filter(page, 'Blinds').click();
  await expect(page.getByRole('main').getByText('No items found in this category').last()).toBeVisible();
  await expect(works(page)).toHaveCount(0);
  await filter(page, 'All').click();
  await expect(works(page)).toHaveCount(5);
}

test('six skeletons while the list is on its way; a list that fails says so, and Try again mends it', async ({
  page,
  wire,
  site,
}) => {
  let answer = () => {};
  wire.always(LIST, {
    holdAnswer: new Promise<void>((done) => {
      answer = done;
    }),
  });
  await page.goto('/gallery');
  await expect(page.locator('[data-skeleton]')).toHaveCount(6);
  answer();
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

  test('by keyboard: opens, turns round both ends, closes, and gives focus back', async ({ page, site }) => {
    await fill(site);
    await page.goto('/gallery');
    await works(page).nth(1).focus();
    await page.keyboard.press('Enter');
    await expect(lightbox(page).getByRole('heading')).toHaveText('Living room');
    await expect(lightbox(page).getByText('Three shades over a pool.')).toBeVisible();
    await expect(lightbox(page).getByRole('img', { name: 'Roller shades at three heights' })).toBeVisible();
    await expect(lightbox(page).getByText('2 of 5')).toBeVisible();
    for (const title of ['Kitchen', 'A lanai']) {
      await page.keyboard.press('ArrowLeft');
      await expect(lightbox(page).getByRole('heading')).toHaveText(title);
    }
    await page.keyboard.press('ArrowRight');
    await expect(lightbox(page).getByRole('heading')).toHaveText('Kitchen');
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
    await lightbox(page).getByRole('button', { name: 'Next' }).click();
    await expect(lightbox(page).getByRole('heading')).toHaveText('Shade coming down');
    await lightbox(page).getByRole('button', { name: 'Next' }).click();
    await expect(lightbox(page).getByRole('heading')).toHaveText('Living room');
    await lightbox(page).getByRole('button', { name: 'Close' }).click();
    await expect(lightbox(page)).toBeHidden();

    await test.step('plays a film with its controls, by ranges', async () => {
      await filter(page, 'All').click();
      await works(page).nth(3).click();
      const player = lightbox(page).locator('video');
      await expect(player).toHaveAttribute('controls');
      await expect(player).toHaveAttribute('preload', 'metadata');
      await expectPlaysAndSeeks(player);
    });
  });

  test('has an address: it can be passed on, and Back closes it', async ({ page, site }) => {
    await fill(site);
    await page.goto('/privacy');
    await page.goto('/gallery');
    await works(page).nth(2).click();
    await expect(page).toHaveURL(/\/gallery#item-[\w-]+$/);
    const address = page.url();
    await expect(lightbox(page)).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page).not.toHaveURL(address);
    await page.goBack();
    await expect(lightbox(page)).toBeHidden();
    await expect(page).toHaveURL('/gallery');
    await works(page).nth(2).click();
    await expect(lightbox(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/gallery');
    await page.goBack();
    await expect(page).toHaveURL('/privacy');

    await page.goto(address);
    await expect(lightbox(page).getByRole('heading')).toHaveText('Nursery');
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/gallery');
    await page.goto('/gallery#item-nobodyknows');
    await expect(works(page)).toHaveCount(5);
    await expect(lightbox(page)).toBeHidden();
  });

  test.describe('under a finger', () => {
    test.use({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });

    test('a sweep turns it', async ({ page, site }) => {
      await fill(site);
      // While the lightbox is lowered, a finger beside its shade meets nothing.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto('/gallery');
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

test('the owner’s download of a film is the whole film, also where one answer cannot carry it', async ({
  page,
  site,
}, info) => {
  const content = film(21 * 1024 * 1024);
  const file = info.outputPath('long.mp4');
  await writeFile(file, content);
  await signIn(page.request);
  await addItem(site, { title: 'Long film', file });
  const checked = page.waitForResponse('**/api/auth/check');
  await page.goto('/gallery');
  await checked;
  await works(page).first().click();
  const download = page.waitForEvent('download');
  await lightbox(page).getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('Long film.mp4');
  const saved = await readFile(await (await download).path());
  expect(saved.equals(content)).toBe(true);

  await page.context().clearCookies();
  await page.reload();
  await expect(lightbox(page).getByRole('button', { name: 'Close' })).toBeVisible();
  await expect(lightbox(page).getByRole('button', { name: 'Download' })).toBeHidden();
});

test('nothing moves while it loads, and 500 items are one list', async ({ page, wire, site }) => {
  await fill(site);
  const [first] = await (await page.request.get(LIST)).json();
  const picture = await page.request.get(`/.netlify/images?url=${encodeURIComponent(first.mediaUrl)}&w=640`);
  const body = await picture.body();
  // Each has a picture of its own: one that is there already would be there for all.
  await page.route('**/.netlify/images**', (route) => route.fulfill({ body, contentType: 'image/jpeg' }));
  const many = Array.from({ length: 500 }, (_, index) => {
    const id = `item${String(index).padStart(12, '0')}`;
    return { ...first, id, mediaUrl: `/media/${id}.jpg` };
  });
  wire.always(LIST, { answer: { status: 200, body: many } });
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shifts: Reflect.get(window, 'shifts') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/gallery');
  await expect(works(page)).toHaveCount(500);
  await works(page).nth(499).scrollIntoViewIfNeeded();
  await expect(works(page).nth(499)).toBeInViewport();
  const loaded = await page
    .locator('button.work img')
    .evaluateAll((all) => all.filter((one) => Reflect.get(one, 'complete')).length);
  expect(loaded).toBeLessThan(150);
  expect(await page.evaluate(() => Reflect.get(window, 'shifts'))).toBeLessThan(0.01);
});

test('axe finds nothing at any width, nothing is too wide, nothing breaks the content policy', async ({
  page,
  site,
}) => {
  const clean = (state: string) => expectCleanAt(page, [375, 768, 1440], state);
  await fill(site);
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto('/gallery');
  await expect(works(page)).toHaveCount(5);
  await clean('the list');
  await filter(page, 'Blinds').click();
  await clean('nothing in the category');
  await filter(page, 'All').click();
  await works(page).nth(1).click();
  await lightbox(page).getByRole('img').waitFor();
  await clean('a picture');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await lightbox(page).locator('video').waitFor();
  await clean('a film');
  expect(complaints).toEqual([]);
});

test('"Ask about this" opens the booking dialog with the piece noted; where that cannot be loaded, the plain page of the language', async ({
  page,
  site,
}) => {
  await fill(site);
  await page.goto('/gallery');
  await works(page).nth(2).click();
  await lightbox(page).getByRole('button', { name: 'Ask about this' }).click();
  const booking = page.getByRole('dialog', { name: 'Schedule Your Free Consultation' });
  await expect(booking.getByText('Gallery: Nursery')).toBeVisible();
  await booking.getByRole('button', { name: 'Close' }).click();
  await expect(works(page).nth(2)).toBeFocused();

  await test.step('when the booking dialog cannot be loaded, it leads to the plain page of the language', async () => {
    await page.route(/\/_astro\/BookingDialog\./, (route) => route.abort());
    await page.goto('/es/gallery');
    await works(page).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Preguntar' }).click();
    await expect(page).toHaveURL('/es/book');
  });
});
