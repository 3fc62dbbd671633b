import { defineConfig } from '@playwright/test';
import base from '../../playwright.config.ts';

/** The walk through the second dealer's site, by a visitor in its zone. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  use: { ...base.use, timezoneId: 'America/Denver' },
});
