import { readFile } from 'node:fs/promises';
import type { PageTemplate } from '#server/pages/template';
import { details } from '#i18n/en/booking';
import { visit as english } from '#i18n/en/visit';
import { visitTemplate } from '#build/page-templates';

const sources = [
  'src/pages/[...language]/visit.astro',
  'src/components/visit/VisitStates.astro',
  'src/components/visit/VisitForms.astro',
  'src/components/visit/VisitPictures.astro',
];

/** What is written once for several names. */
const repeated: readonly (readonly [loop: RegExp, names: readonly string[]])[] = [
  [/\{inputs\.map\(.*\n([\s\S]*?)\)\)\}/, ['address', 'phone']],
  [/\{\(\['noted', 'pictured'\].*\n([\s\S]*?)\)\)\}/, ['noted', 'pictured']],
];

/** The page's unbuilt templates with a language's words: unit tests need no build and no components. */
export async function templateWith(words: Readonly<Record<string, string>>): Promise<PageTemplate> {
  const texts = await Promise.all(sources.map(markupOf));
  let source = texts.join('\n').replace(/<DialedText html=(\{words\.\w+\}) [^>]+>/g, '$1');
  for (const [loop, names] of repeated) {
    source = source.replace(loop, (_, markup: string) => names.map((name) => named(markup, name)).join(''));
  }
  const filled = source.replace(/\{(?:words|details)\.(\w+)\}/g, (_, name: string) => words[name] ?? `{words.${name}}`);
  return visitTemplate(
    `<html><a href="/es/visit" hreflang="es"></a><main id="main">The page without a visit ${filled}</main><footer></footer></html>`,
  );
}

export default await templateWith({ ...english, notes: details.notes });

/** Markup that the page repeats for each of these names, as it is for one. */
function named(markup: string, name: string): string {
  const plain = markup.replace(/=\{`([^`]*)`[^}]*\}/g, '="$1"').replace(/\{`([^`]*)`\}/g, '$1');
  return plain
    .replace(/\$\{name\}/g, name)
    .replaceAll('{name}', `"${name}"`)
    .replaceAll('[name]', `.${name}`);
}

/** The part after the frontmatter. */
async function markupOf(file: string): Promise<string> {
  const [, , ...markup] = (await readFile(file, 'utf8')).split('---\n');
  return markup.join('---\n');
}
