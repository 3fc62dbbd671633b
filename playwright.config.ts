import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.ts';

const executablePath = findChromium();

export default defineConfig({
  testDir: 'tests',
  // `npm run test:long` sets `SEEDS`.
  testMatch: process.env['SEEDS'] ? '{e2e,long/browser}/*.spec.ts' : 'e2e/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // More than the cores: browsers wait for each other, and for what tests wait for.
  workers: 4,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    timezoneId: 'America/New_York',
    locale: 'en-US',
    // What moves costs a fifth of a test's processor time. The tests of dialogs, menus and pictures that move ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test, kept for the one in a thousand that fails, cost an eighth of the machine's time:
    // `npx playwright test --last-failed --trace on` makes one of what failed.
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        // Pages of one site in one process: what it has compiled for one it has for the next.
        '--process-per-site',
        // A page lives for seconds: what compilers make faster for later (axe, most of all) costs more than it gains.
        '--js-flags=--no-maglev --no-opt --single-threaded',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
