/**
 * `npm run restore -- <file>`: puts a nightly backup into the empty local store. With `--netlify`, into the stores of
 * the site NETLIFY_SITE_ID, by NETLIFY_AUTH_TOKEN. Checks all of the file before it writes, and changes no store that
 * holds records.
 */
import { readFile } from 'node:fs/promises';
import { setEnvironmentContext } from '@netlify/blobs';
import { type Contents, firstKept, putBack, readContents } from '#server/backups/contents';
import { BackupFault, unsealed } from '#server/backups/sealed-file';
import { StorageError } from '#server/storage/port';
import { openStores, type Stores } from '#server/storage/stores';
import { checkDataFolder, checkEnvironment } from './environment.ts';

checkEnvironment();
const isNetlify = process.argv.includes('--netlify');
const [file] = process.argv.slice(2).filter((word) => word !== '--netlify');
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
  if (!secret) throw new BackupFault('BACKUP_KEY is missing: the backup cannot be opened without it. Set it in .env.');
  const contents = readContents(await unsealed(await readFile(file), secret));
  const stores = openPlace();
  const kept = await firstKept(stores);
  if (kept) {
    throw new BackupFault(
      `The store holds records already (${kept}), so nothing was written: a backup goes into an empty store. docs/operations.md, Backups, says how to empty it.`,
    );
  }
  await putBack(stores, contents);
  report(contents);
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
