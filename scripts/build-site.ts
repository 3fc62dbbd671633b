import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mustRun, root } from './command.ts';

/** What the pages are made from; a change of one of them, or of these variables, makes a build necessary. */
const sources = ['src/**/*', 'public/**/*', 'astro.config.mjs', 'build/**/*', 'package-lock.json', 'tsconfig.json'];
const variables = [
  'SITE_URL',
  'URL',
  'PUBLIC_GA_ID',
  'GOOGLE_CALENDAR_ID',
  'CONTEXT',
  'CONTENT_REPOSITORY',
  'REPOSITORY_URL',
];
const stampFile = path.join(root, '.netlify/build-stamp');

/** Builds the pages into `dist/`. */
export async function buildSite(): Promise<void> {
  await rm(stampFile, { force: true });
  const stamp = await sourceStamp();
  await mustRun('astro', ['build']);
  await mkdir(path.dirname(stampFile), { recursive: true });
  await writeFile(stampFile, stamp);
}

/** Builds only when `dist/` is not that of these sources. */
export async function buildSiteIfChanged(): Promise<void> {
  const last = await readFile(stampFile, 'utf8').catch(() => null);
  if (existsSync(path.join(root, 'dist/index.html')) && last === (await sourceStamp())) return;
  await buildSite();
}

/** Names, sizes and times of change: quick enough for every start. */
async function sourceStamp(): Promise<string> {
  const files: string[] = [];
  for await (const file of glob(sources, { cwd: root })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.toSorted()) {
    const { size, mtimeMs } = await stat(path.join(root, file));
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  for (const name of variables) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  return hash.digest('hex');
}
