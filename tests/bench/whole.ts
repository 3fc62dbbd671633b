import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import { fromZonedTime } from 'date-fns-tz/fromZonedTime';
import sharp from 'sharp';
import zone from '#brand/zone.json' with { type: 'json' };
import { ensureChromium } from '../../scripts/chromium.ts';
import { seedStore } from '../../scripts/seed/gallery.ts';
import { areaPage, articlePage } from '#tests/support/addresses';
import type { Selection } from './lighthouse.ts';
import { SiteProcess } from '../support/site-process.ts';
import { percentile } from './row.ts';

/** A screen, its network and its processor. `latency`: ms a round trip. */
interface Form {
  readonly options: BrowserContextOptions;
  readonly kilobits: number;
  readonly latency: number;
  /** Compared with this machine. */
  readonly slowdown: number;
  readonly pages: readonly string[];
}

const kinds = ['/', areaPage, articlePage, '/blog'];
const forms: Readonly<Record<string, Form>> = {
  phone: {
    options: { viewport: { width: 390, height: 664 }, isMobile: true, hasTouch: true, deviceScaleFactor: 1 },
    kilobits: 1600,
    latency: 150,
    slowdown: 4,
    pages: [...kinds, '/gallery', '/book', '/sun'],
  },
  desktop: {
    options: { viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1 },
    kilobits: 10_000,
    latency: 40,
    slowdown: 1,
    pages: kinds.slice(0, 2),
  },
};

/** The share of pixels that may differ from the end. */
const SAME = 0.003;
/** A pixel differs from this sum of its red, green and blue differences (0 to 765). */
const PIXEL_DIFFERS = 60;
/** ms of filming after the page has loaded. */
const FILMED = 4000;

/** Of the business. Home is filmed at each: nothing of it may wait for the hour. The other pages at the first. */
const HOURS = ['14:00', '08:00', '21:00'] as const;

/** ms after the navigation's start. */
interface Seen {
  readonly fcp: number;
  readonly lcp: number;
  /** The first frame from which the window looks as at the end. */
  readonly whole: number;
}

interface Frame {
  /** ms after the navigation's start. */
  readonly at: number;
  readonly png: Buffer;
}

/**
 * Films when a page's first screen stops changing, on a slowed network and processor with a clean profile. Prints
 * medians.
 */
export async function measureWhole({ runs, only }: Selection): Promise<void> {
  const executablePath = await ensureChromium();
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  try {
    await seedStore(site.dataDir);
    for (const [name, form] of Object.entries(forms)) {
      for (const page of only.length > 0 ? only : form.pages) {
        for (const hour of page === '/' ? HOURS : HOURS.slice(0, 1)) {
          const seen: Seen[] = [];
          for (let run = 0; run < runs; run += 1)
            seen.push(await filmVisit(executablePath, site.url + page, form, hour));
          console.log(`${name.padEnd(8)}${`${page} at ${hour}`.padEnd(52)}${summary(seen)}`);
        }
      }
    }
  } finally {
    await site.close();
  }
}

/** One visit in a fresh browser. */
async function filmVisit(executablePath: string, url: string, form: Form, clock: string): Promise<Seen> {
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] });
  try {
    const { frames, ...paints } = await film(browser, url, form, clock);
    return { ...paints, whole: await wholeAt(frames) };
  } finally {
    await browser.close();
  }
}

async function film(browser: Browser, url: string, { options, kilobits, latency, slowdown }: Form, clock: string) {
  const context = await browser.newContext(options);
  await context.addInitScript(stopClock, fromZonedTime(`2026-12-01T${clock}`, zone.timeZone).getTime());
  await context.addInitScript(watchPaints);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const throughput = (kilobits * 1024) / 8;
  const line = { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput };
  await devtools.send('Network.emulateNetworkConditions', line);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const shots: { timestamp: number; data: string }[] = [];
  devtools.on('Page.screencastFrame', ({ metadata, data, sessionId }) => {
    shots.push({ timestamp: metadata.timestamp ?? 0, data });
    // The browser may have been closed meanwhile.
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
  });
  await devtools.send('Page.startScreencast', { format: 'png', everyNthFrame: 1 });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(FILMED);
  const { origin, ...paints } = await readPaints(page);
  const frames = shots.map(({ timestamp, data }) => ({
    at: timestamp * 1000 - origin,
    png: Buffer.from(data, 'base64'),
  }));
  // Without the screen before the visit.
  return { ...paints, frames: frames.filter(({ at }) => at > 0) };
}

/** Runs first in the page. Playwright's clock would also change the times of paints. */
function stopClock(now: number): void {
  globalThis.Date = class extends Date {
    constructor(...given: []) {
      super(...(given.length > 0 ? given : ([now] as unknown as [])));
    }
    static override now = () => now;
  } as DateConstructor;
}

/** Runs in the page. The visitor has dismissed the popup. */
function watchPaints(): void {
  localStorage.setItem('deals-popup-dismissed', String(Date.now()));
  new PerformanceObserver((list) => {
    Reflect.set(window, 'lastPaint', list.getEntries().at(-1)?.startTime);
  }).observe({ type: 'largest-contentful-paint', buffered: true });
}

const readPaints = (page: Page) =>
  page.evaluate(() => ({
    origin: performance.timeOrigin,
    fcp: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    lcp: Reflect.get(window, 'lastPaint') as number,
  }));

/** For frames in order. */
async function wholeAt(frames: readonly Frame[]): Promise<number> {
  const pictures = await Promise.all(frames.map(({ png }) => pixelsOf(png)));
  const last = pictures.at(-1);
  if (!last) throw new Error('Nothing was filmed');
  const unlike = pictures.findLastIndex((picture) => difference(picture, last) > SAME);
  return frames[unlike + 1]?.at ?? Number.NaN;
}

const pixelsOf = (png: Buffer): Promise<Buffer> => sharp(png).removeAlpha().raw().toBuffer();

/** The share of differing pixels. */
function difference(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return 1;
  const apart = (byte: number) => Math.abs((one[byte] ?? 0) - (other[byte] ?? 0));
  let count = 0;
  for (let byte = 0; byte < one.length; byte += 3) {
    if (apart(byte) + apart(byte + 1) + apart(byte + 2) > PIXEL_DIFFERS) count += 1;
  }
  return (3 * count) / one.length;
}

const summary = (seen: readonly Seen[]): string =>
  (['fcp', 'lcp', 'whole'] as const)
    .map(
      (figure) =>
        `${figure} ${percentile(
          seen.map((one) => one[figure]),
          0.5,
        ).toFixed(0)}`,
    )
    .join('   ');
