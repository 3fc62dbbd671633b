import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Store } from './port.ts';
import { sqliteStore } from './sqlite.ts';

export function databaseFile(dataDir: string): string {
  return resolve(join(dataDir, 'site.db'));
}

/** A store in the data folder's database. The bundles have `bundled-local.ts` in place of this file. */
export function localStore(dataDir: string, name: string, _driver?: string): Store {
  return sqliteStore(databaseFile(dataDir), name);
}

/**
 * Why the site cannot use the data folder and what to do, in a sentence; else `null`. The folder, or the one that it would
 * be made in, must be writable, and so must the database and its extra files. Changes nothing.
 */
export function dataFolderProblem(dataDir: string): string | null {
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
