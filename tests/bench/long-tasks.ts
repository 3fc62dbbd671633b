import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { ensureChromium } from '../../scripts/chromium.ts';
import { seedStore } from '../../scripts/seed/gallery.ts';
import { SiteProcess } from '../support/site-process.ts';

/** One page of each kind, as a visitor with no saved choice opens it. */
const pages = [
  '/',
  '/service-areas/celebration',
  '/blog/energy-efficient-window-treatments-florida',
  '/blog',
  '/gallery',
  '/book',
  '/privacy',
  '/thank-you',
];
/** Works in the gallery, which is scrolled to its end. */
const WORKS = 100;
const LONG_MS = 50;
/** How many times slower than this machine the phone is. */
const SLOWDOWN = 4;
/** ms after the page has loaded: until just before the popup, with what loads for it. */
const WATCHED = 1900;
/** Lighthouse's phone. */
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** What Chromium writes into a trace, of which a part is asked for; times are µs. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly data?: { readonly url?: string; readonly type?: string; readonly functionName?: string } };
}

/**
 * The tasks of more than 50 ms on the main thread between the first paint and the popup, at 4x slowdown, and while a
 * gallery of a hundred works is scrolled to its end, with what they spend their time on. Time counts as the thread's own, which another program on the machine does not change; the best of
 * `runs` is taken, task for task. Returns how many are left over all pages.
 */
export async function countLongTasks({ runs, only }: { readonly runs: number; readonly only: readonly string[] }) {
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  let count = 0;
  try {
    await seedStore(site.dataDir, WORKS);
    for (const page of only.length > 0 ? only : pages) {
      const seen: TraceEvent[][] = [];
      for (let run = 0; run < runs; run += 1) seen.push(await trace(browser, site.url + page));
      const best = seen.map(longTasks).toSorted((one, other) => total(one) - total(other))[0] ?? [];
      console.log(`${page.padEnd(52)}${best.length === 0 ? 'none' : ''}`);
      for (const task of best)
        console.log(`  ${task.ms.toFixed(0)} ms, ${task.after.toFixed(0)} ms after the first paint: ${task.what}`);
      count += best.length;
    }
  } finally {
    await browser.close();
    await site.close();
  }
  return count;
}

async function trace(browser: Browser, url: string): Promise<TraceEvent[]> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    const events = collect(devtools);
    const categories = [
      'toplevel',
      'devtools.timeline',
      'loading',
      'blink.user_timing',
      'disabled-by-default-devtools.timeline',
    ];
    await devtools.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: categories },
    });
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(WATCHED);
    if (url.endsWith('/gallery')) await scrollThrough(page);
    await devtools.send('Tracing.end');
    return await events;
  } finally {
    await context.close();
  }
}

/** To the end, a screen at a time, as a thumb does it. */
async function scrollThrough(page: Page): Promise<void> {
  await page
    .locator('.work')
    .nth(WORKS - 1)
    .waitFor({ state: 'attached' });
  await page.evaluate(async () => {
    while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      scrollBy({ top: innerHeight, behavior: 'smooth' });
      await new Promise((done) => setTimeout(done, 500));
    }
  });
}

function collect(devtools: CDPSession): Promise<TraceEvent[]> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  return new Promise((resolve) => devtools.once('Tracing.tracingComplete', () => resolve(events)));
}

interface Task {
  readonly ms: number;
  /** ms after the first paint. */
  readonly after: number;
  readonly what: string;
}

const total = (tasks: readonly Task[]) => tasks.reduce((sum, { ms }) => sum + ms, 0);
const lasted = ({ tdur, dur = 0 }: TraceEvent) => (tdur ?? dur) / 1000;

function longTasks(events: readonly TraceEvent[]): Task[] {
  const paint = events.find(({ name }) => name === 'firstContentfulPaint');
  if (!paint) throw new Error('The trace has no first paint');
  const thread = events.filter(({ pid, tid, ph }) => pid === paint.pid && tid === paint.tid && ph === 'X');
  // Some tasks stand in the trace twice, one name within the other.
  const tasks = thread.filter(({ name, ts }) => name === 'ThreadControllerImpl::RunTask' && ts > paint.ts);
  return tasks
    .filter((task) => lasted(task) > LONG_MS)
    .map((task) => ({ ms: lasted(task), after: (task.ts - paint.ts) / 1000, what: partsOf(task, thread) }));
}

/** The longest parts of a task, by their names. */
function partsOf(task: TraceEvent, thread: readonly TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0);
  const parts = thread
    .filter((event) => event !== task && event.ts >= task.ts && event.ts < end && lasted(event) > lasted(task) / 6)
    .map((event) => {
      const { url = '', type = '', functionName = '' } = event.args.data ?? {};
      return `${[event.name, type, functionName, url.split('/').at(-1)].filter(Boolean).join(' ')} ${lasted(event).toFixed(0)}`;
    });
  return parts.slice(0, 12).join(', ') || 'nothing that Chromium names';
}
