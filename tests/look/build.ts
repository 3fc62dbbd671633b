/** The two commits of a comparison as built sites, each in a folder of its own under `.netlify/look/builds`. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from '../../scripts/command.ts';

const run = promisify(execFile);
/** Of what a program says, in bytes. */
const MAX_OUTPUT = 100_000_000;

/** Ignored by git: builds, pictures and the page that compares them. */
export const lookFolder = path.join(root, '.netlify/look');

/** When the pictures are taken, for browser and host alike: a Wednesday morning in Florida, in ms since the epoch. */
export const NOW = Date.parse('2026-11-18T10:00:00-05:00');

/** A built site whose demo gallery is in `data`. */
export interface Build {
  /** Git's name of all its files together: the same files are built once. */
  readonly tree: string;
  readonly folder: string;
  readonly data: string;
}

/** Git's name of the files of a commit. Throws when there is no such commit. */
export const treeOf = async (ref: string): Promise<string> => await git(['rev-parse', '--verify', `${ref}^{tree}`]);

/** The same of the files as they are on the disk now, committed or not, but without those that git ignores. */
export async function workingTree(): Promise<string> {
  await mkdir(lookFolder, { recursive: true });
  const index = path.join(lookFolder, 'index');
  await copyFile(path.resolve(root, await git(['rev-parse', '--git-path', 'index'])), index);
  await git(['add', '--all'], index);
  return await git(['write-tree'], index);
}

/** Builds the tree with its own scripts and gives it a demo gallery, unless that has been done. */
export async function build(tree: string): Promise<Build> {
  const folder = path.join(lookFolder, 'builds', tree);
  const data = path.join(folder, '.data');
  const isReady = path.join(folder, '.ready');
  if (existsSync(isReady)) return { tree, folder, data };
  console.log(`Building ${tree.slice(0, 10)}…`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await checkOut(tree, folder);
  const first = (await linkModules(folder)) ? [] : ['scripts/run.mjs'];
  await inFolder(folder, [...first, 'scripts/build.ts']);
  await inFolder(folder, ['--import', clock, 'scripts/seed.ts'], { DATA_DIR: data });
  await writeFile(isReady, '');
  return { tree, folder, data };
}

/** What the local host is loaded with, so that it lives at the moment of the pictures. */
export const clock = pathToFileURL(path.join(import.meta.dirname, 'server-clock.ts')).href;

/** The environment without what this machine's owner has set up for the site: `.env` is not taken along either. */
export function plainEnvironment(): Record<string, string> {
  const plain = /^(?:PATH|HOME|TMPDIR|LANG|https?_proxy|no_proxy|npm_config_.*|node_extra_ca_certs)$/i;
  const kept = Object.entries(process.env).filter(([name, value]) => plain.test(name) && value !== undefined);
  const own = { ASTRO_TELEMETRY_DISABLED: '1', LOOK_AT: String(NOW) };
  return { ...(Object.fromEntries(kept) as Record<string, string>), ...own };
}

/** Removes the builds of other trees: a change of a file makes a new one. */
export async function forgetOthers(trees: readonly string[]): Promise<void> {
  const builds = path.join(lookFolder, 'builds');
  for (const tree of await readdir(builds).catch(() => [])) {
    if (!trees.includes(tree)) await rm(path.join(builds, tree), { recursive: true, force: true });
  }
}

async function git(args: readonly string[], index?: string): Promise<string> {
  const env = { ...process.env, ...(index && { GIT_INDEX_FILE: index }) };
  return (await run('git', args, { cwd: root, env, maxBuffer: MAX_OUTPUT })).stdout.trim();
}

/** A repository of its own, though an empty one: Tailwind looks for classes in no file that its repository ignores. */
async function checkOut(tree: string, folder: string): Promise<void> {
  const index = path.join(folder, '.index');
  await git(['read-tree', tree], index);
  await git(['checkout-index', '--all', `--prefix=${folder}/`], index);
  await rm(index);
  await run('git', ['init', '--quiet', folder]);
}

/**
 * Links the packages that are installed here, one by one, since what is made beside them (`.astro`) is each build's own.
 * Resolves to `false` where these are not the packages that the tree asks for: it then has to install its own.
 */
async function linkModules(folder: string): Promise<boolean> {
  const [required, present] = await Promise.all([
    packagesIn(path.join(folder, 'package-lock.json')),
    packagesIn(path.join(root, 'node_modules/.package-lock.json')),
  ]);
  const isThere = ([name, { version, optional }]: [string, Installed]) =>
    name === '' || (optional && !present[name]) || present[name]?.version === version;
  if (!Object.entries(required).every(isThere)) return false;
  const modules = path.join(folder, 'node_modules');
  await mkdir(modules);
  const own = new Set(['.astro', '.cache', '.vite']);
  for (const name of await readdir(path.join(root, 'node_modules'))) {
    if (!own.has(name)) await symlink(path.join(root, 'node_modules', name), path.join(modules, name));
  }
  return true;
}

interface Installed {
  readonly version?: string;
  readonly optional?: boolean;
}

const packagesIn = async (file: string): Promise<Record<string, Installed>> =>
  JSON.parse(await readFile(file, 'utf8')).packages;

/** Runs Node in a build. Throws with all that it said when it fails. */
async function inFolder(folder: string, args: readonly string[], more: Record<string, string> = {}): Promise<void> {
  const env = { ...plainEnvironment(), ...more };
  env['PATH'] = [path.join(folder, 'node_modules/.bin'), env['PATH']].join(path.delimiter);
  await run(process.execPath, args, { cwd: folder, env, maxBuffer: MAX_OUTPUT }).catch((error) => {
    throw new Error(`${args.join(' ')} failed in ${folder}\n${error.stdout}\n${error.stderr}`, { cause: error });
  });
}
