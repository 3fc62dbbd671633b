import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Finding, wrong } from './finding.ts';
import { jsonMistake } from './json.ts';

/**
 * The mistakes in the files of `brand/`. All code imports these files, and can only throw at a mistake in one: so this
 * imports no code that reads them before it has read them itself.
 */
export async function settingsMistakes(root: string): Promise<Finding[]> {
  const unreadable: Finding[] = [];
  for await (const file of glob('brand/**/*.json', { cwd: root })) {
    const mistake = jsonMistake(await readFile(path.join(root, file), 'utf8'));
    if (mistake) unreadable.push(wrong(file, mistake.message, mistake.line));
  }
  if (unreadable.length > 0) return unreadable;
  const [{ image, readEntries }, { sources }] = await Promise.all([import('./entries.ts'), import('#schemas/all')]);
  const names = (Object.keys(sources) as (keyof typeof sources)[]).filter((name) =>
    sources[name].files.startsWith('brand/'),
  );
  const files = await Promise.all(names.map((name) => readEntries(root, name, sources[name].schema(image))));
  return files.flatMap(({ refused }) => refused);
}
