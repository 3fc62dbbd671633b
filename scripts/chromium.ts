import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { findProgram, runCommand } from './command.ts';

/** Installed by debian-chromium.mjs, which repeats the name because it runs before the project's Node. */
const SHELL = 'chromium-headless-shell';
const names = [SHELL, 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const apps = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** This machine's Chromium, else Playwright's, else `null`. Playwright is large, and loaded only for its own. */
export function findChromium(): string | null {
  const found = findProgram(...names) ?? apps.find((program) => existsSync(program));
  if (found) return found;
  const { chromium }: typeof import('@playwright/test') = createRequire(import.meta.url)('@playwright/test');
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : null;
}

/** Finds or installs Chromium; CI prefers the faster headless shell. Throws with instructions. */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  const isBest = found?.endsWith(SHELL) || !process.env['CI'];
  if (found && isBest) return found;
  await runCommand('node', ['scripts/debian-chromium.mjs']);
  const program = findChromium();
  if (program) return program;
  throw new Error('The end-to-end tests need a browser: install Chromium, or run `npx playwright install chromium`.');
}
