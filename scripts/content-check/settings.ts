import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Finding, wrong } from './finding.ts';
import { jsonMistake } from './json.ts';

const PUT_BACK = 'Put it back.';
const TRANSLATION = 'Put it back. On a site in English alone it holds {}.';
const YOURS = 'Put yours there.';

/** The files that the site cannot be built without, and what to do where one is missing. */
const NEEDED: Readonly<Record<string, string>> = {
  'brand/brand.json': PUT_BACK,
  'brand/brand.es.json': TRANSLATION,
  'brand/choices.json': PUT_BACK,
  'brand/look.json': PUT_BACK,
  'brand/range.json': PUT_BACK,
  'brand/zone.json': PUT_BACK,
  'brand/zone-names.json': PUT_BACK,
  'brand/mark.svg': YOURS,
  'brand/pictures/hero.jpg': YOURS,
  'brand/pictures/owners.svg': YOURS,
};

/**
 * The mistakes in the files of `brand/`. All code imports these files, and can only throw at a mistake in one: so this
 * imports no code that reads them before it has read them itself.
 */
export async function settingsMistakes(root: string): Promise<Finding[]> {
  const missing = Object.entries(NEEDED).flatMap(([file, remedy]) =>
    existsSync(path.join(root, file)) ? [] : [wrong(file, `The file is missing. ${remedy}`)],
  );
  const unreadable = globSync('brand/**/*.json', { cwd: root }).flatMap((file) => {
    const mistake = jsonMistake(readFileSync(path.join(root, file), 'utf8'));
    return mistake ? wrong(file, mistake.message, mistake.line) : [];
  });
  if (missing.length + unreadable.length > 0) return [...missing, ...unreadable];
  const [{ image, readEntries }, { sources }] = await Promise.all([import('./entries.ts'), import('#schemas/all')]);
  const names = (Object.keys(sources) as (keyof typeof sources)[]).filter((name) =>
    sources[name].files.startsWith('brand/'),
  );
  const files = await Promise.all(names.map((name) => readEntries(root, name, sources[name].schema(image))));
  return files.flatMap(({ refused }) => refused);
}
