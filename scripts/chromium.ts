import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { runCommand } from './command.ts';

/** What debian-chromium.mjs installs; named there too, since that runs before there is a Node for this file. */
const SHELL = 'chromium-headless-shell';
const names = [SHELL, 'chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const macPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** The Chromium of this machine, else Playwright's own where that has been downloaded; `null` without either. */
export function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const installed = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...installed, ...macPrograms, chromium.executablePath()].find((program) => existsSync(program)) ?? null;
}

/**
 * Finds Chromium or installs Debian's package of it; on a machine of CI the quicker one even where the other is there.
 * Throws with what to install where it can do neither.
 */
export async function ensureChromium(): Promise<string> {
  const found = findChromium();
  const isBest = found?.endsWith(SHELL) || !process.env['CI'];
  if (found && isBest) return found;
  await runCommand('node', ['scripts/debian-chromium.mjs']);
  const program = findChromium();
  if (program) return program;
  throw new Error('The end-to-end tests need a browser: install Chromium, or run `npx playwright install chromium`.');
}
