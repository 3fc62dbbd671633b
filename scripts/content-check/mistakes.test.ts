import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root as project } from '../command.ts';
import { refusedContent } from './collections.ts';
import { wrong } from './finding.ts';
import { lineAt } from './json.ts';
import { settingsMistakes } from './settings.ts';

const read = (file: string) => readFile(path.join(project, file), 'utf8');
const [mistakes, guide] = await Promise.all([read('docs/mistakes.md'), read('docs/content.md')]);

/** The example of the guide that it gives this name. */
const example = (file: string) => guide.split(`\`${file}\``)[1]?.match(/```markdown\n([\s\S]*?)```/)?.[1] ?? '';

let root = '';
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'mistakes-'));
});
afterEach(() => rm(root, { recursive: true }));

async function put(file: string, text: string | Uint8Array): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

const inBrand = ['mark.svg', 'pictures/hero.jpg', 'pictures/owners.svg', 'brand.es.json'];

/** The fixture's dealer, on a site in English alone. */
async function putBrand(): Promise<void> {
  await cp(path.join(project, 'tests/fixtures/brand'), path.join(root, 'brand'), { recursive: true });
  for (const file of inBrand) await put(`brand/${file}`, '{}');
}

const rows = [...mistakes.matchAll(/^\| `(.+?)` +\| `(.+?)` +\| `(.+?)` +\| `(.+?)` +\|$/gm)];

test.each(rows.map(([, ...cells]) => cells as [string, string, string, string]))(
  '%s: in place of %s, %s is told with its line',
  async (named, right, written, sentence) => {
    const isSetting = named.startsWith('brand/');
    const text = isSetting ? await read(`tests/fixtures/${named}`) : example(named);
    const file = isSetting ? named : `src/content/${named}`;
    for (const picture of ['exterior-lanai', 'pair-sheer'])
      await put(`src/assets/${picture}.jpg`, Uint8Array.of(0xff, 0xd8, 0xff));
    if (isSetting) await putBrand();
    const check = isSetting ? settingsMistakes : refusedContent;
    await put(file, text);
    expect(await check(root)).toEqual([]);
    expect(text).toContain(right);
    const mistaken = text.replace(right, () => written);
    await put(file, mistaken);
    expect(await check(root)).toContainEqual(wrong(file, sentence, lineAt(mistaken, mistaken.indexOf(written))));
  },
);

test('each file of brand/ that is missing is told', async () => {
  await putBrand();
  for (const file of [...(await readdir(path.join(project, 'tests/fixtures/brand'))), ...inBrand]) {
    const [place, aside] = [path.join(root, 'brand', file), path.join(root, 'aside')];
    await rename(place, aside);
    expect(await settingsMistakes(root)).toEqual([
      expect.objectContaining({ file: `brand/${file}`, message: expect.stringMatching(/^The file is missing\. Put /) }),
    ]);
    await rename(aside, place);
  }
});

test('a file of brand/ that an editor saved with a byte order mark is told', async () => {
  await putBrand();
  await put('brand/brand.es.json', '\uFEFF{}');
  expect(await settingsMistakes(root)).toEqual([
    wrong('brand/brand.es.json', expect.stringMatching(/^A hidden sign stands before the first/), 1),
  ]);
});

test('there are ten of a marketer, and ten in brand/', () => {
  const counts = Object.groupBy(rows, ([, file = '']) => (file.startsWith('brand/') ? 'brand' : 'content'));
  expect(Math.min(counts.brand?.length ?? 0, counts.content?.length ?? 0)).toBeGreaterThan(9);
});
