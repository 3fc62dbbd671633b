import { globSync } from 'node:fs';
import { cp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { root } from './command.ts';
import { pageTemplates, writePageTemplates } from '#build/page-templates';
import { LOCAL_DRIVER_FILE } from '#server/env';

/** `netlify.toml` names this folder. */
export const bundledFunctions = path.join(root, '.netlify/functions-bundled');

/** Large packages that few calls need. The code loads them with `import()`. */
const clients = [
  'nodemailer',
  'node-ical',
  'web-push',
  '@googleapis/calendar',
  '@netlify/functions',
  '@simplewebauthn/server',
];

/** Keeps names and lines for stack traces: Netlify does not deploy source maps. Short syntax parses 6% faster. */
const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  minifySyntax: true,
  platform: 'node',
  format: 'esm',
  target: 'node24',
  // CommonJS packages need `require`.
  banner: {
    js: `import { createRequire as __createRequire } from 'node:module';
const require = __createRequire(import.meta.url);`,
  },
  sourcemap: 'linked',
  logLevel: 'warning',
};

const storage = path.join(root, 'netlify/server/storage');

/**
 * Leaves SQLite out of the functions: see `bundled-local.ts`. The page templates are a package, as the clients are, and so
 * are the owner's words in Spanish, which no function needs before it writes some.
 */
const leftOut: Plugin = {
  name: 'left-out',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^#page-templates\// }, ({ path: name }) => ({ path: name.slice(1), external: true }));
    onResolve({ filter: /^\.\/es\/admin\.json$/ }, () => ({ path: 'admin-words/es.json', external: true }));
    onResolve({ filter: /^\.\/local\.ts$/ }, ({ resolveDir }) =>
      resolveDir === storage ? { path: path.join(storage, 'bundled-local.ts') } : undefined,
    );
  },
};

/**
 * Bundles the functions for the local host and Netlify (see netlify.toml). Shared code goes into `chunks/`, to be
 * parsed once. The clients are packages in a `node_modules` here, because Netlify's bundler would otherwise inline them
 * into each function. The local store's driver is a file that no function imports, so that Netlify leaves it here.
 * Throws if the site is not built: functions need its page templates.
 */
export async function bundleFunctions(folder: string = bundledFunctions): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await writePageTemplates();
  const functions = build({
    ...common,
    entryPoints: {
      ...Object.fromEntries(
        globSync('netlify/functions/*.ts', { cwd: root }).map((file) => [path.parse(file).name, file]),
      ),
      [LOCAL_DRIVER_FILE.replace('.mjs', '')]: path.join(storage, 'local.ts'),
    },
    plugins: [leftOut],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: clients,
  });
  const packages = path.join(folder, 'node_modules');
  await cp(pageTemplates, path.join(packages, 'page-templates'), { recursive: true });
  await cp(path.join(root, 'src/i18n/es/admin.json'), path.join(packages, 'admin-words/es.json'));
  const exports = { 'page-templates': { './*': './*.mjs' }, 'admin-words': { './*': './*' } };
  for (const [name, own] of Object.entries(exports))
    await writeFile(path.join(packages, name, 'package.json'), JSON.stringify({ name, exports: own }));
  await Promise.all([functions, ...clients.map((name) => bundleClient(name, path.join(folder, 'node_modules', name)))]);
}

/** Only needed behind a proxy. */
const unused: Readonly<Record<string, string[]>> = { 'web-push': ['https-proxy-agent'] };

/** Bundles a package into one file. Lists the names, since `export *` finds none in a CommonJS package. */
async function bundleClient(name: string, folder: string): Promise<void> {
  const names = Object.keys(await import(name)).filter((key) => /^[a-z]\w*$/i.test(key));
  const contents = `export { ${names.join(', ')} } from '${name}';`;
  const outfile = path.join(folder, 'index.mjs');
  const external = unused[name] ?? [];
  await build({ ...common, minifyWhitespace: true, stdin: { contents, resolveDir: root }, outfile, external });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ name, exports: './index.mjs' }));
}
