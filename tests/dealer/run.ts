/**
 * `npm run test:dealer`: makes the repository of each other dealer (copy.ts), runs `npm test` there, and walks through
 * its site in a browser, looking for what is left of the first dealer (walk.spec.ts). `-- third` tries one of them.
 * `--walk` leaves out `npm test` and only builds. About fifteen minutes each.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../../scripts/chromium.ts';
import { parseOptions, root, runCommand } from '../../scripts/command.ts';
import { removeCopy } from '../support/repository-copy.ts';
import { copyForDealer, type Dealer, dealers } from './copy.ts';

const { values, positionals } = parseOptions({ options: { walk: { type: 'boolean' } }, allowPositionals: true });
const named = dealers.filter((dealer) => positionals.length === 0 || positionals.includes(dealer));
if (named.length === 0) throw new Error(`There are: ${dealers.join(', ')}`);
console.log(`In ${await ensureChromium()}`);
for (const dealer of named) process.exitCode = (await tryDealer(dealer)) || (process.exitCode ?? 0);

/** Resolves to the exit code. */
async function tryDealer(dealer: Dealer): Promise<number> {
  console.log(`\n== The ${dealer} dealer`);
  const copy = await copyForDealer(dealer);
  try {
    // The second one writes articles, which this way has none.
    await rm(path.join(copy, 'src/content/blog'), { recursive: true, force: true });
    // Lint and tests ask git which files are the repository's.
    await runCommand('git', ['init', '--quiet'], {}, copy);
    const part = values.walk ? ['build'] : [];
    const tested = await runCommand('node', [path.join(copy, 'scripts/test.ts'), ...part], {}, copy);
    const walk = ['test', '--config', path.join(copy, 'tests/dealer/playwright.config.ts')];
    return (await runCommand('playwright', walk, { FIRST_DEALER: root, PW_DISABLE_TS_ESM: '1' }, copy)) || tested;
  } finally {
    await removeCopy(copy);
  }
}
