/** `npm run fonts`: writes the typefaces into `src/assets/fonts`. Run it after an update of their packages. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './command.ts';
import { splitFonts } from '#build/fonts';

const folder = path.join(root, 'src/assets/fonts');
await mkdir(folder, { recursive: true });
for (const [name, bytes] of await splitFonts()) {
  await writeFile(path.join(folder, name), bytes);
  console.log(`${name.padEnd(24)}${bytes.length} bytes`);
}
