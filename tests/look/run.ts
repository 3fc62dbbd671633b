/**
 * `npm run look -- <commit>`: how every screen looked at that commit and how it looks with the files as they are now,
 * committed or not. Both are built and run, every scene (scenes.ts) is photographed at three widths, and
 * `.netlify/look/index.html` shows what differs. It says what it sees and judges nothing: it ends well whatever differs.
 *
 * `--only=booking` takes only the scenes in whose names that is, `--width=375` one of the widths.
 * The pictures of the commit are kept and used again; `--again` takes them anew.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, lookFolder, treeOf, workingTree } from './build.ts';
import { type Shot, takePictures, widths } from './camera.ts';
import { comparePictures } from './compare.ts';
import { startHost } from './host.ts';
import { comparisonPage, percent } from './page.ts';
import { scenes } from './scenes.ts';

/** What is worth a line: a thousandth of a picture. */
const WORTH_SAYING = 0.001;

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' }, width: { type: 'string' }, again: { type: 'boolean' } },
  allowPositionals: true,
});
const [ref] = positionals;
if (!ref) {
  console.error('Please name a commit to compare with: npm run look -- main');
  process.exit(1);
}

const shots: Shot[] = widths
  .filter((width) => !values.width || String(width) === values.width)
  .flatMap((width) => scenes.map((scene) => ({ scene, width })))
  .filter(({ scene, width }) => scene.name.includes(values.only) && (scene.widths?.includes(width) ?? true));

/** Changes with the way in which pictures are taken. */
async function method(): Promise<string> {
  const hash = createHash('sha256');
  for await (const file of glob('*.ts', { cwd: import.meta.dirname })) {
    hash.update(await readFile(path.join(import.meta.dirname, file)));
  }
  return hash.digest('hex').slice(0, 10);
}

/** Takes those shots of a tree that the folder does not have; resolves to what failed. */
async function photograph(tree: string, folder: string): Promise<string[]> {
  const missing = shots.filter(({ scene, width }) => !existsSync(path.join(folder, `${scene.name} ${width}.png`)));
  if (missing.length === 0) return [];
  const host = await startHost(await build(tree));
  console.log(`Taking ${missing.length} pictures of ${tree.slice(0, 10)}…`);
  try {
    return await takePictures(host, missing, folder);
  } finally {
    await host.close();
  }
}

const folders = {
  before: path.join(lookFolder, 'before', `${await treeOf(ref)}-${await method()}`),
  after: path.join(lookFolder, 'after'),
  differences: path.join(lookFolder, 'differences'),
};
for (const folder of [folders.after, folders.differences]) await rm(folder, { recursive: true, force: true });
if (values.again) await rm(folders.before, { recursive: true, force: true });
const began = performance.now();
const failures = [
  ...(await photograph(await treeOf(ref), folders.before)).map((failure) => `Before: ${failure}`),
  ...(await photograph(await workingTree(), folders.after)).map((failure) => `After: ${failure}`),
];
const names = new Set(shots.map(({ scene, width }) => `${scene.name} ${width}`));
const compared = (await comparePictures(folders.before, folders.after, folders.differences)).filter(({ name }) =>
  names.has(name.replace(' (whole)', '')),
);
const file = path.join(lookFolder, 'index.html');
await writeFile(file, comparisonPage({ before: ref, after: 'the files as they are', compared, failures }, lookFolder));

for (const failure of failures) console.log(failure);
const notable = compared.filter(({ share }) => share > WORTH_SAYING);
for (const { name, share } of notable) console.log(`${name} ${percent(share)}`);
const seconds = Math.round((performance.now() - began) / 1000);
console.log(`${compared.length} pictures in ${seconds} s, ${notable.length} differ by more than 0.1 %: ${file}`);
