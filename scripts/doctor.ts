/**
 * `npm run doctor`: reads every record of the local data folder and says which cannot be read, and what to do about each.
 * Ends with 1 where there is one. It changes nothing.
 */
import path from 'node:path';
import { loadEnv } from '#server/env';
import { folderOf } from '#server/storage/disk/files';
import { openStores } from '#server/storage/stores';
import { findAllUnreadable, type Unreadable } from '#server/http/unreadable';
import { root } from './command.ts';
import { checkEnvironment } from './environment.ts';

checkEnvironment();
const dataDir = path.resolve(root, loadEnv(process.env).DATA_DIR);

// What is skipped is named below, with what to do.
console.error = () => undefined;
const found = await findAllUnreadable(openStores({ context: 'dev', dataDir }));
for (const record of found) console.log(`${placeOf(record)}\n  ${adviceFor(record)}\n`);
console.log(found.length === 0 ? `Every record in ${dataDir} can be read.` : summary(found.length));
process.exitCode = found.length === 0 ? 0 : 1;

function placeOf({ store, key }: Unreadable): string {
  return folderOf(path.join(dataDir, store), key);
}

function summary(count: number): string {
  const records = count === 1 ? 'One record' : `${count} records`;
  return `${records} in ${dataDir} cannot be read. Stop the site, put back the folder from a backup, or remove it.`;
}

/** What a missing record means, by the beginning of its place. */
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
    ['leads/insights/', 'A copy that makes the figures quick: remove it, the site writes it anew.'],
    ['media/objects/', 'An uploaded file: not shown. Removed, it must be uploaded again.'],
    ['auth/visit-links/', 'The secret of the links to visits: removed, every link that was mailed ends.'],
    ['auth/revoked/', 'A session that was ended: it stays ended while this is there.'],
  ].find(([beginning = '']) => `${store}/${key}`.startsWith(beginning));
  return advice?.[1] ?? 'A note of the site itself: it may be removed.';
}
