/**
 * `npm run doctor`: checks the local database and its records, and advises. Exits with 1 for a problem. Changes
 * nothing.
 */
import { existsSync } from 'node:fs';
import { unfinishedRestore } from '#server/backups/contents';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/local';
import { openStores } from '#server/storage/stores';
import { kindOf } from '#server/records/kinds';
import { findAllUnreadable } from '#server/records/unreadable';
import { checkDataFolder, checkEnvironment } from './environment.ts';

checkEnvironment();
const dataDir = checkDataFolder();
const file = databaseFile(dataDir);
if (existsSync(file)) process.exitCode = await examine();
else console.log(`There is no database yet: ${file}`);

/** Returns the exit code. */
async function examine(): Promise<number> {
  const damages = damagesOf(file);
  for (const line of damages) console.log(`The database is damaged: ${line}`);
  if (damages.length > 0) {
    console.log(`Stop the site and put back ${file} from a backup: docs/operations.md, Data on your own machine.`);
    return 1;
  }
  // The doctor names what the site's own log would name.
  console.error = () => undefined;
  const stores = openStores({ context: 'dev', dataDir });
  const unfinished = await unfinishedRestore(stores);
  if (unfinished) console.log(`The restore of the backup of ${unfinished.backup} has not ended: put it back again.\n`);
  const found = await findAllUnreadable(stores, Date.now());
  for (const record of found) {
    const advice = record.why ?? kindOf(record)?.damaged ?? 'Kept by a former version of the site: it may be removed.';
    console.log(`${record.store}/${record.key}\n  ${advice}\n`);
  }
  console.log(found.length === 0 ? `Every record in ${file} is in order.` : summary(found.length));
  return found.length === 0 && !unfinished ? 0 : 1;
}

function damagesOf(place: string): string[] {
  try {
    const rows = openDatabase(place).prepare('PRAGMA integrity_check').all();
    return rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok');
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

function summary(count: number): string {
  const records = count === 1 ? 'One damaged record' : `${count} damaged records`;
  return `${records} in ${file}. docs/operations.md, Damaged records, says how to remove one.`;
}
