/**
 * `npm run test:dealer`: builds the repository as a second dealer has it (copy.ts), and walks through it in a browser
 * (walk.spec.ts). Further arguments go to Playwright. About three minutes.
 */
import path from 'node:path';
import { ensureChromium } from '../../scripts/chromium.ts';
import { root, runCommand } from '../../scripts/command.ts';
import { removeCopy } from '../support/repository-copy.ts';
import { copyForSecondDealer } from './copy.ts';

const env = { FIRST_DEALER: root, PW_DISABLE_TS_ESM: '1' };
console.log(`In ${await ensureChromium()}`);
const copy = await copyForSecondDealer();
const config = path.join(copy, 'tests/dealer/playwright.config.ts');
const test = ['test', '--config', config, ...process.argv.slice(2)];
try {
  const built = await runCommand('node', [path.join(copy, 'scripts/build.ts')], {}, copy);
  process.exitCode = built || (await runCommand('playwright', test, env, copy));
} finally {
  await removeCopy(copy);
}
