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
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build, forgetOthers, lookFolder, treeOf, workingTree } from './build.ts';
import { nameOf, type Shot, takePictures, widths } from './camera.ts';
import { comparePictures } from './compare.ts';
import { startHost } from './host.ts';
import { comparisonPage, percent } from './report.ts';
import { scenes } from './scenes.ts';

/** What is worth a line: a thousandth of a picture. */
const WORTH_SAYING = 0.001;

const { values, positionals } = parseArgs({
  options: { only: { type: 'string', default: '' }, width: { type: 'string' }, again: { type: 'boolean' } },
  allowPositionals: true,
});
// The hosts end with this process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [ref] = positionals;
const chosen = chosenShots();
if (!ref) console.error('Please name a commit to compare with: npm run look -- main');
else if (chosen.length === 0)
  console.error(`No scene of that width has "${values.only}" in its name: tests/look/scenes.ts`);
else await look(ref, chosen);

async function look(commit: string, shots: readonly Shot[]): Promise<void> {
  const began = performance.now();
  const trees = [await treeOf(commit), await workingTree()] as const;
  const kept = path.join(lookFolder, 'before');
  const before = path.join(kept, `${trees[0]}-${await method()}`);
  const after = path.join(lookFolder, 'after');
  const differences = path.join(lookFolder, 'differences');
  for (const folder of [after, differences]) await rm(folder, { recursive: true, force: true });
  for (const folder of await readdir(kept).catch(() => [])) {
    const isOld = values.again || path.join(kept, folder) !== before;
    if (isOld) await rm(path.join(kept, folder), { recursive: true, force: true });
  }
  await forgetOthers(trees);

  const failures = [
    ...(await photograph(trees[0], shots, before)).map((failure) => `Before: ${failure}`),
    ...(await photograph(trees[1], shots, after)).map((failure) => `After: ${failure}`),
  ];
  const names = new Set(shots.map(nameOf));
  const compared = (await comparePictures(before, after, differences)).filter(({ name }) =>
    names.has(name.replace(' (end)', '')),
  );
  const file = path.join(lookFolder, 'index.html');
  const report = { before: commit, after: 'the files as they are', compared, failures };
  await writeFile(file, comparisonPage(report, lookFolder));

  for (const failure of failures) console.log(failure);
  const notable = compared.filter(({ share }) => share > WORTH_SAYING);
  for (const { name, share } of notable) console.log(`${name} ${percent(share)}`);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${compared.length} pictures in ${seconds} s, ${notable.length} differ by more than 0.1 %: ${file}`);
}

function chosenShots(): Shot[] {
  return widths
    .filter((width) => !values.width || String(width) === values.width)
    .flatMap((width) => scenes.map((scene) => ({ scene, width })))
    .filter(({ scene, width }) => scene.name.includes(values.only) && (scene.widths?.includes(width) ?? true));
}

/** Changes with the way in which pictures are taken: those of another way are not compared with. */
async function method(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(import.meta.dirname)).toSorted()) {
    hash.update(await readFile(path.join(import.meta.dirname, file)));
  }
  return hash.digest('hex').slice(0, 10);
}

/** Takes those shots of a tree that the folder does not have; resolves to what failed. */
async function photograph(tree: string, shots: readonly Shot[], folder: string): Promise<string[]> {
  const missing = shots.filter((shot) => !existsSync(path.join(folder, `${nameOf(shot)}.png`)));
  if (missing.length === 0) return [];
  const host = await startHost(await build(tree));
  console.log(`Taking ${missing.length} pictures of ${tree.slice(0, 10)}…`);
  try {
    return await takePictures(host, missing, folder);
  } finally {
    await host.close();
  }
}
