import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { blobsStore } from './blobs.ts';
import { StorageError, type Store } from './port.ts';
import { sqliteStore } from './sqlite.ts';

export type Stores = Readonly<Record<StoreName, Store>>;

/**
 * `calendar`: slots and schedule. `limits`: counts of calls. `auth`: ended sessions, devices and secrets. `backups`:
 * encrypted copies of the others.
 */
export const storeNames = ['leads', 'calendar', 'limits', 'gallery', 'media', 'auth', 'backups'] as const;
export type StoreName = (typeof storeNames)[number];

/** The record in each store that health writes and reads back. */
export const PROBE = 'health/last';

export interface DeployPlace {
  /** Netlify's `context.deploy.context`: `production`, `deploy-preview`, `branch-deploy`; `dev` on the local host. */
  readonly context: string;
  /** The local data folder, for `dev` only. */
  readonly dataDir?: string;
}

const opened = new Map<string, Store>();

export function openStores(place: DeployPlace): Stores {
  return Object.fromEntries(storeNames.map((name) => [name, openStore(name, place)])) as Stores;
}

/**
 * The named store, opened once per process. All deploys share a site's Blobs stores, so a preview has its own:
 * `deploy-preview-leads`.
 */
export function openStore(name: StoreName, place: DeployPlace): Store {
  return place.context === 'dev' ? localStore(name, place.dataDir) : deployedStore(name, place.context);
}

export function databaseFile(dataDir: string): string {
  return resolve(join(dataDir, 'site.db'));
}

function localStore(name: StoreName, dataDir: string | undefined): Store {
  if (!dataDir) throw new StorageError('The local host has no data folder: set DATA_DIR, for example to .data.');
  const file = databaseFile(dataDir);
  return openOnce(`sqlite ${file} ${name}`, () => {
    const problem = oldFolderProblem(dataDir);
    if (problem) throw new StorageError(problem);
    return sqliteStore(file, name);
  });
}

/** Why this version cannot use the data folder and what to do, in a sentence; else `null`. Changes nothing. */
export function dataFolderProblem(dataDir: string): string | null {
  return oldFolderProblem(dataDir) ?? readOnlyProblem(dataDir);
}

/** Until December 2026 each store was a folder of files. Such a data folder would look empty. */
function oldFolderProblem(dataDir: string): string | null {
  const old = storeNames.map((name) => join(dataDir, name)).find((folder) => existsSync(folder));
  if (!old || existsSync(databaseFile(dataDir))) return null;
  return `${old} holds records of an older version of the site, in files that this version does not read. Move the data folder aside to begin with an empty one. docs/operations.md, Data on your own machine, says how to keep what is in it.`;
}

/** The folder, or the one that it would be made in, must be writable, and so must the database and its extra files. */
function readOnlyProblem(dataDir: string): string | null {
  let folder = resolve(dataDir);
  while (!existsSync(folder)) folder = dirname(folder);
  const files = ['', '-wal', '-shm'].map((ending) => databaseFile(dataDir) + ending).filter((file) => existsSync(file));
  try {
    // The slash refuses a file in the folder's place.
    accessSync(`${folder}/`, constants.R_OK | constants.W_OK | constants.X_OK);
    for (const file of files) accessSync(file, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return `The site cannot write its data folder ${dataDir} (${error instanceof Error ? error.message : error}). Make the folder and its files writable for the user that runs the site, or set DATA_DIR to another folder.`;
  }
}

const CONTEXT = /^[a-z][a-z0-9-]{0,40}$/;

function deployedStore(name: StoreName, context: string): Store {
  if (!CONTEXT.test(context)) throw new StorageError(`Not a deploy context of Netlify: ${JSON.stringify(context)}.`);
  const storeName = context === 'production' ? name : `${context}-${name}`;
  return openOnce(`blobs ${storeName}`, () => blobsStore({ name: storeName }));
}

function openOnce(where: string, open: () => Store): Store {
  const store = opened.get(where) ?? open();
  opened.set(where, store);
  return store;
}
