import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import { ensureChromium } from '../../scripts/chromium.ts';
import { seedStore } from '../../scripts/seed/gallery.ts';
import { SiteProcess } from '../support/site-process.ts';
import { percentile } from './row.ts';

/** One page of each kind; the gallery with its demo. */
const pages = [
  '/',
  '/book',
  '/blog',
  '/blog/energy-efficient-window-treatments-florida',
  '/service-areas/celebration',
  '/gallery',
  '/privacy',
  '/thank-you',
  '/login',
];

/** They ask search engines to leave them out, which Lighthouse would count against them. */
const unlisted = ['/thank-you', '/login'];

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = [
  ['first-contentful-paint', 'FCP ms'],
  ['largest-contentful-paint', 'LCP ms'],
  ['total-blocking-time', 'TBT ms'],
  ['speed-index', 'SI ms'],
  ['cumulative-layout-shift', 'CLS'],
] as const;

/** What is measured, and how often. */
interface Selection {
  readonly runs: number;
  /** These pages alone; all of them when it is empty. */
  readonly only: readonly string[];
}

/**
 * Lighthouse on every kind of page, phone and desktop: the four scores and the paints, each the median of `runs`.
 * Of the pages that search engines leave out, only that one audit is skipped.
 */
export async function measureLighthouse({ runs, only }: Selection): Promise<void> {
  const isSelected = (page: string) => only.length === 0 || only.includes(page);
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  try {
    if (isSelected('/gallery')) await measure(site, { page: '/gallery', name: '/gallery, empty', runs });
    await seedStore(site.dataDir);
    for (const page of pages.filter(isSelected)) await measure(site, { page, name: page, runs });
  } finally {
    await site.close();
  }
}

async function measure(site: SiteProcess, { page, name, runs }: { page: string; name: string; runs: number }) {
  for (const form of ['mobile', 'desktop'] as const) {
    const results: Result[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await audit(site.url + page, form));
    console.log(`${form.padEnd(8)}${name.padEnd(52)}${summary(results)}`);
  }
}

/** One page in a browser of its own: what one run leaves behind must not count for the next. */
export async function audit(url: string, form: 'mobile' | 'desktop'): Promise<Result> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
  });
  try {
    return await auditIn(url, form, port);
  } finally {
    await browser.close();
  }
}

/** For Lighthouse to talk to the browser. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

async function auditIn(url: string, form: 'mobile' | 'desktop', port: number): Promise<Result> {
  const flags: Flags = {
    port,
    logLevel: 'error',
    onlyCategories: [...categories],
    ...(unlisted.some((page) => url.endsWith(page)) && { skipAudits: ['is-crawlable'] }),
  };
  const run = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined);
  // The browser's trace began too late to see the page begin: nothing was measured.
  if (run?.lhr.runtimeError?.code === 'NO_NAVSTART') return await auditIn(url, form, port);
  if (!run || run.lhr.runtimeError) throw new Error(`Lighthouse: ${run?.lhr.runtimeError?.message ?? 'no result'}`);
  for (const { id, score } of Object.values(run.lhr.audits)) {
    const counts = Object.values(run.lhr.categories).some((category) =>
      category.auditRefs.some((ref) => ref.id === id && ref.weight > 0),
    );
    if (counts && score !== null && score < 0.9) console.log(`  ${form} ${new URL(url).pathname}: ${id} ${score}`);
  }
  return run.lhr;
}

function summary(results: readonly Result[]): string {
  const scores = categories.map((id) =>
    Math.round(
      100 *
        percentile(
          results.map(({ categories: all }) => all[id]?.score ?? 0),
          0.5,
        ),
    ),
  );
  const values = metrics.map(([id, name]) => {
    const median = percentile(
      results.map(({ audits }) => audits[id]?.numericValue ?? Number.NaN),
      0.5,
    );
    return `${name} ${name === 'CLS' ? median.toFixed(3) : median.toFixed(0)}`;
  });
  return `${scores.join(' ').padEnd(18)}${values.join('  ')}`;
}
