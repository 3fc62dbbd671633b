import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { coreRange, splitFonts } from './split-fonts.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'brand/typefaces');

test('the typefaces that are served are those of the installed packages (npm run fonts)', async () => {
  const made = await splitFonts();
  expect((await readdir(folder)).filter((file) => file.endsWith('.woff2')).toSorted()).toEqual(
    [...made.keys()].toSorted(),
  );
  for (const [name, bytes] of made) {
    expect(Buffer.compare(await readFile(path.join(folder, name)), bytes), name).toBe(0);
  }
});

test('a browser takes from the first part what stands in it', async () => {
  const css = await readFile(path.join(root, 'brand/typefaces/typefaces.css'), 'utf8');
  const ranges = [...css.matchAll(/-core\.woff2[^}]*unicode-range:([^;]+);/g)].map(([, range = '']) => range);
  expect(ranges.map((range) => range.replace(/\s/g, ''))).toEqual([coreRange, coreRange]);
});
