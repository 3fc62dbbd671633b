import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findBreaches, type SourceFile } from './support/architecture.ts';
import type { Aliases } from './support/imports.ts';

/** By a name: knip takes a pattern in the call itself for imports of all that it finds. */
const SOURCES = '{src,netlify,build}/**/*.{ts,tsx,astro}';
const manifest: { imports: Aliases } = JSON.parse(await readFile('package.json', 'utf8'));

async function readSources(): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  for await (const path of glob(SOURCES)) {
    files.push({ path: path.replaceAll('\\', '/'), text: await readFile(path, 'utf8') });
  }
  return files;
}

test('every file keeps to the design', async () => {
  const files = await readSources();
  expect(files.length).toBeGreaterThan(20);
  expect(findBreaches(files, manifest.imports)).toEqual([]);
});

function breachesOf(path: string, text: string): string[] {
  return findBreaches([{ path, text }], manifest.imports);
}

test.each([
  ['src/contracts/a.ts', `import { z } from 'zod';`, 'zod/mini is the zod of this project'],
  ['src/contracts/a.ts', `import { format } from 'date-fns';`, 'contracts may import zod/mini alone'],
  ['src/contracts/a.ts', `import { x } from '../lib/x.ts';`, 'contracts may import src/i18n/en/owner-rules.ts, src'],
  [
    'src/contracts/a.ts',
    `import { book } from '#i18n/en/book';`,
    'contracts may import src/i18n/en/owner-rules.ts, src',
  ],
  ['src/lib/a.ts', `import type { Slot } from '#contracts/calendar';`, 'lib may import nothing'],
  [
    'src/islands/ui/a.ts',
    `export { open } from '#islands/booking/booking-store.ts';`,
    'islands/ui may import browser, contracts, lib',
  ],
  ['src/lib/a.ts', `type Page = import('#business').Page;`, 'lib may import nothing'],
  ['src/lib/deep/a.ts', `import { useState } from 'react';`, 'React is for islands alone'],
  [
    'src/islands/deals/A.tsx',
    `const page = await import('../booking/B.tsx');`,
    'islands/deals may import islands/ui, browser, contracts, lib',
  ],
  [
    'src/islands/booking/A.tsx',
    `import '#business';`,
    'islands/booking may import islands/ui, browser, contracts, lib',
  ],
  [
    'src/components/ui/A.astro',
    `---\nimport { business } from '#business';\n---\n<p />`,
    'components may import browser, contracts, lib, i18n, assets, styles',
  ],
  [
    'src/components/ui/A.astro',
    `<p />\n<script>\n  import '#islands/booking/booking-store.ts';\n</script>`,
    'components may import browser, contracts, lib, i18n, assets, styles',
  ],
  ['src/pages/a.astro', `---\nimport { postSchema } from '#schemas/collections';\n---`, 'pages may import'],
  ['src/pages/a.astro', `---\nimport x from '../../netlify/server/env.ts';\n---`, 'src never imports netlify'],
  ['src/lib/a.test.ts', `import { loadEnv } from '#server/env';`, 'src never imports netlify'],
  ['src/lib/a.ts', `import { x } from '#tests/support/x';`, 'lib may import nothing'],
  ['src/lib/a.ts', `import { x } from '#nowhere/x';`, 'no alias of package.json leads there'],
  ['src/lib/a.ts', `const x = (name: string) => import(name);`, 'only shows when it runs'],
  ['netlify/server/calendar/a.ts', `import { json } from '#server/http/messages';`, 'server/calendar may import'],
  [
    'netlify/server/calendar/a.ts',
    `import { open } from '#islands/booking/booking-store.ts';`,
    'server/calendar may import',
  ],
  ['netlify/server/leads/a.ts', `import { createMailer } from '#server/mail/mailer';`, 'server/leads may import'],
  ['netlify/server/mail/a.ts', `import { json } from '#server/http/messages';`, 'server/mail may import contracts'],
  ['netlify/server/jobs/a.ts', `import { openStores } from '#server/storage/stores';`, 'no rule says what server/jobs'],
  [
    'src/browser/a.ts',
    `import { session } from '#islands/admin/sign-in/session.ts';`,
    'browser may import contracts, lib, i18n',
  ],
  ['netlify/functions/a.ts', `import { business } from '#business';`, 'functions may import contracts, server/*'],
  ['netlify/local/a.ts', `import { bookSlot } from '#server/booking/booking';`, 'local may import env'],
  ['build/a.ts', `import { openBooking } from '#islands/booking/booking-store.ts';`, 'build may import lib'],
  ['netlify/jobs/a.ts', `import { bookSlot } from '#server/booking/booking';`, 'no rule says what jobs may import'],
])('%s may not: %s', (path, text, rule) => {
  expect(breachesOf(path, text)).toEqual([expect.stringContaining(rule)]);
  expect(breachesOf(path, text)[0]).toContain(path);
});

test.each([
  ['src/contracts/a.ts', `import * as z from 'zod/mini'; import './text.ts'; import '#i18n/en/owner-rules';`],
  ['src/lib/a.ts', `import { format } from 'date-fns-tz'; // import '#islands/booking/booking-store.ts'`],
  ['src/islands/booking/A.tsx', `import { Field } from '../ui/Field.tsx'; import { useState } from 'react';`],
  ['src/browser/site.ts', `import('#browser/unsent-requests'); import { post } from '#browser/api-client';`],
  [
    'src/pages/a.astro',
    `---\nimport { getCollection } from 'astro:content';\nimport '#styles/a.css';\n---\n<p>import '#islands/x'</p>`,
  ],
  ['src/components/a.astro', `---\nimport font from '@fontsource/x/a.woff2?url';\n---`],
  ['netlify/server/http/a.ts', `import { bookSlot } from '#server/booking/booking';`],
  ['netlify/server/calendar/a.ts', `import { Slot } from '#contracts/calendar'; import '#server/storage/port';`],
  ['netlify/server/alerts/a.ts', `import type { News } from '#server/mail/channel';`],
  ['netlify/local/main.ts', `import { loadEnv } from '#server/env'; import(process.argv[2]);`],
  ['src/lib/a.test.ts', `import { openBooking } from '#islands/booking/booking-store.ts'; import '#tests/support/x';`],
])('%s may: %s', (path, text) => {
  expect(breachesOf(path, text)).toEqual([]);
});

test.each(['src/pages/index.test.ts', 'netlify/functions/book.test.ts'])('%s is refused', (path) => {
  expect(breachesOf(path, '')).toEqual([expect.stringContaining('would become a route')]);
});
