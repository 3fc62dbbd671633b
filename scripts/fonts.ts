/**
 * `npm run fonts`: writes the typefaces of `brand/typefaces`, made of the packages that its sources.json names. Run it
 * after a change there, and after an update of the packages.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './command.ts';
import { splitFonts } from '#build/split-fonts';

const folder = path.join(root, 'brand/typefaces');
for (const [name, bytes] of await splitFonts()) {
  await writeFile(path.join(folder, name), bytes);
  console.log(`${name.padEnd(24)}${bytes.length} bytes`);
}
