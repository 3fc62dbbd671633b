import path from 'node:path';
import { siteLanguages } from '#i18n/site-languages';
import { withTranslation } from '#lib/translation';
import { type ContentSource, sources } from '#schemas/all';
import { type TranslatedName, translatedNames, translationSchema } from '#schemas/translations';
import { type Entry, image, readEntries } from './entries.ts';
import { due, type Finding, wrong } from './finding.ts';
import { deadLinks, linksOf, missingAlts } from './markdown.ts';
import { longTitle } from './titles.ts';

type Words = Entry<Record<string, unknown>>;

const titles: Partial<Record<TranslatedName, string>> = { blog: 'title', 'service-areas': 'metaTitle' };

/** Checks the Spanish content, `<name>.es.md` in `src/content`. */
export async function checkTranslations(root: string, addresses: ReadonlySet<string>): Promise<Finding[]> {
  if (!siteLanguages.includes('es')) return [];
  const collections = await Promise.all(translatedNames.map((name) => readBoth(root, name)));
  // No translations at all is fine: the site is in one language.
  const isTranslated = collections.some(({ spanish }) => spanish.entries.length + spanish.refused.length > 0);
  return isTranslated ? collections.flatMap((both) => checkCollection(both, addresses)) : [];
}

type Both = Awaited<ReturnType<typeof readBoth>>;

async function readBoth(root: string, name: TranslatedName) {
  const { schema }: ContentSource = sources[name];
  const [originals, spanish] = await Promise.all([
    readEntries(root, name, schema(image)),
    readEntries(root, name, translationSchema(name, image), '.es'),
  ]);
  return { name, originals, spanish };
}

function checkCollection({ name, originals, spanish }: Both, addresses: ReadonlySet<string>): Finding[] {
  const byId = new Map(originals.entries.map((entry) => [entry.id, entry.fields as object]));
  const translated = new Set([
    ...spanish.entries.map(({ id }) => id),
    ...spanish.refused.map(({ file }) => idOf(file)),
  ]);
  return [
    ...originals.entries.flatMap(({ id, file }) => (translated.has(id) ? [] : missing(file))),
    ...(spanish.entries as Words[]).flatMap((entry) => [
      ...unfit(entry, byId.get(entry.id)),
      ...unreviewed(entry),
      ...englishLinks(entry),
      ...deadLinks(entry.file, entry.text, addresses),
      ...missingAlts(entry.file, entry.text),
      ...longTitle(entry.file, titles[name] ?? '', String(entry.fields[titles[name] ?? ''] ?? '')),
    ]),
  ];
}

const idOf = (file: string) => path.basename(file).replace(/\.es\.\w+$/, '');

const missing = (file: string) =>
  due(file, 'Not translated: the Spanish page shows the English text. Write its words into a file ending in .es.md.');

const unreviewed = ({ file, fields }: Words): Finding[] =>
  fields['translation'] === 'unreviewed'
    ? [due(file, 'The Spanish is unreviewed. Once a reader of Spanish has passed it, write translation: reviewed.')]
    : [];

/** A translation needs the same number of items and a description for each picture. */
function unfit({ file, fields }: Words, original: object | undefined): Finding[] {
  try {
    withTranslation(original ?? {}, fields);
    return [];
  } catch (error) {
    return [wrong(file, error instanceof Error ? error.message : String(error))];
  }
}

function englishLinks({ file, text }: Words): Finding[] {
  const english = linksOf(text).filter((target) => /^\/(?!es(?:[/#?]|$))/.test(target));
  return english.map((target) => wrong(file, `The link ${target} leads to the English page. Begin it with /es.`));
}
