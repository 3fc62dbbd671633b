/** `npm run backup -- <file>`: copies the local database in a consistent state, even while the site runs. */
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { backup } from 'node:sqlite';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/local';
import { parseOptions } from './command.ts';
import { checkDataFolder, checkEnvironment } from './environment.ts';

checkEnvironment();
const file = databaseFile(checkDataFolder());
const { positionals } = parseOptions({ allowPositionals: true });
const [target] = positionals;
const problem = target ? await copyTo(path.resolve(target)) : 'Say where to: npm run backup -- <file>';
if (problem) console.error(problem);
process.exitCode = problem ? 1 : 0;

/** Returns an error message or `null`. Never overwrites a file; only the current user may read the copy. */
async function copyTo(copy: string): Promise<string | null> {
  if (!existsSync(file)) return `There is no database yet: ${file}`;
  try {
    closeSync(openSync(copy, 'wx', 0o600));
  } catch (error) {
    return `The copy cannot be written: ${error instanceof Error ? error.message : String(error)}`;
  }
  await backup(openDatabase(file), copy);
  console.log(`${copy} holds the whole database. npm run restore -- ${copy} puts it back.`);
  console.log(`A copy of ${file} alone is empty or old: what is new stands in ${file}-wal.`);
  return null;
}
