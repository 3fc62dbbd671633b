/**
 * `npm run bench`: each measured figure beside its limit. `kills`, `storm`, `fuzz` and `cross-site` exit with 1 when a
 * promise breaks (docs/security.md).
 *
 * - `npm run bench -- pages lighthouse --runs=1`: only these measures; Lighthouse once a page instead of five times.
 * - `--page=/gallery`: only this page; may be repeated. `calls --detail` names each call.
 * - `whole [<folder of another built site>]`: films when the first screen stops changing. `--film=<folder>` keeps the
 *   frames. `beside <folder>` simulates it with Lighthouse. Both measure the other site in turn.
 * - `--busy`: keeps one core busy meanwhile.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { bundleFunctions } from '../../scripts/bundle-functions.ts';
import { printRows } from './row.ts';

const { values, positionals } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string', multiple: true, default: [] },
    busy: { type: 'boolean', default: false },
    detail: { type: 'boolean', default: false },
    film: { type: 'string' },
  },
  allowPositionals: true,
});

const runs = Number(values.runs);
const only = values.page;

/** Loaded one at a time: a bundler's heap would double the time of a handler's garbage collections. */
const measures: Record<string, () => Promise<void>> = {
  start: async () => printRows(await (await import('./host.ts')).startRows()),
  answers: async () => printRows(await (await import('./answers.ts')).answerRows()),
  gallery: async () => printRows(await (await import('./gallery.ts')).galleryRows()),
  leads: async () => printRows(await (await import('./leads.ts')).leadRows()),
  insights: async () => printRows(await (await import('./insights.ts')).insightRows()),
  calls: async () => (await import('./calls.ts')).printCalls({ isDetailed: values.detail }),
  import: async () => printRows(await (await import('./functions.ts')).importRows()),
  dialog: async () => printRows(await (await import('./dialog.ts')).dialogRows()),
  pages: async () => printRows(await (await import('./pages.ts')).pageRows()),
  kills: async () => (await import('./abuse.ts')).runKills(),
  storm: async () => (await import('./abuse.ts')).runStorm(),
  fuzz: async () => (await import('./refusals.ts')).runFuzz(),
  'cross-site': async () => (await import('./refusals.ts')).runCrossSite(),
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse({ runs, only }),
};

await buildSiteIfChanged();
await bundleFunctions();
// A thread ends with its process.
if (values.busy) new Worker('for (;;);', { eval: true }).unref();
if (positionals[0] === 'beside') {
  const { measureBeside } = await import('./beside.ts');
  await measureBeside(positionals[1] ?? 'dist', { runs, only });
} else if (positionals[0] === 'whole') {
  const { measureWhole } = await import('./whole.ts');
  await measureWhole(positionals[1], { runs, only }, values.film);
} else {
  const environment = { ...process.env };
  for (const [name, measure] of Object.entries(measures)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    await measure();
    // Restores the environment that a measure has changed for its handlers.
    for (const key of Object.keys(process.env)) if (!(key in environment)) delete process.env[key];
    Object.assign(process.env, environment);
  }
}
