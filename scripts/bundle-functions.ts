import { globSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build } from 'esbuild';
import { root } from './command.ts';
import { writePageTemplates } from '#build/page-templates';

/** Where `netlify.toml` tells Netlify to find the functions. */
export const bundledFunctions = path.join(root, '.netlify/functions-bundled');

/** Packages that few calls need, and that are large or load much of Node. The code asks for them with `import()`. */
const clients = ['nodemailer', 'web-push', '@googleapis/calendar', '@netlify/functions'];

/**
 * Names and lines stay: those in a stack trace are worth more than the bytes, and Netlify does not pack the source maps.
 * Shorter statements are 6 % less to parse at each waking.
 */
const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minifySyntax: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // Packages written for CommonJS ask for `require`, which a module does not have.
  banner: {
    js: `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`,
  },
  sourcemap: 'linked',
  logLevel: 'warning',
};

/**
 * Bundles the functions into `folder`, for the local host and for Netlify (see `netlify.toml` for the reason). What they
 * share lies in `chunks/`, so that the local host, which loads them all, parses it once; Netlify's own bundler makes one
 * file of a function and its chunks again. It would take the clients in too, to be parsed at each waking, were they not
 * packages: it leaves those as they are, and a `node_modules` here is found before the project's. The built pages that
 * functions answer with go in as templates: throws where the site is not built.
 */
export async function bundleFunctions(folder: string = bundledFunctions): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await writePageTemplates();
  const functions = build({
    ...common,
    entryPoints: globSync('netlify/functions/*.ts', { cwd: root }),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: clients,
  });
  await Promise.all([functions, ...clients.map((name) => bundleClient(name, path.join(folder, 'node_modules', name)))]);
}

/** What a client asks for only where it is told of a proxy, which we do not. */
const unused: Readonly<Record<string, string[]>> = { 'web-push': ['https-proxy-agent'] };

/**
 * Makes a package of one file. Its names are listed: `export *` finds none in a package written for CommonJS, of which
 * some have no more than a default.
 */
async function bundleClient(name: string, folder: string): Promise<void> {
  const names = Object.keys(await import(name)).filter((key) => /^[a-z]\w*$/i.test(key));
  const contents = `export { ${names.join(', ')} } from '${name}';`;
  const outfile = path.join(folder, 'index.mjs');
  const external = unused[name] ?? [];
  await build({ ...common, minifyWhitespace: true, stdin: { contents, resolveDir: root }, outfile, external });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, exports: './index.mjs' }));
}
