/**
 * `npm run test:dealer`: makes the repository of each other dealer (copy.ts), runs `npm test` there, and walks through
 * its site in a browser, looking for what is left of the first dealer (walk.spec.ts). `-- third` tries one of them.
 * `--walk` leaves out `npm test` and only builds. About fifteen minutes each; the fourth takes three, since the other
 * tests read the pages at the root in English, which is not its first language.
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
/** The tests of built pages that know no first language. */
const ofLanguages = ['languages', 'head', 'json-ld', 'host'].map((name) => `tests/built/${name}.test.ts`);

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
    const isEnglish = dealer !== 'fourth';
    const part = values.walk || !isEnglish ? ['build'] : [];
    const tests = path.join(copy, 'scripts/test.ts');
    const tested =
      (await runCommand('node', [tests, ...part], {}, copy)) ||
      (isEnglish ? 0 : await runCommand('vitest', ['run', '--project=built', ...ofLanguages], {}, copy));
    const walk = ['test', '--config', path.join(copy, 'tests/dealer/playwright.config.ts')];
    return (await runCommand('playwright', walk, { FIRST_DEALER: root, PW_DISABLE_TS_ESM: '1' }, copy)) || tested;
  } finally {
    await removeCopy(copy);
  }
}
