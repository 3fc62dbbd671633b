/**
 * `npm run restore -- <file>`: puts a nightly backup into the empty local store. With `--netlify`, into the stores of
 * the site NETLIFY_SITE_ID, by NETLIFY_AUTH_TOKEN. Checks all of the file before it writes. What visitors
 * have asked and booked since stays; the secret of the links, the site's name in Google's calendar and times that are only
 * held are written over. A copy that `npm run backup` made becomes the database of this machine.
 */
import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setEnvironmentContext } from '@netlify/blobs';
import {
  type Contents,
  firstKept,
  putBack,
  readContents,
  UNKNOWN_MOMENT,
  unfinishedRestore,
} from '#server/backups/contents';
import { BackupFault, unsealed } from '#server/backups/sealed-file';
import { StorageError } from '#server/storage/port';
import { databaseFile } from '#server/storage/local';
import { openDatabase } from '#server/storage/sqlite';
import { openStores, type Stores } from '#server/storage/stores';
import { parseOptions } from './command.ts';
import { checkDataFolder, checkEnvironment } from './environment.ts';

checkEnvironment();
const { values, positionals } = parseOptions({ options: { netlify: { type: 'boolean' } }, allowPositionals: true });
const isNetlify = values.netlify === true;
const [file] = positionals;
try {
  await restore();
} catch (error) {
  const isExpected = error instanceof BackupFault || error instanceof StorageError || isFileError(error);
  if (!isExpected) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function restore(): Promise<void> {
  const secret = process.env['BACKUP_KEY']?.trim();
  if (!file) throw new BackupFault('Say which backup: npm run restore -- <file>');
  if (await isDatabase(file)) return await putCopyBack(file);
  if (!secret) throw new BackupFault('BACKUP_KEY is missing: the backup cannot be opened without it. Set it in .env.');
  const contents = readContents(await unsealed(await readFile(file), secret));
  const stores = openPlace();
  const unfinished = await unfinishedRestore(stores);
  if (unfinished && ![contents.at, UNKNOWN_MOMENT].includes(unfinished.backup)) {
    throw new BackupFault(
      `The restore of the backup of ${unfinished.backup} has not ended, so nothing was written: put that one back again.`,
    );
  }
  const kept = unfinished ? null : await firstKept(stores, contents.at);
  if (kept) {
    throw new BackupFault(
      `The store holds records already (${kept}), so nothing was written: a backup goes into an empty store. docs/operations.md, Backups, says how to empty it.`,
    );
  }
  await putBack(stores, contents, Date.now());
  report(contents);
}

/** SQLite's files begin with these words. */
async function isDatabase(name: string): Promise<boolean> {
  await using handle = await open(name);
  const { buffer } = await handle.read(Buffer.alloc(15), 0, 15);
  return String(buffer) === 'SQLite format 3';
}

async function putCopyBack(copy: string): Promise<void> {
  if (isNetlify) throw new BackupFault(`${copy} is the database of a machine, which does not go to Netlify.`);
  const target = databaseFile(checkDataFolder());
  const left = ['', '-wal', '-shm'].map((ending) => target + ending).find((name) => existsSync(name));
  if (left) {
    const advice = `Stop the site, move ${target}, ${target}-wal and ${target}-shm aside and do this again.`;
    throw new BackupFault(`${left} is there already, so nothing was written. ${advice}`);
  }
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await copyFile(copy, target);
  await chmod(target, 0o600);
  openDatabase(target).close();
  console.log(`Put the whole database back: ${target}. npm start shows it, npm run doctor reads all of it.`);
}

function openPlace(): Stores {
  if (!isNetlify) return openStores({ context: 'dev', dataDir: checkDataFolder() });
  const { NETLIFY_SITE_ID: siteID, NETLIFY_AUTH_TOKEN: token, NETLIFY_API_URL: apiURL } = process.env;
  if (!siteID || !token) {
    throw new BackupFault(
      'NETLIFY_SITE_ID or NETLIFY_AUTH_TOKEN is missing: docs/operations.md, Backups, says where they are.',
    );
  }
  setEnvironmentContext({ siteID, token, ...(apiURL && { apiURL }) });
  return openStores({ context: 'production' });
}

function report({ at, records, unreadable }: Contents): void {
  console.log(
    `Put back ${records} records of ${at}${isNetlify ? ' on Netlify' : ''}. Uploaded files are not in a backup.`,
  );
  if (unreadable.length > 0) console.log(`Not in it, because they could not be read: ${unreadable.join(', ')}`);
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error;
}
