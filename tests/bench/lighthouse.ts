import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from '../../scripts/chromium.ts';
import { captureCommand } from '../../scripts/command.ts';
import { areaPage, articlePage } from '#tests/support/addresses';
import { seedStore } from '../../scripts/seed/gallery.ts';
import { SiteProcess } from '../support/site-process.ts';
import { percentile } from './row.ts';

/** One page of each kind, and Spanish ones; the gallery with its demo. */
const pages = [
  '/',
  '/es',
  '/es/book',
  '/es/sol',
  `/es${areaPage}`,
  '/book',
  '/sun',
  '/blog',
  articlePage,
  areaPage,
  '/gallery',
  '/privacy',
  '/thank-you',
  '/login',
];

/** Pages that exclude search engines, which Lighthouse would count against them. */
const unlisted = ['/thank-you', '/login'];

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const metrics = [
  ['first-contentful-paint', 'FCP ms'],
  ['largest-contentful-paint', 'LCP ms'],
  ['total-blocking-time', 'TBT ms'],
  ['speed-index', 'SI ms'],
  ['cumulative-layout-shift', 'CLS'],
] as const;

export interface Selection {
  readonly runs: number;
  /** Only these pages; all if empty. */
  readonly only: readonly string[];
}

/** The scores and paints of each kind of page, on phone and desktop: medians of `runs`. */
export async function measureLighthouse({ runs, only }: Selection): Promise<void> {
  const site = await SiteProcess.open({ RATE_LIMIT: 'off' });
  try {
    if (only.length === 0) await measure(site, { page: '/gallery', name: '/gallery, empty', runs });
    await seedStore(site.dataDir);
    for (const page of only.length > 0 ? only : pages) await measure(site, { page, name: page, runs });
  } finally {
    await site.close();
  }
}

async function measure(site: SiteProcess, { page, name, runs }: { page: string; name: string; runs: number }) {
  for (const form of ['mobile', 'desktop'] as const) {
    const results: Report[] = [];
    for (let run = 0; run < runs; run += 1) results.push(await audit(site.url + page, form));
    console.log(`${form.padEnd(8)}${name.padEnd(52)}${summary(results)}`);
  }
}

/** npm fetches it on demand: it would add a hundred megabytes to every installation. */
const LIGHTHOUSE = 'lighthouse@13.5.0';

/** The used parts of Lighthouse's report. */
interface Report {
  readonly runtimeError?: { readonly code: string; readonly message: string };
  readonly categories: Readonly<
    Record<string, { score: number | null; auditRefs: readonly { id: string; weight: number }[] }>
  >;
  readonly audits: Readonly<Record<string, { id: string; score: number | null; numericValue?: number }>>;
}

/** Audits a page in a fresh browser, so that runs do not affect each other. */
async function audit(url: string, form: 'mobile' | 'desktop'): Promise<Report> {
  const report = await reportOn(url, [
    ...(form === 'desktop' ? ['--preset=desktop'] : []),
    ...(unlisted.some((page) => url.endsWith(page)) ? ['--skip-audits=is-crawlable'] : []),
  ]);
  // The trace missed the page's start: nothing was measured.
  if (report.runtimeError?.code === 'NO_NAVSTART') return await audit(url, form);
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`);
  for (const { id, score } of Object.values(report.audits)) {
    const counts = Object.values(report.categories).some((category) =>
      category.auditRefs.some((ref) => ref.id === id && ref.weight > 0),
    );
    if (counts && score !== null && score < 0.9) console.log(`  ${form} ${new URL(url).pathname}: ${id} ${score}`);
  }
  return report;
}

async function reportOn(url: string, options: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'));
  const file = path.join(folder, 'report.json');
  try {
    const { output } = await captureCommand(
      'npm',
      [
        ...['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', url],
        ...['--quiet', '--no-enable-error-reporting', '--output=json', `--output-path=${file}`],
        `--only-categories=${categories.join()}`,
        `--chrome-flags=${['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic'].join(' ')}`,
        ...options,
      ],
      { CHROME_PATH: await ensureChromium() },
    );
    const report = await readFile(file, 'utf8').catch(() => null);
    if (report === null) throw new Error(`Lighthouse left no report: ${output}`);
    return JSON.parse(report) as Report;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The median of a figure: an audit's value, or a category's score out of 100. */
function medianOf(reports: readonly Report[], figure: string): number {
  const of = ({ audits, categories: all }: Report) =>
    audits[figure]?.numericValue ?? 100 * (all[figure]?.score ?? Number.NaN);
  return percentile(reports.map(of), 0.5);
}

function summary(results: readonly Report[]): string {
  const scores = categories.map((id) => Math.round(medianOf(results, id)));
  const values = metrics.map(([id, name]) => `${name} ${medianOf(results, id).toFixed(name === 'CLS' ? 3 : 0)}`);
  return `${scores.join(' ').padEnd(18)}${values.join('  ')}`;
}
