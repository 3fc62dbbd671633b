import { buildSync } from 'esbuild';

const [script] = buildSync({
  stdin: {
    contents: `import { beginFirstRow } from '#islands/gallery/first-row.ts'; beginFirstRow();`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
}).outputFiles;

/** The beginning of the gallery, for its page: all that `islands/gallery/first-row.ts` needs, in one inline script. */
export const firstRowScript = script?.text.trim() ?? '';
