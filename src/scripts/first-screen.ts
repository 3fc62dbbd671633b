import { buildSync } from 'esbuild';

const [script] = buildSync({
  stdin: {
    contents: `import { beginFirstScreen } from '#islands/gallery/first-screen.ts'; beginFirstScreen();`,
    resolveDir: process.cwd(),
  },
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  write: false,
}).outputFiles;

/** The beginning of the gallery, for its page: all that `islands/gallery/first-screen.ts` needs, in one inline script. */
export const firstScreenScript = script?.text.trim() ?? '';
