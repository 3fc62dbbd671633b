import { readFile } from 'node:fs/promises';
import { visitTemplate } from '../../../scripts/page-templates.ts';

/**
 * The templates of the page as they are written: unit tests wait for no build, and what Astro makes of the components in
 * them is of no matter here.
 */
const sources = [
  'src/pages/[...language]/visit.astro',
  'src/components/visit/VisitStates.astro',
  'src/components/visit/VisitChoice.astro',
];
const texts = await Promise.all(sources.map(markupOf));

export default visitTemplate(
  `<html><main id="main">The page without a visit ${texts.join('\n')}</main><footer></footer></html>`,
);

/** What comes after the frontmatter. */
async function markupOf(file: string): Promise<string> {
  const [, , ...markup] = (await readFile(file, 'utf8')).split('---\n');
  return markup.join('---\n');
}
