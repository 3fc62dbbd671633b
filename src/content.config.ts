import { readdir, readFile } from 'node:fs/promises';
import { defineCollection } from 'astro:content';
import type { CollectionConfig } from 'astro/content/config';
import { glob, type Loader, type LoaderContext } from 'astro/loaders';
import type { z } from 'astro/zod';
import { siteLanguages } from '#i18n/site-languages';
import { type ContentSource, type SourceName, sources, type TranslatedName } from '#schemas/all';
import { addressOf, filesOf } from '#schemas/files';
import { translatedNames, translationSchema } from '#schemas/translations';

const originals = Object.entries<ContentSource>(sources).map(([name, { schema }]) => [
  name,
  defineCollection({ loader: files(name as SourceName), schema: ({ image }) => schema(image) }),
]);

const translations = translatedNames.map((name) => [
  `${name}-es`,
  defineCollection({ loader: files(name, '.es'), schema: ({ image }) => translationSchema(name, image) }),
]);

type Schema<Name extends SourceName> = ReturnType<(typeof sources)[Name]['schema']>;

/**
 * See `docs/content.md`. `<name>.es.md` beside `<name>.md`: the collection `blog-es` translates `blog`. Some, such as
 * `business`, are queried by no page, but the build checks them.
 */
export const collections = Object.fromEntries([...originals, ...translations]) as {
  [Name in SourceName]: CollectionConfig<Schema<Name>>;
} & { [Name in TranslatedName as `${Name}-es`]: CollectionConfig<z.ZodType> };

/** Loads a collection's files, which `scripts/mistakes-first.ts` has checked. */
function files(source: SourceName, language: '' | '.es' = ''): Loader {
  const { folder, patterns } = filesOf(source, language);
  const base = `./${folder}`;
  const entries = glob({ pattern: [...patterns], base, generateId: ({ entry }) => addressOf(entry) });
  return {
    name: 'content-files',
    load: async (context) => {
      await forgetOldSchemas(context);
      // A site in English alone reads no translation.
      if (language === '.es' && !siteLanguages.includes('es')) return context.store.clear();
      await entries.load(context);
    },
  };
}

/** Astro keeps checked entries between builds. This drops them when a schema or a language changes: Astro does not notice. */
async function forgetOldSchemas({ config, generateDigest, meta, store }: LoaderContext): Promise<void> {
  const folder = new URL('schemas/', config.srcDir);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const digest = generateDigest([...siteLanguages, ...sources].join('\n'));
  if (meta.get('schemas') !== digest) store.clear();
  meta.set('schemas', digest);
}
