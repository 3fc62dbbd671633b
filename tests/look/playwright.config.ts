import path from 'node:path';
import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

const folder = path.resolve(import.meta.dirname, '../../.netlify/look');

/** The pictures of `npm run look` (run.ts): three widths, kept outside of git. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: path.join(folder, 'results'),
  snapshotPathTemplate: path.join(folder, 'pictures/{projectName}/{arg}{ext}'),
  reporter: [['line'], ['html', { outputFolder: path.join(folder, 'report'), open: 'never' }]],
  workers: 3,
  expect: {
    timeout: 20_000,
    // Two or three of 255 steps of gray are the same; a thousandth of a picture may differ.
    toHaveScreenshot: { threshold: 0.02, maxDiffPixelRatio: 0.001, animations: 'disabled' },
  },
  projects: [
    { name: '375', use: { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true } },
    { name: '768', use: { viewport: { width: 768, height: 1024 } } },
    { name: '1440', use: { viewport: { width: 1440, height: 900 } } },
  ],
});
