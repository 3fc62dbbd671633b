/** Takes the pictures of the scenes: each in a browser context of its own, once the page has come to rest. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from '@playwright/test';
import { findChromium } from '../../scripts/chromium.ts';
import { NOW } from './build.ts';
import type { Host } from './host.ts';
import type { Scene } from './scenes.ts';

/** The windows: heights by widths, in px. The narrowest is a phone's. */
const windows: Readonly<Record<number, number>> = { 375: 812, 768: 1024, 1440: 900 };
const PHONE = 375;
export const widths: readonly number[] = Object.keys(windows).map(Number);

export interface Shot {
  readonly scene: Scene;
  readonly width: number;
}

export const nameOf = ({ scene, width }: Shot) => `${scene.name} ${width}`;
/** At once: a page waits for its host half of the time. */
const WORKERS = 3;
/** How long a step of a scene may take, in ms. */
const TIMEOUT = 20_000;
/** After the last answer, in ms: what it brings is drawn, or asks for more. */
const QUIET = 150;

/**
 * Takes the shots and puts them into the folder as PNG files, named after scene and width. A dialog of which
 * a part is out of sight gives a second picture, scrolled to its end. Resolves to what failed, in a sentence each.
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
  const name = path.join(folder, nameOf(shot));
  const context = await openContext(browser, host, shot);
  try {
    const page = await reach(context, host, shot.scene);
    const hidden = await scrollDialogs(page, 'start');
    await writeFile(`${name}.png`, await photograph(page));
    if (hidden === 0) return;
    await scrollDialogs(page, 'end');
    await writeFile(`${name} (end).png`, await photograph(page));
  } finally {
    await context.close();
  }
}

/** Goes to the scene in a new page, and waits until it is all there. */
async function reach(context: BrowserContext, host: Host, scene: Scene): Promise<Page> {
  const page = await context.newPage();
  const isQuiet = listenForQuiet(page, scene);
  await page.goto(typeof scene.at === 'string' ? scene.at : scene.at(host));
  // What is pressed is scrolled to: nothing may change its size afterwards.
  await page.evaluate(comeToRest);
  await scene.act?.(page);
  await page.mouse.move(0, 0);
  if (!scene.withoutScripts && !(await hasDialog(page))) await scrollThrough(page);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await page.evaluate(comeToRest);
  while (!isQuiet()) await page.waitForTimeout(50);
  await page.evaluate(comeToRest);
  return page;
}

async function openContext(browser: Browser, host: Host, { scene, width }: Shot): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width, height: windows[width] ?? 0 },
    hasTouch: width === PHONE,
    isMobile: width === PHONE,
    baseURL: host.url,
    javaScriptEnabled: !scene.withoutScripts,
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
    locale: 'en-US',
  });
  context.setDefaultTimeout(TIMEOUT);
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

/** The whole page, or the window where a dialog is open: once two pictures are the same, or after 20. */
async function photograph(page: Page): Promise<Buffer> {
  const options = { fullPage: !(await hasDialog(page)), animations: 'disabled' } as const;
  let last = await page.screenshot(options);
  for (let tries = 0; tries < 20; tries += 1) {
    await page.waitForTimeout(100);
    const next = await page.screenshot(options);
    if (next.equals(last)) break;
    last = next;
  }
  return last;
}

const DIALOG = 'dialog[open], [role=dialog], [role=alertdialog]';
const hasDialog = async (page: Page): Promise<boolean> =>
  (await page.locator(DIALOG).locator('visible=true').count()) > 0;

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
  const films = [...document.querySelectorAll('video')].filter((film) => film.currentSrc && film.preload !== 'none');
  for (const film of films) {
    // How much of it has come is to be seen in its controls: all of it, then.
    if (film.controls && film.preload !== 'auto') {
      film.preload = 'auto';
      film.load();
    }
    const hasAll = () => film.buffered.length > 0 && film.buffered.end(0) === film.duration;
    const isThere = () => film.readyState >= film.HAVE_CURRENT_DATA && (!film.controls || hasAll());
    for (let tries = 0; tries < 100 && !isThere(); tries += 1) await new Promise((done) => setTimeout(done, 50));
  }
}

/** To the end of the page, at a pace at which the browser notices what comes near: that loads. */
const scrollThrough = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const noticed = (done: () => void) => new IntersectionObserver(done).observe(document.documentElement);
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise<void>(noticed);
    }
  });

/** Scrolls what scrolls in open dialogs; resolves to how much of it is out of sight, in px. */
const scrollDialogs = (page: Page, to: 'start' | 'end'): Promise<number> =>
  page.locator(DIALOG).evaluateAll((dialogs, edge) => {
    const parts = dialogs.flatMap((dialog) => [dialog, ...dialog.querySelectorAll(':not(textarea)')]);
    const scrolls = parts.filter((part) => /auto|scroll/.test(getComputedStyle(part).overflowY));
    for (const part of scrolls) part.scrollTop = edge === 'start' ? 0 : part.scrollHeight;
    return Math.max(0, ...scrolls.map((part) => part.scrollHeight - part.clientHeight));
  }, to);
