/**
 * `npm run bench -- <name>…`: each measured figure beside its limit; without a name, what there is.
 *
 * - `lighthouse --runs=1 --page=/gallery`: only this page, which may be repeated, once instead of five times.
 * - `whole`: films when the first screen stops changing, and takes the same.
 * - `calls --detail` names each call.
 */
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { bundleFunctions } from '../../scripts/bundle-functions.ts';
import { parseOptions } from '../../scripts/command.ts';
import { printRows } from './row.ts';

const { values, positionals } = parseOptions({
  options: {
    runs: { type: 'string', default: '5' },
    page: { type: 'string', multiple: true, default: [] },
    detail: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const selection = { runs: Number(values.runs), only: values.page };

/** Loaded one at a time: a bundler's heap would double the time of a handler's garbage collections. */
const measures: Record<string, () => Promise<void>> = {
  answers: async () => printRows(await (await import('./answers.ts')).answerRows()),
  leads: async () => printRows(await (await import('./leads.ts')).leadRows()),
  calls: async () => (await import('./calls.ts')).printCalls({ isDetailed: values.detail }),
  load: async () => printRows(await (await import('./load.ts')).loadRows()),
  budgets: async () => printRows(await (await import('./pages.ts')).pageRows()),
  lighthouse: async () => (await import('./lighthouse.ts')).measureLighthouse(selection),
  whole: async () => (await import('./whole.ts')).measureWhole(selection),
};

const asked = Object.entries(measures).filter(([name]) => positionals.includes(name));
if (asked.length === 0) {
  console.log(`npm run bench -- <name>: ${Object.keys(measures).join(', ')}`);
  process.exit();
}
await buildSiteIfChanged();
await bundleFunctions();
const environment = { ...process.env };
for (const [, measure] of asked) {
  await measure();
  // Restores the environment that a measure has changed for its handlers.
  for (const key of Object.keys(process.env)) if (!(key in environment)) delete process.env[key];
  Object.assign(process.env, environment);
}
