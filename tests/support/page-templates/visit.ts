import { readFile } from 'node:fs/promises';
import type { PageTemplate } from '#server/pages/template';
import { visit as english } from '#i18n/en/visit';
import { visitTemplate } from '#build/page-templates';

const sources = [
  'src/pages/[...language]/visit.astro',
  'src/components/visit/VisitStates.astro',
  'src/components/visit/VisitForms.astro',
  'src/components/visit/VisitPictures.astro',
];

/** The page's unbuilt templates with a language's words: unit tests need no build and no components. */
export async function templateWith(words: Readonly<Record<string, string>>): Promise<PageTemplate> {
  const texts = await Promise.all(sources.map(markupOf));
  const source = texts.join('\n').replace(/<DialedText html=(\{words\.\w+\}) [^>]+>/g, '$1');
  const filled = source.replace(/\{words\.(\w+)\}/g, (_, name: string) => words[name] ?? `{words.${name}}`);
  return visitTemplate(
    `<html><a href="/es/visit" hreflang="es"></a><main id="main">The page without a visit ${filled}</main><footer></footer></html>`,
  );
}

export default await templateWith(english);

/** The part after the frontmatter. */
async function markupOf(file: string): Promise<string> {
  const [, , ...markup] = (await readFile(file, 'utf8')).split('---\n');
  return markup.join('---\n');
}
