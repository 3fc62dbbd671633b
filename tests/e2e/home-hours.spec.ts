import type { Page } from '@playwright/test';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import { z } from 'astro/zod';
import { business } from '#business';
import { expectAccessible } from '#tests/support/browser/axe';
import { withoutPopup } from '#tests/support/browser/home';
import { contentOf } from '#tests/support/content';
import { expect, test, withMotion } from '#tests/support/host';
import { untilQuiet } from '#tests/support/browser/quiet';

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

/** The files of the hours that the page asks for from now on. */
function hearHours(page: Page): string[] {
  const heard: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/hero-(hours|\d|close-\d)/.test(pathname)) heard.push(pathname);
  });
  return heard;
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
  const said = `${time.replace(':00', '')}: ${line}`;
  await expect(sliderOn(page)).toHaveAttribute('aria-valuetext', said);
  await expect(heroOf(page).getByText(`${hero.room}, ${said}`)).toBeVisible();
  await expect.poll(() => seenHour(page)).toBe(files[index]);
}

test.beforeEach(async ({ page }) => withoutPopup(page));

test('nothing of the day loads before somebody comes near the slider, then the neighbors first; with less motion the pictures do not fade; axe finds nothing with an hour chosen', async ({
  page,
}) => {
  const heard = hearHours(page);
  await page.goto('/');
  await untilQuiet(page);
  await expect(sliderOn(page)).toBeVisible();
  expect(heard).toEqual([]);
  await sliderOn(page).hover();
  const pictures = () => heard.filter((path) => path.endsWith('.avif')).map((path) => /(\d{4})\./.exec(path)?.[1]);
  await expect.poll(pictures).toEqual(['1200', '1800', '0700', '2100']);
  expect(await seenHour(page)).toBeNull();

  await page.evaluate(() => {
    Element.prototype.animate = () => {
      throw new Error('Nothing is to move');
    };
  });
  await sliderOn(page).focus();
  for (const index of [3, 4]) {
    await page.keyboard.press('ArrowRight');
    await expectHour(page, index);
  }
  await expectAccessible(page, 'the room at night');
});

test.describe('by touch at 375 px', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });

  test('a tap shows the room at that hour, in the cut of a phone', async ({ page }) => {
    const heard = hearHours(page);
    await page.goto('/');
    const box = await sliderOn(page).boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(44);
    expect(box?.width).toBeGreaterThanOrEqual(44);
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
    expect(width, 'as wide as the picture').toBe((await heroOf(page).boundingBox())?.width);
    await page.touchscreen.tap(x + width - 6, y + height / 2);
    await expectHour(page, 4);
    await page.touchscreen.tap(x + 18, y + height / 2);
    await expectHour(page, 0);
    const pictures = heard.filter((path) => path.endsWith('.avif'));
    expect(pictures).not.toEqual([]);
    for (const path of pictures) expect(path).toContain('hero-close-');
  });
});

test.describe('at 1440 px, with motion', () => {
  test.use({ viewport: { width: 1440, height: 900 }, ...withMotion });

  test('by arrow keys and by mouse the day is gone through and back; the picture follows, and fades', async ({
    page,
  }) => {
    // The page's own hour, so that the room does not change by itself; today, so that the popup stays dismissed.
    const today = new Date().toISOString().slice(0, 10);
    await page.clock.setFixedTime(fromZonedTime(`${today}T14:00`, business.timeZone));
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
    await page.keyboard.press('End');
    await expectHour(page, 4);
    await expect(heroOf(page).getByRole('img')).toHaveAccessibleName(hero.hours[4]?.alt ?? '');
    for (const index of [3, 2]) {
      await page.keyboard.press('ArrowLeft');
      await expectHour(page, index);
    }
    await expect(heroOf(page).getByRole('img')).toHaveAccessibleName(hero.hours[2]?.alt ?? '');
    await page.keyboard.press('ArrowLeft');
    await expectHour(page, 1);

    // The last hour of all that were passed is shown.
    const { x, y, width, height } = (await sliderOn(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2 + 6, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.1, y + height / 2, { steps: 6 });
    await page.mouse.move(x + width * 0.7, y + height / 2, { steps: 6 });
    await page.mouse.up();
    await expectHour(page, 3);
  });
});

test('what cannot be had leaves the hour that is there, and comes when it can: the list, and a picture', async ({
  page,
}) => {
  await page.route('/hero-hours.json', (route) => route.abort());
  await page.route(/hero-(close-)?2100/, (route) => route.abort());
  await page.goto('/');
  await sliderOn(page).focus();
  await page.keyboard.press('ArrowRight');
  await expect(sliderOn(page)).toHaveValue('2');
  await page.unroute('/hero-hours.json');
  await page.keyboard.press('ArrowRight');
  await expectHour(page, 3);
  await page.keyboard.press('ArrowRight');
  await expectHour(page, 3);
  await expect(sliderOn(page)).toHaveValue('3');
  await page.unroute(/hero-(close-)?2100/);
  await page.keyboard.press('ArrowRight');
  await expectHour(page, 4);
});

/** The zone of the business has its winter time then. */
const at = (clock: string) => new Date(`2026-12-01T${clock}-05:00`);

for (const [screen, viewport] of Object.entries({
  phone: { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true },
  laptop: { viewport: { width: 1366, height: 650 } },
})) {
  test.describe(`the present hour on a ${screen}`, () => {
    test.use({ ...viewport, ...withMotion, timezoneId: 'Asia/Tokyo' });

    for (const [index, clock] of ['06:30', '12:00', '14:00', '17:45', '03:00'].entries()) {
      test(`at ${clock} in the zone of the business the room is at that hour, and only its picture loads`, async ({
        page,
      }) => {
        const isSpanish = index === 4;
        await page.clock.setFixedTime(at(clock));
        const heard = hearHours(page);
        await page.goto(isSpanish ? '/es' : '/');
        if (isSpanish) await expect.poll(() => seenHour(page)).toBe(files[index]);
        else await expectHour(page, index);
        await untilQuiet(page);
        await expect(sliderOn(page)).toHaveValue(`${index}`);
        expect(heard.filter((path) => path.endsWith('.avif'))).toHaveLength(files[index] ? 1 : 0);
        if (!files[index]) expect(heard).toEqual([]);
        await expectAccessible(page, clock);
      });
    }
  });
}

test.describe('at 9 PM', () => {
  test.use(withMotion);
  test.beforeEach(({ page }) => page.clock.setFixedTime(at('21:00')));

  test('the page is the same for everyone until it has loaded', async ({ page }) => {
    const heard = hearHours(page);
    const held = Promise.withResolvers<void>();
    await page.route(/hero-close\.[^/]*\.avif/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await untilQuiet(page);
    await expect(sliderOn(page)).toHaveValue('2');
    expect(heard.filter((path) => /hours|2100/.test(path))).toEqual([]);
    held.resolve();
    await expectHour(page, 4);
  });

  test('a visitor who is quicker keeps the hour that they chose', async ({ page }) => {
    await page.route(/hero-(close-)?2100/, (route) => route.abort());
    await page.goto('/', { waitUntil: 'commit' });
    await sliderOn(page).focus();
    await page.keyboard.press('ArrowLeft');
    await expectHour(page, 1);
    await untilQuiet(page);
    await expectHour(page, 1);
  });

  for (const [reason, connection] of [
    ['saves data', { saveData: true, effectiveType: '4g' }],
    ['has a slow line', { saveData: false, effectiveType: '3g' }],
    ['has reduced motion', undefined],
  ] as const) {
    test(`nothing is fetched for a visitor who ${reason}`, async ({ page }) => {
      if (!connection) await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((value) => {
        Object.defineProperty(Object.getPrototypeOf(navigator), 'connection', { value, configurable: true });
      }, connection);
      const heard = hearHours(page);
      await page.goto('/');
      await untilQuiet(page);
      expect(heard).toEqual([]);
      await expect(sliderOn(page)).toHaveValue('2');
    });
  }
});

test('the slider is labeled in words, names its hours, and leads to the sun at the window', async ({ page }) => {
  for (const [address, label, names, sun] of [
    ['/', 'Through the day', ['7 AM', '12', '2', '6', '9 PM'], '/sun'],
    ['/es', 'A lo largo del día', ['7 a. m.', '12', '2', '6', '9 p. m.'], '/es/sol'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByText(label, { exact: true })).toBeVisible();
    await expect(page.locator('.sill p > span')).toHaveText([...names]);
    await expect(page.locator('.sill').getByRole('link')).toHaveAttribute('href', sun);
  }
});

test('with forced colors the slider’s line is seen', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  expect(await sliderOn(page).evaluate((slider) => getComputedStyle(slider).backgroundImage)).toContain('gradient');
  expect(await sliderOn(page).evaluate((slider) => getComputedStyle(slider).forcedColorAdjust)).toBe('none');
});

test('on a desktop the room has its place in a frame that comes before the words', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const left = () => page.locator('.hero .view').evaluate((view) => view.getBoundingClientRect().left);
  const whole = await left();
  expect(whole).toBeGreaterThan(500);
  await page.locator('.hero .copy').evaluate((copy) => copy.remove());
  expect(await left()).toBe(whole);
});
