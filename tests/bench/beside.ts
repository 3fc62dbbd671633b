import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startHost } from '#local/host';
import { areaPage, articlePage } from '#tests/support/addresses';
import { seedStore } from '../../scripts/seed/gallery.ts';
import { audit, medianOf, type Report, type Selection } from './lighthouse.ts';
import { besideEachOther } from './row.ts';

const root = path.resolve(import.meta.dirname, '../..');
const pages = ['/', areaPage, articlePage, '/blog', '/gallery', '/book', '/sun'];
const figures = {
  FCP: 'first-contentful-paint',
  LCP: 'largest-contentful-paint',
  TBT: 'total-blocking-time',
  score: 'performance',
} as const;

/**
 * Measures our pages and another built site's in turn, on the same host with the demo's gallery, so that a slow moment
 * of the machine hits both. A path missing there is compared with its home page. Each line: the medians of ours, the
 * other's and their ratio, as Lighthouse simulates a phone on slow 4G.
 */
export async function measureBeside(folder: string, { runs, only }: Selection): Promise<void> {
  await withBothSites(folder, async ([ours, other]) => {
    console.log(`medians of ${runs}: ours, the other, ratio`);
    for (const page of only.length > 0 ? only : pages) {
      const measured: [Report[], Report[]] = [[], []];
      for (let run = 0; run < runs; run += 1) {
        measured[0].push(await audit(ours + page, 'mobile'));
        measured[1].push(await audit(other + pathIn(folder, page), 'mobile'));
      }
      const [one, two] = measured;
      const compared = Object.entries(figures).map(([name, figure]) =>
        besideEachOther(name, [medianOf(one, figure)], [medianOf(two, figure)]),
      );
      console.log(`${page.padEnd(52)}${compared.join('   ')}`);
    }
  });
}

/** Serves our pages, and those of `folder` if given, with the demo's gallery, while `measure` runs. */
export async function withBothSites(
  folder: string | undefined,
  measure: (urls: readonly [ours: string, other?: string]) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'beside-'));
  await seedStore(dataDir);
  const folders = [path.join(root, 'dist'), ...(folder ? [path.resolve(folder)] : [])];
  const hosts = await Promise.all(folders.map((dist) => serve(dist, dataDir)));
  try {
    await measure(hosts.map(({ url }) => url) as [string, string?]);
  } finally {
    await Promise.all(hosts.map((host) => host.close()));
    await rm(dataDir, { recursive: true });
  }
}

/** A built site with our functions and headers. */
const serve = (dist: string, dataDir: string) =>
  startHost({
    dist,
    functionsDir: path.join(root, '.netlify/functions-bundled'),
    configFile: path.join(root, 'netlify.toml'),
    port: 0,
    env: { DATA_DIR: dataDir, RATE_LIMIT: 'off' },
  });

function pathIn(folder: string, page: string): string {
  return ['.html', '/index.html'].some((end) => existsSync(path.join(folder, page + end))) ? page : '/';
}
