/** Takes the pictures of the scenes: each in a browser context of its own, once the page has come to rest. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Request,
} from '@playwright/test';
import { findChromium } from '../../scripts/chromium.ts';
import type { Host } from './host.ts';
import { NOW } from './moment.ts';
import type { Scene } from './scenes.ts';

/** The windows, by their width in px. */
const windows: Readonly<Record<number, BrowserContextOptions>> = {
  375: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true },
  768: { viewport: { width: 768, height: 1024 } },
  1440: { viewport: { width: 1440, height: 900 } },
};
export const widths: readonly number[] = Object.keys(windows).map(Number);

export interface Shot {
  readonly scene: Scene;
  readonly width: number;
}

const nameOf = ({ scene, width }: Shot) => `${scene.name} ${width}`;
/** At once: a page waits for its host half of the time. */
const WORKERS = 3;
/** How long a step of a scene may take, in ms. */
const PATIENCE = 20_000;
/** After the last answer, in ms: what it brings is drawn, or asks for more. */
const QUIET = 150;

/**
 * Takes the shots and puts them into the folder as PNG files, named after scene and width. A dialog that is higher than
 * its window gives a second picture, in a window in which it fits. Resolves to what failed, in a sentence each.
 */
export async function takePictures(host: Host, shots: readonly Shot[], folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const executablePath = findChromium();
  const args = ['--no-sandbox', '--disable-gpu', '--font-render-hinting=none', '--force-color-profile=srgb'];
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args });
  const failures: string[] = [];
  const queue = shots.values();
  const work = async () => {
    for (const shot of queue) {
      await take(browser, host, shot, folder).catch((error) => failures.push(`${nameOf(shot)}: ${firstLine(error)}`));
    }
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  await browser.close();
  return failures;
}

/** Playwright tells a long story, in colors. */
const firstLine = (error: Error): string => stripVTControlCharacters(error.message).split('\n', 1)[0] ?? '';

async function take(browser: Browser, host: Host, shot: Shot, folder: string): Promise<void> {
  const { scene } = shot;
  const context = await openContext(browser, host, shot);
  try {
    const page = await context.newPage();
    const isQuiet = listenForQuiet(page, scene);
    await page.goto(typeof scene.at === 'string' ? scene.at : scene.at(host));
    // What is pressed is scrolled to: nothing may change its size afterwards.
    await page.evaluate(comeToRest);
    await scene.act?.(page);
    await photograph(page, path.join(folder, nameOf(shot)), isQuiet);
  } finally {
    await context.close();
  }
}

async function openContext(browser: Browser, host: Host, { scene, width }: Shot): Promise<BrowserContext> {
  const context = await browser.newContext({
    ...windows[width],
    baseURL: host.url,
    javaScriptEnabled: !scene.withoutScripts,
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
    locale: 'en-US',
  });
  context.setDefaultTimeout(PATIENCE);
  await context.clock.setFixedTime(NOW);
  if (!scene.hasDeals) {
    await context.addInitScript((now) => localStorage.setItem('deals-popup-dismissed', String(now)), NOW);
  }
  const [name = '', value = ''] = host.session.split('=');
  if (scene.isOwner) await context.addCookies([{ name, value, url: host.url }]);
  for (const [call, answer] of Object.entries(scene.answers ?? {})) {
    await context.route(
      (url) => url.pathname === call,
      async (route) => {
        if (answer !== 'never') await route.fulfill({ status: answer.status, json: answer.body });
      },
    );
  }
  return context;
}

/** `name` has no ending yet. Where a dialog is open it is the window that is taken, otherwise the whole page. */
async function photograph(page: Page, name: string, isQuiet: () => boolean): Promise<void> {
  const dialogs = page.locator('dialog[open], [role=dialog], [role=alertdialog]').locator('visible=true');
  const fullPage = (await dialogs.count()) === 0;
  await page.mouse.move(0, 0);
  if (fullPage) await scrollThrough(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const picture = async () => {
    await page.evaluate(comeToRest);
    while (!isQuiet()) await page.waitForTimeout(50);
    await page.evaluate(comeToRest);
    return await stillPicture(page, fullPage);
  };
  await writeFile(`${name}.png`, await picture());
  const size = page.viewportSize();
  const hidden = fullPage ? 0 : await hiddenHeight(page);
  if (!size || hidden === 0) return;
  await page.setViewportSize({ ...size, height: size.height + hidden });
  // A dialog that is given a part of the window needs a window that is larger still.
  const more = await hiddenHeight(page);
  await page.setViewportSize({ ...size, height: size.height + hidden + more * 2 });
  await writeFile(`${name} (whole).png`, await picture());
}

/** Pictures until two of them are the same, five seconds at most; then the last one. */
async function stillPicture(page: Page, fullPage: boolean): Promise<Buffer> {
  let last = await page.screenshot({ fullPage, animations: 'disabled' });
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForTimeout(100);
    const next = await page.screenshot({ fullPage, animations: 'disabled' });
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}

/** Says whether nothing has been under way for a moment: films aside, and calls that are `never` answered. */
function listenForQuiet(page: Page, { answers = {} }: Scene): () => boolean {
  const underWay = new Set<Request>();
  let lastEnd = performance.now();
  page.on('request', (request) => {
    const isEndless = request.resourceType() === 'media' || answers[new URL(request.url()).pathname] === 'never';
    if (!isEndless) underWay.add(request);
  });
  const end = (request: Request) => {
    underWay.delete(request);
    lastEnd = performance.now();
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  return () => underWay.size === 0 && performance.now() - lastEnd > QUIET;
}

/** Runs in the page: what would come later, or when it is near, is there. Waits for typefaces, pictures and films. */
async function comeToRest(): Promise<void> {
  for (const element of document.querySelectorAll<HTMLElement>('body *')) {
    if (getComputedStyle(element).contentVisibility === 'auto') {
      element.style.setProperty('content-visibility', 'visible');
    }
  }
  const pictures = [...document.images];
  for (const picture of pictures) picture.loading = 'eager';
  await document.fonts.ready;
  await Promise.allSettled(pictures.filter(({ currentSrc }) => currentSrc).map((picture) => picture.decode()));
  // How much of a film is there is to be seen in its controls.
  for (const film of document.querySelectorAll<HTMLVideoElement>('video[controls]')) {
    film.preload = 'auto';
    const isThere = () => film.buffered.length > 0 && film.buffered.end(0) === film.duration;
    for (let tries = 0; tries < 100 && !isThere(); tries += 1) await new Promise((done) => setTimeout(done, 50));
  }
}

/** To the end of the page: what waits to come near has been near. */
async function scrollThrough(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const step = page.viewportSize()?.height ?? height;
  for (let top = 0; top < height; top += step) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top);
  }
}

/** How much of the open dialog is scrolled out of its sight, in px. */
const hiddenHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const dialog = [...document.querySelectorAll('dialog[open], [role=dialog], [role=alertdialog]')];
    const parts = dialog.flatMap((one) => [one, ...one.querySelectorAll(':not(textarea)')]);
    const scrolls = parts.filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY));
    return Math.max(0, ...scrolls.map((part) => part.scrollHeight - part.clientHeight));
  });
