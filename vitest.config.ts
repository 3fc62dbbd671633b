import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{src,netlify,scripts,tests}/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/bench/**', 'node_modules/**'],
    environment: 'node',
    testTimeout: 20_000,
    // What the local console shows without a mail server; a test of its own reads it.
    onConsoleLog: (log) => !log.startsWith('Mail, kept in the outbox'),
  },
});
