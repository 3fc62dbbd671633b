import { readFile } from 'node:fs/promises';

/**
 * The markup of an Astro file, without its frontmatter. Of this the templates of unit tests are made, by the code of the
 * build: so no test waits for a build. What Astro makes of the components in it is of no matter to these tests.
 */
export async function markupOf(file: string): Promise<string> {
  const [, , ...markup] = (await readFile(file, 'utf8')).split('---\n');
  return markup.join('---\n');
}
