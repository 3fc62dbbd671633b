import type { Page } from '@playwright/test';
import { z } from 'astro/zod';
import { unbroken } from '#lib/unbroken';
import { withoutPopup } from '#tests/support/browser/home';
import { requestsOf, untilQuiet } from '#tests/support/browser/network';
import { contentOf } from '#tests/support/content';
import { expect, test, walked, withMotion } from '#tests/support/host';

const text = z.string();
const [entry] = await contentOf('hero', {
  room: text,
  hours: z.array(z.object({ time: text, line: text, alt: text })),
});
const hero = entry?.fields ?? { room: '', hours: [] };
/** The files of five hours. The page's own picture, the third, has no further one. */
const files = ['0700', '1200', null, '1800', '2100'];

const sliderOn = (page: Page) => page.getByRole('slider', { name: /^(Through the day|A lo largo del día)$/ });
const heroOf = (page: Page) => page.locator('main figure').first();

/** The files of the hours that the page asks for from now on, and the pictures among them. */
function hearHours(page: Page) {
  const asked = requestsOf(page);
  const files = () => asked.map(({ pathname }) => pathname).filter((path) => /hero-(hours|\d|close-\d)/.test(path));
  return { files, pictures: () => files().filter((path) => path.endsWith('.avif')) };
}

/** The hour of the picture that is seen, by the name of its file; `null` for the page's own. */
async function seenHour(page: Page): Promise<string | null> {
  const images = heroOf(page).locator('img');
  const seen = await images.evaluateAll((all) => {
    const visible = all.filter((image) => getComputedStyle(image).opacity === '1');
    return (visible.at(-1) as HTMLImageElement).currentSrc;
  });
  return /hero-(?:close-)?(\d{4})\./.exec(seen)?.[1] ?? null;
}

async function expectHour(page: Page, index: number): Promise<void> {
  const { time = '', line = '' } = hero.hours[index] ?? {};
  const words = `${unbroken(time.replace(':00', ''))}: ${line}`;
  await expect(sliderOn(page)).toHaveAttribute('aria-valuetext', words);
  await expect(heroOf(page).getByText(`${hero.room}, ${words}`)).toBeVisible();
  await expect.poll(() => seenHour(page)).toBe(files[index]);
}

test.skip(hero.hours.length !== files.length, 'The dealer’s room is not drawn at five hours.');
test.beforeEach(({ page }) => withoutPopup(page));

test('nothing of the day loads before somebody comes near the slider, then the neighbors first; what cannot be had leaves the hour that is there, and comes when it can', async ({
  page,
}) => {
  const { files: heard, pictures } = hearHours(page);
  await page.goto('/');
  await untilQuiet(page);
  await expect(sliderOn(page)).toBeVisible();
  expect(heard()).toEqual([]);
  await page.route('/hero-hours.json', (route) => route.abort());
  await page.route(/hero-(close-)?2100/, (route) => route.abort());
  await sliderOn(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(sliderOn(page)).toHaveValue('2');
  await page.unroute('/hero-hours.json');
  await page.mouse.move(0, 0);
  await sliderOn(page).hover();
  const order = () => pictures().map((path) => /(\d{4})\./.exec(path)?.[1]);
  await expect.poll(order).toEqual(['1200', '1800', '0700', '2100']);
  expect(await seenHour(page)).toBeNull();

  // Motion is reduced.
  await page.evaluate(() => {
    Element.prototype.animate = () => {
      throw new Error('Nothing is to move');
    };
  });
  for (const _ of ['to 6 PM', 'to 9 PM, whose picture cannot be had']) {
    await page.keyboard.press('ArrowRight');
    await expectHour(page, 3);
    await expect(sliderOn(page)).toHaveValue('3');
  }
  await page.unroute(/hero-(close-)?2100/);
  await page.keyboard.press('ArrowRight');
  await expectHour(page, 4);
});

test.describe('by touch at 375 px', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('a tap shows the room at that hour, in the cut of a phone', async ({ page }) => {
    const { pictures } = hearHours(page);
    await page.goto('/');
    await sliderOn(page).evaluate((slider) => slider.scrollIntoView({ block: 'center' }));
    const { x = 0, y = 0, width = 0, height = 0 } = (await sliderOn(page).boundingBox()) ?? {};
    expect(height).toBeGreaterThanOrEqual(44);
    expect(width, 'as wide as the picture').toBe((await heroOf(page).boundingBox())?.width);
    await page.touchscreen.tap(x + width - 6, y + height / 2);
    await expectHour(page, 4);
    await page.touchscreen.tap(x + 18, y + height / 2);
    await expectHour(page, 0);
    expect(pictures().filter((path) => !path.includes('hero-close-'))).toEqual([]);
  });
});

test.describe('with motion', () => {
  test.use({ viewport: { width: 1440, height: 900 }, ...withMotion, timezoneId: 'Asia/Tokyo' });

  test('by arrow keys and by mouse the day is gone through and back; the picture follows, and fades; the room has its place before the words', async ({
    page,
  }) => {
    await page.goto('/');
    await sliderOn(page).focus();
    await expectHour(page, 2);
    // A fade may be over before a slow machine looks for it.
    await page.evaluate(() => {
      const { animate } = Element.prototype;
      const fades: Element[] = [];
      Object.assign(window, { fades });
      Element.prototype.animate = function (...how) {
        fades.push(this);
        return animate.apply(this, how);
      };
    });
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'fades').length)).toBe(1);
    await expectHour(page, 3);
    for (const [key, index] of [
      ['End', 4],
      ['ArrowLeft', 3],
      ['ArrowLeft', 2],
    ] as const) {
      await page.keyboard.press(key);
      await expectHour(page, index);
      await expect(heroOf(page).getByRole('img')).toHaveAccessibleName(hero.hours[index]?.alt ?? '');
    }

    // The last hour of all that were passed is shown.
    const { x, y, width, height } = (await sliderOn(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2 + 6, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.1, y + height / 2, { steps: 6 });
    await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 6 });
    await page.mouse.up();
    await expectHour(page, 3);

    const left = () => page.locator('.hero .view').evaluate((view) => view.getBoundingClientRect().left);
    const whole = await left();
    expect(whole).toBeGreaterThan(500);
    await page.locator('.hero .copy').evaluate((copy) => copy.remove());
    expect(await left()).toBe(whole);
  });
});

test('the slider is labeled in words, names its hours, leads to the sun at the window, and is seen in forced colors', async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  for (const [address, label, names, sun, night] of walked([
    ['/', 'Through the day', ['7 AM', '12', '2', '6', '9 PM'], '/sun', /^9\sPM: \p{L}{3}/u],
    ['/es', 'A lo largo del día', ['7 a. m.', '12', '2', '6', '9 p. m.'], '/es/sol', /^9\sp\.\sm\.: \p{L}{3}/u],
  ] as const)) {
    await page.goto(address);
    await expect(page.getByText(label, { exact: true })).toBeVisible();
    await expect(page.locator('.sill p > span')).toHaveText([...names]);
    await expect(page.locator('.sill').getByRole('link')).toHaveAttribute('href', sun);
    await sliderOn(page).press('End');
    await expect(sliderOn(page)).toHaveAttribute('aria-valuetext', night);
    const color = await page.locator('h1').evaluate((one) => getComputedStyle(one).color);
    await expect(sliderOn(page)).toHaveCSS('color', color);
    await expect(sliderOn(page).locator('+ p')).toHaveCSS('color', color);
    await expect(sliderOn(page)).toHaveCSS('forced-color-adjust', 'none');
    await expect(sliderOn(page)).toHaveCSS('background-image', /gradient/);
  }
});
