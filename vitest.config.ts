import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, the longest first: one that begins last would end alone, beside idle cores. */
const LONGEST = [
  'functions/backups',
  'tests/docs',
  'scripts/data-folder',
  'functions/networks',
  'functions/damaged-records',
  'functions/upload-positions',
  'functions/owner-setup',
  'functions/kept-records',
  'functions/texts',
  'storage/blobs',
  'functions/removed',
  'functions/uploads',
  'scripts/google-connect',
  'booking/owner-changes.interleaving',
  'functions/auth.test',
  'mail/mail.test',
  'local/connections',
  'tests/brand',
  'built/rush',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const position = ({ moduleId }: TestSpecification) => {
      const index = LONGEST.findIndex((name) => moduleId.includes(name));
      return index < 0 ? LONGEST.length : index;
    };
    return (await super.sort(files)).toSorted((one, other) => position(one) - position(other));
  }
}

const support = `${import.meta.dirname}/tests/support`;
/** The pages that functions answer with, made of their sources: no unit test waits for a build. */
const pageTemplates = { find: '#page-templates', replacement: `${support}/page-templates` };
/** What only a release needs: `npm run test:long` sets `SEEDS`. */
const ofReleases = process.env['SEEDS'] ? [] : ['**/google-rush.test.ts', '**/emulator.test.ts'];
/** Settings of the tests' own: whoever edits the phone, the hours or the cities breaks no test of the code. */
export const settings = {
  find: /^#brand\/(brand|choices|categories|zone|zone-names|look)\.json$/,
  replacement: `${import.meta.dirname}/tests/fixtures/brand/$1.json`,
};

export default defineConfig({
  resolve: { alias: [pageTemplates] },
  test: {
    projects: [
      {
        extends: true,
        resolve: { alias: [settings] },
        test: {
          name: 'code',
          include: ['{src,netlify,build,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: ['tests/{built,live,engines,e2e,bench}/**', 'node_modules/**', ...ofReleases],
        },
      },
      { extends: true, test: { name: 'built', include: ['tests/built/**/*.test.ts'] } },
      { extends: true, test: { name: 'engines', include: ['tests/engines/**/*.test.ts'] } },
      // Builds the live site: `npm run test:live`.
      { extends: true, test: { name: 'live', include: ['tests/live/**/*.test.ts'] } },
    ],
    environment: 'node',
    // Twice the cores: the tests of outages wait most of their time.
    maxWorkers: 4,
    // A third of the processor time went into loading the same modules for each file anew.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    setupFiles: 'tests/support/browser/leave-no-trace.ts',
    // What hangs ends, what is merely slow on a busy machine does not.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // What the local console shows without a mail server; a test of its own reads it.
    onConsoleLog: (log) => !log.startsWith('Mail, kept in the outbox'),
  },
});
