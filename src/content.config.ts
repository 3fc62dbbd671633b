import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineCollection } from 'astro:content';
import { AstroError } from 'astro/errors';
import { glob, type Loader, type LoaderContext } from 'astro/loaders';
import { siteLanguages } from '#i18n/site-languages';
import { type SourceName, sources } from '#schemas/all';
import { addressOf as nameOf, filesOf, type FileProblem, fileProblems, nameProblem, parts } from '#schemas/files';
import { type TranslatedName, translationSchema } from '#schemas/translations';

const translationsOf = (name: TranslatedName) =>
  defineCollection({ loader: files(name, '.es'), schema: ({ image }) => translationSchema(name, image) });

/** `<name>.es.md` beside `<name>.md`: the collection `blog-es` translates `blog`. */
const translations = {
  'blog-es': translationsOf('blog'),
  'service-areas-es': translationsOf('service-areas'),
  'promotions-es': translationsOf('promotions'),
  'products-es': translationsOf('products'),
  'reviews-es': translationsOf('reviews'),
  'faq-es': translationsOf('faq'),
  'owners-es': translationsOf('owners'),
  'hero-es': translationsOf('hero'),
  'benefits-es': translationsOf('benefits'),
  'pairing-es': translationsOf('pairing'),
  'tax-banner-es': translationsOf('tax-banner'),
  'process-es': translationsOf('process'),
  'privacy-es': translationsOf('privacy'),
  'accessibility-es': translationsOf('accessibility'),
  'warranty-es': translationsOf('warranty'),
  'financing-es': translationsOf('financing'),
  'business-es': translationsOf('business'),
  'categories-es': translationsOf('categories'),
} satisfies Record<`${TranslatedName}-es`, unknown>;

/** See `docs/content.md`. One line each: Astro reads the fields' types here. */
export const collections = {
  ...translations,
  products: defineCollection({
    loader: files('products'),
    schema: ({ image }) => sources.products.schema(image),
  }),
  promotions: defineCollection({
    loader: files('promotions'),
    schema: ({ image }) => sources.promotions.schema(image),
  }),
  reviews: defineCollection({ loader: files('reviews'), schema: sources.reviews.schema }),
  faq: defineCollection({ loader: files('faq'), schema: sources.faq.schema }),
  blog: defineCollection({ loader: files('blog'), schema: ({ image }) => sources.blog.schema(image) }),
  'service-areas': defineCollection({
    loader: files('service-areas'),
    schema: ({ image }) => sources['service-areas'].schema(image),
  }),
  owners: defineCollection({ loader: files('owners'), schema: sources.owners.schema }),
  hero: defineCollection({ loader: files('hero'), schema: sources.hero.schema }),
  benefits: defineCollection({ loader: files('benefits'), schema: ({ image }) => sources.benefits.schema(image) }),
  pairing: defineCollection({ loader: files('pairing'), schema: ({ image }) => sources.pairing.schema(image) }),
  process: defineCollection({ loader: files('process'), schema: sources.process.schema }),
  'tax-banner': defineCollection({
    loader: files('tax-banner'),
    schema: ({ image }) => sources['tax-banner'].schema(image),
  }),
  privacy: defineCollection({ loader: files('privacy'), schema: sources.privacy.schema }),
  accessibility: defineCollection({ loader: files('accessibility'), schema: sources.accessibility.schema }),
  warranty: defineCollection({ loader: files('warranty'), schema: sources.warranty.schema }),
  financing: defineCollection({ loader: files('financing'), schema: sources.financing.schema }),
  // No page queries these, but the build checks them. `src/business.ts` and the contracts import their files.
  business: defineCollection({ loader: files('business'), schema: sources.business.schema }),
  choices: defineCollection({ loader: files('choices'), schema: sources.choices.schema }),
  categories: defineCollection({ loader: files('categories'), schema: sources.categories.schema }),
  zone: defineCollection({ loader: files('zone'), schema: sources.zone.schema }),
  look: defineCollection({ loader: files('look'), schema: sources.look.schema }),
  'zone-names': defineCollection({ loader: files('zone-names'), schema: sources['zone-names'].schema }),
};

/** Loads a collection's files. Stops the build at mistakes that a schema cannot see (`#schemas/files`). */
function files(source: SourceName, language: '' | '.es' = ''): Loader {
  const { folder, patterns } = filesOf(source, language);
  const base = `./${folder}`;
  const entries = glob({ pattern: [...patterns], base, generateId: ({ entry }) => addressOf(`${base}/${entry}`) });
  return {
    name: 'content-files',
    load: async (context) => {
      await forgetOldSchemas(context);
      // A site in English alone reads no translation.
      if (language === '.es' && !siteLanguages.includes('es')) return context.store.clear();
      await entries.load(context);
      const root = fileURLToPath(context.config.root);
      for (const { id, filePath = id, assetImports = [], rendered } of context.store.values()) {
        const text = parts(await readFile(path.join(root, filePath), 'utf8'));
        const pictures = [...assetImports, ...(rendered?.metadata?.imagePaths ?? [])];
        const isThere = (file: string) => existsSync(path.join(root, file));
        const [problem] = fileProblems({ file: filePath, source, ...text, pictures }, isThere);
        if (problem) throw stop(filePath, problem);
      }
    },
  };
}

function addressOf(file: string): string {
  const problem = nameProblem(file);
  if (problem) throw stop(file, problem);
  return nameOf(file);
}

const stop = (file: string, { message, remedy }: FileProblem) => new AstroError(`${file}: ${message}`, remedy);

/** Astro keeps checked entries between builds. This drops them when a schema changes, which Astro does not notice. */
async function forgetOldSchemas({ config, generateDigest, meta, store }: LoaderContext): Promise<void> {
  const folder = new URL('schemas/', config.srcDir);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const digest = generateDigest(sources.join('\n'));
  if (meta.get('schemas') !== digest) store.clear();
  meta.set('schemas', digest);
}
