/** `npm run backup -- <file>`: copies the local database in a consistent state, even while the site runs. */
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { backup } from 'node:sqlite';
import { loadEnv } from '#server/env';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/stores';
import { root } from './command.ts';
import { checkEnvironment } from './environment.ts';

checkEnvironment();
const [target] = process.argv.slice(2);
const problem = target ? await copyTo(path.resolve(target)) : 'Say where to: npm run backup -- <file>';
if (problem) console.error(problem);
process.exitCode = problem ? 1 : 0;

/** Returns an error message or `null`. Never overwrites a file; only the current user may read the copy. */
async function copyTo(copy: string): Promise<string | null> {
  try {
    closeSync(openSync(copy, 'wx', 0o600));
  } catch (error) {
    return `The copy cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
  await backup(openDatabase(databaseFile(path.resolve(root, loadEnv(process.env).DATA_DIR))), copy);
  console.log(`${copy} holds the whole database. docs/operations.md says how to put it back.`);
  return null;
}
