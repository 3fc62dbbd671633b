import { defineConfig } from '@playwright/test';
import zone from '#brand/zone.json' with { type: 'json' };
import base from '../../playwright.config.ts';

/** The walk through another dealer's site, by a visitor in its zone. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.spec.ts',
  use: { ...base.use, timezoneId: zone.timeZone },
});
