/**
 * `npm run test:dealer`: makes the repository of a second dealer (copy.ts), runs `npm test` there, and walks through its
 * site in a browser, looking for what is left of the first dealer (walk.spec.ts). Further arguments go to the walk's
 * Playwright; `--walk` leaves out `npm test` and only builds. About fifteen minutes.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../../scripts/chromium.ts';
import { root, runCommand } from '../../scripts/command.ts';
import { removeCopy } from '../support/repository-copy.ts';
import { copyForSecondDealer } from './copy.ts';

const [first, ...rest] = process.argv.slice(2);
const isWalk = first === '--walk';
const env = { FIRST_DEALER: root, PW_DISABLE_TS_ESM: '1' };
console.log(`In ${await ensureChromium()}`);
const copy = await copyForSecondDealer();
const config = path.join(copy, 'tests/dealer/playwright.config.ts');
const walk = ['test', '--config', config, ...(isWalk ? rest : process.argv.slice(2))];
// This one writes no articles.
await rm(path.join(copy, 'src/content/blog'), { recursive: true });
// Lint and tests ask git which files are the repository's.
await runCommand('git', ['init', '--quiet'], {}, copy);
try {
  const tested = await runCommand('node', [path.join(copy, 'scripts/test.ts'), ...(isWalk ? ['build'] : [])], {}, copy);
  process.exitCode = (await runCommand('playwright', walk, env, copy)) || tested;
} finally {
  await removeCopy(copy);
}
