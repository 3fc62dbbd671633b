import type { Page } from '@playwright/test';
import { hasArrived, withoutPopup } from '#tests/support/home';
import { expect, test } from '#tests/support/host';

const LATER_SHEET = /\/_astro\/later\.\w+\.css$/;

/** The texts of the page that are not written with our typefaces, by what they begin with. */
const unsetTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('body :not(script, style, noscript)')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .filter((element) => !/^"?(Newsreader|Figtree)"?,/.test(getComputedStyle(element).fontFamily))
      .map((element) => element.textContent?.trim().slice(0, 40)),
  );
/** How far the top of what a selector finds is from the top of the window, in pixels. */
const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
/** How far what is in the window has moved by itself since the page has loaded, as browsers add it up. */
const shifted = (page: Page) =>
  page.evaluate(async () => {
    const { promise, resolve } = Promise.withResolvers<PerformanceEntry[]>();
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'layout-shift', buffered: true });
    const shifts = await Promise.race([promise, new Promise<[]>((none) => setTimeout(none, 500, []))]);
    // Before that, the page comes in pieces.
    const { loadEventStart } = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming;
    const late = shifts.filter(({ startTime }) => startTime > loadEventStart);
    return late.reduce((sum, shift) => sum + (Reflect.get(shift, 'value') as number), 0);
  });
/** A page of this site, which is read and scrolled by half. */
async function readHalf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await hasArrived(page);
  return await page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: 'instant' });
    return scrollY;
  });
}

// What comes late on a first visit is there at once on another.
test.use({ isPageKept: false });
test.beforeEach(async ({ page }) => withoutPopup(page));

for (const address of [
  '/',
  '/service-areas/celebration',
  '/blog/energy-efficient-window-treatments-florida',
  '/book',
]) {
  test(`${address} is whole soon after it is there, in its typefaces, and so is the next page at once`, async ({
    page,
  }) => {
    // Below the hero of the home page a wide window shows what follows it.
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(address);
    await hasArrived(page);
    expect(await shifted(page)).toBeLessThan(0.01);
    expect(await unsetTexts(page)).toEqual([]);
    expect(
      await page
        .locator('main > section, footer')
        .evaluateAll((all) => all.every((part) => part.getBoundingClientRect().height > 0)),
    ).toBe(true);
    await page.goto('/privacy', { waitUntil: 'commit' });
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('html')).not.toHaveClass(/plain/);
  });
}

test('in a browser that never says it is idle the typefaces come all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, {
      requestIdleCallback: (work: () => void, limit?: IdleRequestOptions) =>
        limit?.timeout && setTimeout(work, limit.timeout),
    });
  });
  await page.goto('/privacy');
  await hasArrived(page);
  expect(await unsetTexts(page)).toEqual([]);
});

test('what comes late is set with the typefaces when it is laid out, and moves nothing again', async ({ page }) => {
  await page.addInitScript(() => {
    const early: string[] = [];
    Object.assign(window, { early });
    new MutationObserver((changes) => {
      if (!document.documentElement.classList.contains('plain')) return;
      for (const { target } of changes) early.push((target as Element).outerHTML.slice(0, 60));
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-late'] });
  });
  await page.goto('/');
  await hasArrived(page);
  expect(await page.evaluate(() => Reflect.get(window, 'early'))).toEqual([]);
});

test('a page whose script does not come is whole a little later', async ({ page }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeVisible({ timeout: 15_000 });
  await expect(page.locator('#deals')).toBeVisible();
});

test('an anchor of the home page is gone to, from elsewhere and from its top', async ({ page }) => {
  await page.goto('/#deals');
  await expect.poll(() => topOf(page, '#deals')).toBeLessThan(200);
  await hasArrived(page);
  expect(await topOf(page, '#deals')).toBeGreaterThanOrEqual(-1);
  await page.goto('/privacy');
  await page.goto('/');
  await page.locator('a[href$="#products"]').first().click();
  await expect.poll(() => topOf(page, '#products')).toBeLessThan(200);
});

test('a reload and the way back lead to where the page was left', async ({ page }) => {
  // A page that is kept whole would show nothing of it.
  await page.addInitScript(() => addEventListener('unload', () => {}));
  const left = await readHalf(page, '/');
  await page.reload();
  await expect.poll(() => page.evaluate(() => Math.abs(scrollY))).toBeGreaterThan(left - 100);
  await page.goto('/privacy');
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(left - 100);
});

test('while the later sheet is on its way nothing is shown that it draws; what is shown then is drawn', async ({
  page,
}) => {
  let send = () => {};
  const asked = new Promise<void>((resolve) => {
    void page.route(LATER_SHEET, async (route) => {
      resolve();
      await new Promise<void>((sent) => (send = sent));
      await route.continue();
    });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await asked;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('main > section:visible')).toHaveCount(1);
  send();
  await hasArrived(page);
  await expect(page.locator('main > section:visible')).toHaveCount(10);
  await expect(page.getByRole('contentinfo')).toBeVisible();
});

for (const { address, seen, later } of [
  { address: '/service-areas/celebration', seen: '[data-first]', later: '#notes' },
  {
    address: '/blog/energy-efficient-window-treatments-florida',
    seen: '.prose > :nth-child(6)',
    later: '.prose > :last-child',
  },
]) {
  test(`while its picture is on its way ${address} lays out its first screen; whoever presses a key has all of it`, async ({
    page,
  }) => {
    await page.route('**/*.avif', () => {});
    await page.goto(address, { waitUntil: 'commit' });
    await expect(page.locator(seen)).toBeVisible();
    await expect(page.locator(later)).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(page.locator('.slats:visible')).toHaveCount(0);
    await page.keyboard.press('End');
    await expect(page.locator(later)).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
}

test('a later sheet that never comes leaves a page that can be read', async ({ page }) => {
  await page.route(LATER_SHEET, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(page.locator('#deals')).toBeVisible();
});

test('paper has the whole page, at any time', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => document.documentElement.classList.add('arriving'));
  await page.evaluate(() => document.querySelector('#deals .wrap')?.toggleAttribute('data-late', true));
  await expect(page.locator('#deals .wrap')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the home page and an article are whole, in their typefaces', async ({ page }) => {
    await page.goto('/');
    for (const name of ['h1', '#deals', 'footer']) await expect(page.locator(name).first()).toBeVisible();
    await expect(page.locator('h1')).toHaveCSS('font-family', /^Newsreader,/);
    await page.goto('/blog/energy-efficient-window-treatments-florida');
    for (const name of ['.prose > :last-child', 'footer']) await expect(page.locator(name)).toBeVisible();
  });
});
