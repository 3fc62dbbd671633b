import path from 'node:path';
import { siteLanguages } from '#i18n/site-languages';
import { withTranslation } from '#lib/translation';
import type { TranslatedName } from '#schemas/all';
import { translationSchema } from '#schemas/translations';
import { type Entry, image, readEntries } from './entries.ts';
import { due, type Finding, wrong } from './finding.ts';
import { lackingIn } from './figures.ts';
import { deadLinks, missingAlts } from './markdown.ts';
import { stringsIn } from './specified.ts';
import { longTitle } from './titles.ts';

type Words = Entry<Record<string, unknown>>;

const titles: Partial<Record<TranslatedName, string>> = { blog: 'title', 'service-areas': 'metaTitle' };

/** The Spanish files of a collection, `<name>.es.md`. */
export async function readTranslations(root: string, name: TranslatedName) {
  return { name, ...(await readEntries(root, name, translationSchema(name, image), '.es')) };
}

type Translations = Awaited<ReturnType<typeof readTranslations>>;
type Originals = Readonly<Record<TranslatedName, readonly Entry<object>[]>>;

/** Checks the Spanish content by the entries that it translates. */
export function checkTranslations(
  collections: readonly Translations[],
  originals: Originals,
  addresses: ReadonlySet<string>,
): Finding[] {
  // No translations at all is fine: the site is in one language.
  const isTranslated = collections.some(({ entries, refused }) => entries.length + refused.length > 0);
  return isTranslated ? collections.flatMap((spanish) => checkCollection(spanish, originals, addresses)) : [];
}

function checkCollection(
  { name, entries, refused }: Translations,
  originals: Originals,
  addresses: ReadonlySet<string>,
): Finding[] {
  const byId = new Map(originals[name].map((entry) => [entry.id, entry]));
  const translated = new Set([...entries.map(({ id }) => id), ...refused.map(({ file }) => idOf(file))]);
  // A site in Spanish alone may have the first files in Spanish themselves.
  const isDue = siteLanguages.includes('en') || translated.size > 0;
  return [
    ...originals[name].flatMap(({ id, file }) => (translated.has(id) || !isDue ? [] : missing(file))),
    ...(entries as Words[]).flatMap((entry) => [
      ...unfit(entry, byId.get(entry.id)?.fields),
      ...unlike(entry, byId.get(entry.id)),
      ...unreviewed(entry),
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

/** Figures that were changed in one language alone. */
function unlike({ file, fields, text }: Words, original: Entry<object> | undefined): Finding[] {
  if (!original) return [];
  // Only what is translated: the other fields of the English file have no words.
  const words = Object.entries(original.fields).flatMap(([name, value]) => (name in fields ? stringsIn(value) : []));
  const [english, spanish] = [words.concat(original.text).join('\n'), stringsIn(fields).concat(text).join('\n')];
  const figures = [...lackingIn(spanish, english), ...lackingIn(english, spanish)].join(', ');
  return figures
    ? [wrong(file, `Not in both languages: ${figures}. Prices, per cents and dates are the same in both.`)]
    : [];
}
