/**
 * `npm run doctor`: checks the local database and its records, and advises. Exits with 1 for a problem. Changes
 * nothing.
 */
import { existsSync } from 'node:fs';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile, openStores } from '#server/storage/stores';
import { findAllUnreadable, type Unreadable } from '#server/http/unreadable';
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
  const found = await findAllUnreadable(openStores({ context: 'dev', dataDir }));
  for (const record of found) console.log(`${record.store}/${record.key}\n  ${adviceFor(record)}\n`);
  console.log(found.length === 0 ? `Every record in ${file} can be read.` : summary(found.length));
  return found.length === 0 ? 0 : 1;
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
  const records = count === 1 ? 'One record' : `${count} records`;
  return `${records} in ${file} cannot be read. docs/operations.md, Damaged records, says how to remove one.`;
}

function adviceFor({ store, key }: Unreadable): string {
  const advice = [
    ['gallery/items/', 'A gallery item: not shown. No upload is cleared away until it is restored or removed.'],
    [
      'calendar/slots/',
      'A time: nobody can book it. Removed, it is free: look first whether a visit is agreed for then.',
    ],
    ['calendar/schedule/weekly', 'The visiting hours: no time is offered. Save them at /admin/hours, or remove it.'],
    [
      'calendar/schedule/away/',
      'The note of a time that you have blocked: it is blocked all the same. Removed, it is open.',
    ],
    ['leads/leads/', 'A request of a visitor: look for its notice in your mailbox before you remove it.'],
    ['leads/outbox/', 'A mail that waits: removed, it is never sent.'],
    ['leads/pushes/', 'A notification that waits, or the note of one: removed, it is never sent.'],
    ['leads/webhooks/', 'An event that waits for the webhook, or the note of one: removed, it is never sent.'],
    ['auth/push-devices/', 'A device that is told: removed, it must be added again in Alerts.'],
    [
      'auth/calendar-feed/',
      'The secret of the calendar feed: removed, the feed has no address until a new one is made in Alerts.',
    ],
    [
      'leads/pending-notices/',
      'The note that you are still to be told of a request: the site makes up for it by itself.',
    ],
    ['leads/list/', 'A copy that makes the list of leads quick: remove it, the site writes it anew.'],
    ['media/objects/', 'An uploaded file: not shown. Removed, it must be uploaded again.'],
    ['auth/visit-links/', 'The secret of the links to visits: removed, every link that was mailed ends.'],
    ['auth/revoked/', 'A session that was ended: it stays ended while this is there.'],
  ].find(([beginning = '']) => `${store}/${key}`.startsWith(beginning));
  return advice?.[1] ?? 'A note of the site itself: it may be removed.';
}
