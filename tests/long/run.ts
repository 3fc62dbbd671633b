/**
 * `npm run test:long`: what only a release needs. Longer runs and more seeds of the tests in which processes die or
 * crowd, other engines, all unit tests at five moments that code gets wrong, and all browser tests: those in `browser/`
 * too, and each in both languages. One part builds a site that texts. `-- spring engines` runs these alone. `mutations`
 * takes an hour and runs only by its name. It goes on after a failure.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureChromium } from '../../scripts/chromium.ts';
import { root, runCommand } from '../../scripts/command.ts';
import { buildSiteIfChanged } from '../../scripts/build-site.ts';
import { bundleFunctions } from '../../scripts/bundle-functions.ts';

/** In Eastern Time; a run takes some minutes, so that three of them pass their change. */
const clocks = {
  sunday: '2027-01-10T00:30:00-05:00',
  spring: '2027-03-14T01:59:00-05:00',
  saturday: '2027-06-12T13:00:00-04:00',
  fall: '2027-11-07T01:58:00-04:00',
  'new-year': '2027-12-31T23:57:00-05:00',
};

/** Node alone: what `faketime` shifts beside it (timers, files, other programs) no test asks for, and not all have it. */
const clockAt = (moment: string) => ({
  TZ: 'America/New_York',
  CLOCK_AHEAD: String(Date.parse(moment) - Date.now()),
  NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'tests/support/clock.ts')).href}`,
});

const parts: Record<string, () => Promise<number>> = {
  async seeds() {
    await build();
    return await runCommand('vitest', ['run', '--project=code', '--project=built'], { SEEDS: '5' });
  },
  async browser() {
    await build();
    console.log(`In ${await ensureChromium()}`);
    return await runCommand('playwright', ['test'], { SEEDS: '1', PW_DISABLE_TS_ESM: '1' });
  },
  /** With a build that draws the box for texts. The next part builds anew. */
  async texts() {
    const switched = { TEXTS: 'log' };
    Object.assign(process.env, switched);
    await build();
    const code = await runCommand('playwright', ['test', 'e2e/texts'], { ...switched, PW_DISABLE_TS_ESM: '1' });
    delete process.env['TEXTS'];
    return code;
  },
  engines: () => runCommand('vitest', ['run', '--project=engines']),
  /** The changes of the lead's rules and of the admin's stores that no test notices. */
  mutations: () => runCommand('stryker', ['run', 'tests/long/stryker.json']),
  ...Object.fromEntries(
    Object.entries(clocks).map(([name, moment]) => [
      name,
      () => runCommand('vitest', ['run', '--project=code'], clockAt(moment)),
    ]),
  ),
};

async function build(): Promise<void> {
  await buildSiteIfChanged();
  await bundleFunctions();
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in parts));
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(', ')}. There are: ${Object.keys(parts).join(', ')}`);
  process.exit(1);
}
const results: Record<string, { result: string; seconds: number }> = {};
for (const [name, run] of Object.entries(parts)) {
  if (asked.length > 0 ? !asked.includes(name) : name === 'mutations') continue;
  console.log(`\n== ${name}`);
  const began = performance.now();
  const code = await run();
  if (code !== 0) process.exitCode = 1;
  const seconds = Math.round((performance.now() - began) / 1000);
  results[name] = { result: code === 0 ? 'passed' : 'FAILED', seconds };
}
console.table(results);
