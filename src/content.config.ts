import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineCollection } from 'astro:content';
import { AstroError } from 'astro/errors';
import { glob, type Loader, type LoaderContext } from 'astro/loaders';
import {
  blogPostSchema,
  faqSchema,
  ownersSchema,
  productSchema,
  promotionSchema,
  reviewSchema,
  serviceAreaSchema,
} from '#schemas/collections';

/** What marketing edits: `docs/content.md` tells how. */
export const collections = {
  products: defineCollection({
    loader: markdownFiles('products', 'nothing'),
    schema: ({ image }) => productSchema(image),
  }),
  promotions: defineCollection({
    loader: markdownFiles('promotions', 'nothing'),
    schema: ({ image }) => promotionSchema(image),
  }),
  reviews: defineCollection({ loader: markdownFiles('reviews', 'nothing'), schema: reviewSchema }),
  faq: defineCollection({ loader: markdownFiles('faq', 'nothing'), schema: faqSchema }),
  blog: defineCollection({ loader: markdownFiles('blog', 'text'), schema: ({ image }) => blogPostSchema(image) }),
  'service-areas': defineCollection({
    loader: markdownFiles('service-areas', 'text'),
    schema: ({ image }) => serviceAreaSchema(image),
  }),
  owners: defineCollection({ loader: markdownFiles('owners', 'text'), schema: ownersSchema }),
};

/** What stands below the fields of an entry: a text that the page shows, or nothing. */
type Below = 'text' | 'nothing';

/**
 * Loads `src/content/<folder>/*.md`. Beyond Astro's own check of the fields it stops the build, with file and remedy,
 * at what a schema cannot see: a file name that makes no address, a missing text, a text that no page would show,
 * a picture that is not there.
 */
function markdownFiles(folder: string, below: Below): Loader {
  const base = `./src/content/${folder}`;
  const files = glob({ pattern: '*.md', base, generateId: ({ entry }) => addressOf(entry, base) });
  return {
    name: 'markdown-files',
    load: async (context) => {
      await forgetOldSchemas(context);
      await files.load(context);
      for (const { id, body = '', filePath = id, assetImports = [], rendered } of context.store.values()) {
        checkText(filePath, body, below);
        checkPictures(filePath, [...assetImports, ...(rendered?.metadata?.imagePaths ?? [])], context);
      }
    },
  };
}

/** The file's name is the page's address, so it is made of what an address is made of. */
function addressOf(file: string, base: string): string {
  const name = file.replace(/\.md$/, '');
  if (/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) return name;
  throw new AstroError(
    `${base}/${file}: the file name becomes an address, so it may hold only small letters, digits and hyphens.`,
    `Rename it, for example to ${
      name
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^-|-$/g, '') || 'new-entry'
    }.md.`,
  );
}

function checkText(file: string, body: string, below: Below): void {
  const empty = body.trim() === '';
  if (below === 'text' && empty) {
    throw new AstroError(`${file}: the text is missing.`, 'Write it below the second line of ---.');
  }
  if (below === 'nothing' && !empty) {
    throw new AstroError(
      `${file}: there is text below the second line of ---, which no page shows.`,
      'Move it into one of the fields, or remove it.',
    );
  }
}

function checkPictures(file: string, pictures: readonly string[], { config }: LoaderContext): void {
  const folder = path.dirname(path.join(fileURLToPath(config.root), file));
  const missing = pictures.find((picture) => picture.startsWith('.') && !existsSync(path.join(folder, picture)));
  if (missing === undefined) return;
  throw new AstroError(
    `${file}: the picture ${missing} is not there.`,
    'Put the file into src/assets, or correct its name (small and capital letters differ).',
  );
}

/** Astro keeps checked entries between builds and notices a change of the content config only, not of these schemas. */
async function forgetOldSchemas({ config, generateDigest, meta, store }: LoaderContext): Promise<void> {
  const folder = new URL('schemas/', config.srcDir);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const digest = generateDigest(sources.join('\n'));
  if (meta.get('schemas') !== digest) store.clear();
  meta.set('schemas', digest);
}
