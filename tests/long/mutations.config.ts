import { defineConfig } from 'vitest/config';
import { settings } from '../../vitest.config.ts';

/**
 * The quick unit tests of what `stryker.json` changes: a test of a race takes seconds, for each change anew. Stryker would
 * run all projects of the other configuration.
 */
export default defineConfig({
  resolve: { alias: [settings] },
  test: {
    include: ['{src/lead,src/islands/admin,netlify/server/leads}/**/*.test.{ts,tsx}'],
    exclude: ['**/*.interleaving.test.ts'],
    isolate: false,
    setupFiles: 'tests/support/browser/leave-no-trace.ts',
  },
});
