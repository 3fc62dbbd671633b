import { glob, rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';
import { root } from './command.ts';

/** Where `netlify.toml` tells Netlify to find the functions. */
export const bundledFunctions = path.join(root, '.netlify/functions-bundled');

/** Packages written for CommonJS ask for `require`, which a module does not have. */
const banner = `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`;

/**
 * Makes one file of each function, with all that it uses, into `folder` (see `netlify.toml` for the reason). The source
 * maps beside them serve the local host; Netlify does not pack them. Not minified: the names in a stack trace are worth
 * more than the bytes.
 */
export async function bundleFunctions(folder: string = bundledFunctions): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  const entryPoints: string[] = [];
  for await (const file of glob('netlify/functions/*.ts', { cwd: root })) entryPoints.push(path.join(root, file));
  await build({
    entryPoints,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    banner: { js: banner },
    sourcemap: 'linked',
    logLevel: 'warning',
  });
}
