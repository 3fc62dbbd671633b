import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { typefaceFiles } from './typefaces.ts';

const folder = path.resolve(import.meta.dirname, '../brand/typefaces');

test('the typefaces that are served are those of the installed packages (npm run fonts)', async () => {
  const made = await typefaceFiles();
  expect((await readdir(folder)).toSorted()).toEqual(['sources.json', ...made.keys()].toSorted());
  for (const [name, bytes] of made) {
    expect(Buffer.compare(await readFile(path.join(folder, name)), bytes), name).toBe(0);
  }
});
