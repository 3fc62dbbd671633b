import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { isShown } from '#lib/live';
import { pageNames } from '#lib/seo';
import { newestFirst } from '#lib/time/dates';
import { withTranslation } from '#lib/translation';
import type { Language } from './language.ts';
import { inEachLanguage, parameterOf } from './pages.ts';
import { siteLanguages } from './site-languages.ts';

/** Of an entry without a translation. On a site in Spanish alone it is in Spanish itself. */
const originalLang = siteLanguages.includes('en') ? 'en' : undefined;

/** A collection that has translations. */
type TranslatedName = {
  [Name in CollectionKey]: `${Name}-es` extends CollectionKey ? Name : never;
}[CollectionKey];

/** An entry as a language's pages show it. */
export interface LocalEntry<Name extends TranslatedName> {
  readonly id: string;
  readonly data: CollectionEntry<Name>['data'];
  /** The entry whose text is rendered: the translation, if any. */
  readonly source: CollectionEntry<Name>;
  /** `en` for an untranslated entry on a Spanish page. */
  readonly lang: 'en' | undefined;
}

/** The entries of a collection in a language, by their order. An untranslated one says so in `lang`. */
export async function entriesIn<Name extends TranslatedName>(
  language: Language,
  name: Name,
): Promise<LocalEntry<Name>[]> {
  const originals = (await getCollection(name)).filter(isShown).toSorted((one, other) => orderOf(one) - orderOf(other));
  if (language === 'en') return originals.map((source) => ({ ...partsOf(source), source, lang: undefined }));
  const translations = await getCollection(`${name}-es` as CollectionKey);
  const byId = new Map(translations.map((entry) => [entry.id, entry as CollectionEntry<Name>]));
  return originals.map((original) => {
    const source = byId.get(original.id);
    // A translation of the fields alone is none.
    if (!source || (hasText(original) && !hasText(source)))
      return { ...partsOf(original), source: original, lang: originalLang };
    return { id: original.id, data: withTranslation(original.data, source.data), source, lang: undefined };
  });
}

const partsOf = <Name extends TranslatedName>({ id, data }: CollectionEntry<Name>) => ({ id, data });

/** The place among the entries; 0 in a collection that says none. */
const orderOf = ({ data }: { data: object }) => ('order' in data ? Number(data.order) : 0);

const hasText = ({ body = '' }: { body?: string | undefined }) => body.trim() !== '';

/** The articles, the newest first. */
export const guidesIn = async (language: Language) => newestFirst(await entriesIn(language, 'blog'));

/** The pages that are written (`pageSchema`), in the footer's order. The file without a language decides for all. */
export async function writtenPagesIn(language: Language): Promise<LocalEntry<(typeof pageNames)[number]>[]> {
  const pages = pageNames.map(async (name) => {
    const [original] = await entriesIn('en', name);
    return original && hasText(original.source) ? await entriesIn(language, name) : [];
  });
  return (await Promise.all(pages)).flat();
}

/** The entry of a collection with one file, such as the hero. Throws without it. */
export async function onlyEntryIn<Name extends TranslatedName>(
  language: Language,
  name: Name,
): Promise<LocalEntry<Name>> {
  const [entry] = await entriesIn(language, name);
  if (!entry) throw new Error(`The file of "${name}" in src/content is missing: put it back, and change its fields.`);
  return entry;
}

/** `getStaticPaths` of a page in each language, if the collection has an entry. */
export const ifAny = async (name: TranslatedName) => ((await entriesIn('en', name)).length > 0 ? inEachLanguage() : []);

/** `getStaticPaths` of a page for each entry in each language. */
export async function entryInEachLanguage<Name extends TranslatedName>(name: Name) {
  const pages = siteLanguages.map(async (language) => {
    const entries = await entriesIn(language, name);
    return entries.map((entry) => ({ params: { language: parameterOf(language), slug: entry.id }, props: { entry } }));
  });
  return (await Promise.all(pages)).flat();
}
