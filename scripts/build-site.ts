import { createHash } from 'node:crypto';
import { existsSync, globSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ContentDue } from '#contracts/setup';
import { zonedToday } from '#lib/time/dates';
import { mustRun, root } from './command.ts';
import { checkContent } from './content-check/collections.ts';
import { byMessage } from './content-check/finding.ts';

const sources = [
  '{src,public,build,brand}/**/*',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];
/** A variable in the sources: `process.env['SITE_URL']`, `import.meta.env.PUBLIC_GA_ID`. */
const VARIABLE = /(?<=\benv(?:\.|\['))[A-Z][A-Z\d_]*/g;
const CODE = /\.(?:ts|tsx|astro|mjs)$/;
/** Written when a build has ended. From the project's folder. */
export const BUILD_STAMP = '.netlify/build-stamp';
/** What `npm run content:check` finds in the texts, for /admin/setup. */
const CONTENT_DUE = 'admin/content-due.json';
const stampFile = path.join(root, BUILD_STAMP);

export async function buildSite(): Promise<void> {
  await rm(stampFile, { force: true });
  const stamp = await sourceStamp();
  await mustRun('astro', ['build']);
  const { findings } = await checkContent(root, zonedToday(new Date()));
  const due: ContentDue = byMessage(findings);
  await writeFile(path.join(root, 'dist', CONTENT_DUE), JSON.stringify(due));
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, stamp);
}

/** Builds only if the sources have changed. */
export async function buildSiteIfChanged(): Promise<void> {
  const last = await readFile(stampFile, 'utf8').catch(() => null);
  if (existsSync(path.join(root, 'dist/index.html')) && last === (await sourceStamp())) return;
  await buildSite();
}

/** Changes with the sources (names, sizes and times) and with the variables that they read. */
export async function sourceStamp(folder = root): Promise<string> {
  const hash = createHash('sha256');
  const variables = new Set<string>();
  for (const file of globSync(sources, { cwd: folder }).toSorted()) {
    const { size, mtimeMs } = await stat(path.join(folder, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
    if (!CODE.test(file)) continue;
    for (const name of (await readFile(path.join(folder, file), 'utf8')).match(VARIABLE) ?? []) variables.add(name);
  }
  for (const name of [...variables].toSorted()) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  return hash.digest('hex');
}
