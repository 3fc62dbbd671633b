import { setTimeout as pause } from 'node:timers/promises';
import { seedStore } from '../../scripts/seed/gallery.ts';
import { SiteProcess } from '../support/site-process.ts';
import type { Selection } from './lighthouse.ts';
import { type Devtools, type TraceEvent, traceVisit } from './traced-visit.ts';

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
const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, mobile: true };

/**
 * The tasks of more than 50 ms on the main thread between the first paint and the popup, at 4x slowdown, and while a
 * gallery of a hundred works is scrolled to its end, with what they spend their time on. Time counts as the thread's own,
 * which another program on the machine does not change; of `runs` visits the best one counts. Returns how many are left
 * over all pages.
 */
export async function countLongTasks({ runs, only }: Selection) {
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  let count = 0;
  try {
    await seedStore(site.dataDir, WORKS);
    for (const page of only.length > 0 ? only : pages) {
      const seen: TraceEvent[][] = [];
      for (let run = 0; run < runs; run += 1) seen.push(await traceVisit(visitOf(site.url + page)));
      const best = seen.map(longTasks).toSorted((one, other) => total(one) - total(other))[0] ?? [];
      console.log(`${page.padEnd(52)}${best.length === 0 ? 'none' : ''}`);
      for (const task of best)
        console.log(`  ${task.ms.toFixed(0)} ms, ${task.after.toFixed(0)} ms after the first paint: ${task.what}`);
      count += best.length;
    }
  } finally {
    await site.close();
  }
  return count;
}

function visitOf(url: string) {
  return async (devtools: Devtools): Promise<void> => {
    await devtools('Emulation.setDeviceMetricsOverride', phone);
    await devtools('Emulation.setTouchEmulationEnabled', { enabled: true });
    await devtools('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await devtools('Page.navigate', { url });
    await inPage(devtools, async () => {
      while (document.readyState !== 'complete') await new Promise((done) => setTimeout(done, 100));
      if (location.href === 'about:blank') throw new Error('The page has not come');
    });
    await pause(WATCHED);
    if (url.endsWith('/gallery')) await inPage(devtools, scrollThrough, WORKS);
  };
}

/** Runs a function that stands for itself in the page. Rejects when it fails there. */
async function inPage(devtools: Devtools, work: (count: number) => Promise<void>, count = 0): Promise<void> {
  const { exceptionDetails } = (await devtools('Runtime.evaluate', {
    expression: `(${String(work)})(${count})`,
    awaitPromise: true,
  })) as { exceptionDetails?: { text: string } };
  if (exceptionDetails) throw new Error(exceptionDetails.text);
}

/** To the end of so many works, a screen at a time, as a thumb does it. */
async function scrollThrough(works: number): Promise<void> {
  const pause = () => new Promise((done) => setTimeout(done, 500));
  const late = performance.now() + 30_000;
  while (document.querySelectorAll('button.work').length < works) {
    if (performance.now() > late) throw new Error('The works have not come');
    await pause();
  }
  while (scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
    scrollBy({ top: innerHeight, behavior: 'smooth' });
    await pause();
  }
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
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint');
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
