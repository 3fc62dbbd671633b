/**
 * `npm run fonts`: writes the typefaces of `brand/typefaces`, made of the packages that its sources.json names, and says
 * what they weigh. Run it after a change there, and after an update of the packages.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './command.ts';
import { MAX_TYPEFACES, typefaceFiles } from '#build/typefaces';

const inKilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
let sum = 0;
for (const [name, bytes] of await typefaceFiles()) {
  await writeFile(path.join(root, 'brand/typefaces', name), bytes);
  if (!name.endsWith('.woff2')) continue;
  sum += bytes.length;
  console.log(`${name.padEnd(24)}${inKilobytes(bytes.length)}`);
}
const isHeavy = sum > MAX_TYPEFACES * 1000;
const remedy = isHeavy ? ' Choose lighter ones, or fewer weights under "axes" in brand/typefaces/sources.json.' : '';
console.log(`${'together'.padEnd(24)}${inKilobytes(sum)} of ${MAX_TYPEFACES}.${remedy}`);
if (isHeavy) process.exitCode = 1;
