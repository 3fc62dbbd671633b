/**
 * `npm run bench`: the figures that are measured here, beside what they are to reach. A new one is one more measure.
 * `kills`, `storm`, `fuzz` and `cross-site` end with 1 when something that must hold does not (docs/security.md).
 * `npm run bench -- pages lighthouse --runs=1` measures some of them, Lighthouse once a page instead of five times;
 * `--page=/gallery` of the pages that one alone (it may be said again for others); `calls --detail` names each call.
 * `npm run bench -- beside <folder of another built site>` measures both in turn; `--busy` with one core busy.
 */
import { parseArgs } from 'node:util';
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { runKills, runStorm } from './abuse.ts';
import { measureBeside } from './beside.ts';
import { printCalls } from './calls.ts';
import { dialogRows } from './dialog.ts';
import { answerRows, importRows } from './functions.ts';
import { galleryRows } from './gallery.ts';
import { galleryPageRows } from './gallery-page.ts';
import { startRows } from './host.ts';
import { googleRows } from './google.ts';
import { insightRows } from './insights.ts';
import { leadRows } from './leads.ts';
import { measureLighthouse } from './lighthouse.ts';
import { countLongTasks } from './long-tasks.ts';
import { pageRows } from './pages.ts';
import { runCrossSite, runFuzz } from './refusals.ts';
import { printRows } from './row.ts';

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string', multiple: true, default: [] },
    busy: { type: 'boolean', default: false },
    detail: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const runs = Number(values.runs);
const measures: Record<string, () => Promise<void>> = {
  start: async () => printRows(await startRows()),
  import: async () => printRows(await importRows()),
  google: async () => printRows(await googleRows()),
  answers: async () => printRows(await answerRows()),
  calls: () => printCalls({ isDetailed: values.detail }),
  gallery: async () => printRows(await galleryRows()),
  'gallery-page': async () => printRows(await galleryPageRows()),
  dialog: async () => printRows(await dialogRows()),
  leads: async () => printRows(await leadRows()),
  insights: async () => printRows(await insightRows()),
  pages: async () => printRows(await pageRows()),
  'long-tasks': async () => {
    if ((await countLongTasks({ runs, only: values.page })) > 0) process.exitCode = 1;
  },
  kills: runKills,
  storm: runStorm,
  fuzz: runFuzz,
  'cross-site': runCrossSite,
  lighthouse: () => measureLighthouse({ runs, only: values.page }),
};

await buildSiteIfChanged();
if (positionals[0] === 'beside') {
  await measureBeside({ folder: positionals[1] ?? 'dist', runs, only: values.page, busy: values.busy });
} else {
  for (const [name, measure] of Object.entries(measures)) {
    if (positionals.length === 0 || positionals.includes(name)) await measure();
  }
}
