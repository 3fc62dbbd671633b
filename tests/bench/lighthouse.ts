import { chromium } from '@playwright/test';
import lighthouse, { desktopConfig, type Flags, type Result } from 'lighthouse';
import { ensureChromium } from '../../scripts/chromium.ts';
import { SiteProcess } from '../support/site-process.ts';
import { percentile } from './row.ts';

/** One page of each kind. */
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

/** Of the browser, for Lighthouse to talk to. */
const PORT = 9333;

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = [
  ['first-contentful-paint', 'FCP ms'],
  ['largest-contentful-paint', 'LCP ms'],
  ['total-blocking-time', 'TBT ms'],
  ['speed-index', 'SI ms'],
  ['cumulative-layout-shift', 'CLS'],
] as const;

/**
 * Lighthouse on every kind of page, phone and desktop: the four scores and the paints, each the median of `runs`.
 * Of the pages that search engines leave out, only that one audit is skipped.
 */
export async function measureLighthouse(runs: number): Promise<void> {
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  try {
    for (const form of ['mobile', 'desktop'] as const) {
      for (const page of pages) {
        const results: Result[] = [];
        for (let run = 0; run < runs; run += 1) results.push(await audit(site.url + page, form));
        console.log(`${form.padEnd(8)}${page.padEnd(52)}${summary(results)}`);
      }
    }
  } finally {
    await site.close();
  }
}

/** One page in a browser of its own: what one run leaves behind must not count for the next. */
async function audit(url: string, form: 'mobile' | 'desktop'): Promise<Result> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${PORT}`],
  });
  try {
    return await auditIn(url, form);
  } finally {
    await browser.close();
  }
}

async function auditIn(url: string, form: 'mobile' | 'desktop'): Promise<Result> {
  const flags: Flags = {
    port: PORT,
    logLevel: 'error',
    onlyCategories: [...categories],
    ...(unlisted.some((page) => url.endsWith(page)) && { skipAudits: ['is-crawlable'] }),
  };
  const run = await lighthouse(url, flags, form === 'desktop' ? desktopConfig : undefined);
  // The browser's trace began too late to see the page begin: nothing was measured.
  if (run?.lhr.runtimeError?.code === 'NO_NAVSTART') return await auditIn(url, form);
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
