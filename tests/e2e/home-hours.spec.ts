import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { z } from 'astro/zod';
import { home as english } from '#i18n/en/pages';
import { home as spanish } from '#i18n/es/pages';
import type { Language } from '#i18n/language';
import { pathIn, siteLanguages } from '#i18n/site-languages';
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
/** The hours' files: of 6:00 PM `hero-1800.jpg`. The page begins with the hour that has none, and shows its own picture. */
const files = hero.hours.map(({ time }) => {
  const [, hour = '', minute, half] = /^(\d+):(\d\d) ([AP])M$/.exec(time) ?? [];
  const file = `${String((Number(hour) % 12) + (half === 'P' ? 12 : 0)).padStart(2, '0')}${minute}`;
  return existsSync(path.resolve(import.meta.dirname, `../../brand/pictures/hero-${file}.jpg`)) ? file : null;
});
const [own, last] = [files.indexOf(null), files.length - 1];
/** From the page's own hour to the end of the day that is farther away, as the arrow key goes. */
const [arrow, onward] =
  own <= last - own
    ? (['ArrowRight', files.slice(own + 1)] as const)
    : (['ArrowLeft', files.slice(0, own).toReversed()] as const);
const end = onward.at(-1) ?? '';

const sliderOn = (page: Page) => page.locator('.sill').getByRole('slider');
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

test.skip(hero.hours.length === 1, 'The dealer’s room is drawn at one hour.');
test.beforeEach(({ page }) => withoutPopup(page));

test('nothing of the day loads before somebody comes near the slider, then the neighbors first; a lost picture comes once it can', async ({
  page,
}) => {
  const { files: heard, pictures } = hearHours(page);
  await page.goto('/');
  await untilQuiet(page);
  await expect(sliderOn(page)).toBeVisible();
  expect(heard()).toEqual([]);
  await page.route('/hero-hours.json', (route) => route.abort());
  const atEnd = new RegExp(`hero-(close-)?${end}`);
  await page.route(atEnd, (route) => route.abort());
  await sliderOn(page).focus();
  await page.keyboard.press(arrow);
  await expect(sliderOn(page)).toHaveValue(String(own));
  await page.unroute('/hero-hours.json');
  await page.mouse.move(0, 0);
  await sliderOn(page).hover();
  const order = () => pictures().map((path) => /(\d{4})\./.exec(path)?.[1]);
  const far = (file: string | null) => Math.abs(files.indexOf(file) - own);
  await expect
    .poll(order)
    .toEqual(files.filter((file) => file !== null).toSorted((one, other) => far(one) - far(other)));
  expect(await seenHour(page)).toBeNull();

  const fades = await heroOf(page)
    .locator('img')
    .evaluateAll((all) => all.map((one) => one.style.transition));
  expect(fades.filter(Boolean), 'motion is reduced').toEqual([]);
  // The picture of the end cannot be had: the hour before it stays.
  for (const file of [...onward.slice(0, -1), onward.at(-2) ?? null]) {
    await page.keyboard.press(arrow);
    await expectHour(page, files.indexOf(file));
    await expect(sliderOn(page)).toHaveValue(String(files.indexOf(file)));
  }
  await page.unroute(atEnd);
  await page.keyboard.press(arrow);
  await expectHour(page, files.indexOf(end));
  for (const language of walked(siteLanguages)) {
    if (language !== 'en') await page.goto(pathIn(language, '/'));
    await expectWords(page, language);
  }
});

/** The slider is labeled in words, names its hours, leads to the sun at the window, and is seen in forced colors. */
async function expectWords(page: Page, language: Language): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const label = { en: english, es: spanish }[language].dial;
  const inWords = (time: string) =>
    language === 'en' ? time : time.replace(/ ([AP])M/, (_, half: string) => ` ${half.toLowerCase()}. m.`);
  const names = hero.hours.map(({ time }) => inWords(time.replace(':00', '')));
  // Between the first and the last, the number is enough.
  const shown = names.map((name, index) => (index % last === 0 ? name : (name.split(' ')[0] ?? '')));
  const night = new RegExp(`^${names.at(-1)?.replaceAll(' ', '\\s')}: \\p{L}{3}`, 'u');
  await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(sliderOn(page)).toHaveAccessibleName(label);
  await expect(page.locator('.sill p > span')).toHaveText(shown);
  await expect(page.locator('.sill').getByRole('link')).toHaveAttribute('href', pathIn(language, '/sun'));
  await sliderOn(page).press('End');
  await expect(sliderOn(page)).toHaveAttribute('aria-valuetext', night);
  const color = await page.locator('h1').evaluate((one) => getComputedStyle(one).color);
  await expect(sliderOn(page)).toHaveCSS('color', color);
  await expect(sliderOn(page).locator('+ p')).toHaveCSS('color', color);
  await expect(sliderOn(page)).toHaveCSS('forced-color-adjust', 'none');
  await expect(sliderOn(page)).toHaveCSS('background-image', /gradient/);
}

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
    await expectHour(page, last);
    await page.touchscreen.tap(x + 18, y + height / 2);
    await expectHour(page, 0);
    expect(pictures().filter((path) => !path.includes('hero-close-'))).toEqual([]);
  });
});

test.describe('with motion', () => {
  test.use({ viewport: { width: 1440, height: 900 }, ...withMotion, timezoneId: 'Asia/Tokyo' });

  test('by arrow keys and by mouse the day goes forth and back, and the picture follows; the room has its place before the words', async ({
    page,
  }) => {
    await page.goto('/');
    await sliderOn(page).focus();
    await expectHour(page, own);
    await page.keyboard.press(arrow);
    await expect(heroOf(page).locator('img').last()).toHaveCSS('transition', /^opacity 0\.6s/);
    await expectHour(page, files.indexOf(onward[0] ?? null));
    for (const [key, index] of [
      ['Home', 0],
      ['ArrowRight', 1],
      ['End', last],
      ['ArrowLeft', last - 1],
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
    await page.mouse.move(x + width - 6, y + height / 2, { steps: 6 });
    await page.mouse.up();
    await expectHour(page, last);

    const left = () => page.locator('.hero .view').evaluate((view) => view.getBoundingClientRect().left);
    const whole = await left();
    expect(whole).toBeGreaterThan(500);
    await page.locator('.hero .copy').evaluate((copy) => copy.remove());
    expect(await left()).toBe(whole);
  });
});
