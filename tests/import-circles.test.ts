import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { SourceFile } from './support/architecture.ts';
import { findCircles } from './support/import-circles.ts';
import type { Aliases } from './support/imports.ts';

/** By a name: knip takes a pattern in the call itself for imports of all that it finds. */
const SOURCES = '{src,netlify,scripts,tests}/**/*.{ts,tsx,astro,mjs}';
const manifest: { imports: Aliases } = JSON.parse(await readFile('package.json', 'utf8'));

test('no files and no folders import each other in a circle', async () => {
  const files: SourceFile[] = [];
  for await (const path of glob(SOURCES)) {
    if (/\.(test|spec)\.tsx?$/.test(path)) continue;
    files.push({ path: path.replaceAll('\\', '/'), text: await readFile(path, 'utf8') });
  }
  expect(files.length).toBeGreaterThan(100);
  expect(findCircles(files, manifest.imports)).toEqual([]);
});

function circlesIn(files: Readonly<Record<string, string>>): string[] {
  return findCircles(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    manifest.imports,
  );
}

test('files that import each other are found, types too', () => {
  const circle = {
    'src/lib/a.ts': `import { b } from './b.ts';`,
    'src/lib/b.ts': `import { c } from '#lib/c';`,
    'src/lib/c.ts': `import type { A } from './a.ts';`,
    'src/lib/d.ts': `import { a } from './a.ts';`,
  };
  expect(circlesIn(circle)).toEqual(['src/lib/a.ts <-> src/lib/b.ts <-> src/lib/c.ts']);
});

test('folders side by side that import each other are found, whatever their files do', () => {
  const circle = {
    'netlify/server/booking/book.ts': `import { port } from '#server/calendar/port';`,
    'netlify/server/calendar/port.ts': '',
    'netlify/server/calendar/google/driver.ts': `import { slots } from '#server/booking/slots';`,
    'netlify/server/booking/slots.ts': '',
  };
  expect(circlesIn(circle)).toEqual(['netlify/server/booking <-> netlify/server/calendar']);
});

test('a folder may import its own folders, and they it', () => {
  const nested = {
    'src/lib/a.ts': `import { b } from './deep/b.ts';`,
    'src/lib/deep/b.ts': `import { c } from '../c.ts';`,
    'src/lib/c.ts': '',
  };
  expect(circlesIn(nested)).toEqual([]);
});
