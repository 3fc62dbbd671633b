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
import { type FileProblem, fileProblems, type FolderName, nameProblem, parts } from '#schemas/files';

/** What marketing edits: `docs/content.md` tells how. */
export const collections = {
  products: defineCollection({
    loader: markdownFiles('products'),
    schema: ({ image }) => productSchema(image),
  }),
  promotions: defineCollection({
    loader: markdownFiles('promotions'),
    schema: ({ image }) => promotionSchema(image),
  }),
  reviews: defineCollection({ loader: markdownFiles('reviews'), schema: reviewSchema }),
  faq: defineCollection({ loader: markdownFiles('faq'), schema: faqSchema }),
  blog: defineCollection({ loader: markdownFiles('blog'), schema: ({ image }) => blogPostSchema(image) }),
  'service-areas': defineCollection({
    loader: markdownFiles('service-areas'),
    schema: ({ image }) => serviceAreaSchema(image),
  }),
  owners: defineCollection({ loader: markdownFiles('owners'), schema: ownersSchema }),
};

/**
 * Loads `src/content/<folder>/*.md`. Beyond Astro's own check of the fields it stops the build, with file and remedy,
 * at what a schema cannot see (`#schemas/files`).
 */
function markdownFiles(folder: FolderName): Loader {
  const base = `./src/content/${folder}`;
  const files = glob({ pattern: '*.md', base, generateId: ({ entry }) => addressOf(`${base}/${entry}`) });
  return {
    name: 'markdown-files',
    load: async (context) => {
      await forgetOldSchemas(context);
      await files.load(context);
      const root = fileURLToPath(context.config.root);
      for (const { id, filePath = id, assetImports = [], rendered } of context.store.values()) {
        const source = parts(await readFile(path.join(root, filePath), 'utf8'));
        const pictures = [...assetImports, ...(rendered?.metadata?.imagePaths ?? [])];
        const [problem] = fileProblems({ file: filePath, folder, ...source, pictures }, (file) =>
          existsSync(path.join(root, file)),
        );
        if (problem) throw stop(filePath, problem);
      }
    },
  };
}

function addressOf(file: string): string {
  const problem = nameProblem(file);
  if (problem) throw stop(file, problem);
  return path.basename(file, '.md');
}

const stop = (file: string, { message, remedy }: FileProblem) => new AstroError(`${file}: ${message}`, remedy);

/** Astro keeps checked entries between builds and notices a change of the content config only, not of these schemas. */
async function forgetOldSchemas({ config, generateDigest, meta, store }: LoaderContext): Promise<void> {
  const folder = new URL('schemas/', config.srcDir);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort();
  const sources = await Promise.all(names.map((name) => readFile(new URL(name, folder), 'utf8')));
  const digest = generateDigest(sources.join('\n'));
  if (meta.get('schemas') !== digest) store.clear();
  meta.set('schemas', digest);
}
