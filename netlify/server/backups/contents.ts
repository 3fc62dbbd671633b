import pMap from 'p-map';
import * as z from 'zod/mini';
import { OWNER_PLACE } from '#server/auth/owner';
import { INSTALLATION_KEY } from '#server/calendar/google/driver';
import { LINK_SECRET } from '#server/leads/visit-link';
import { SNAPSHOT } from '#server/leads/lead-list';
import { BYTES } from '#server/media/object';
import { type Store, unlessUnreadable } from '#server/storage/port';
import { PROBE, type StoreName, type Stores } from '#server/storage/stores';
import { BackupFault } from './sealed-file.ts';

/**
 * The stores of a backup, in the order of reading. The site goes on meanwhile: a booking writes its lead before its
 * slot, so the slots are read before the leads. Then each slot's lead still points at it, and a sweep after the restore
 * takes no visit away. An item of the gallery needs its file's record in the same way. `limits` is left out: its counts
 * end within two days.
 */
const savedStores = ['gallery', 'media', 'calendar', 'leads', 'auth'] as const satisfies StoreName[];
type SavedStore = (typeof savedStores)[number];

const First = z.object({ backup: z.literal(1), at: z.string() });
const Saved = z.object({ store: z.enum(savedStores), key: z.string(), value: z.unknown() });
type Saved = z.infer<typeof Saved>;
const Last = z.object({ records: z.number(), unreadable: z.array(z.string()) });
/** `unreadable`: the records that are missing, each as its store and its key. */
export type Summary = z.infer<typeof Last>;

/**
 * The site makes these anew, or they are the bytes of uploaded files. The owner's sign-in stays where it is, or a restore
 * would bring a former password back, and the sessions that its change has ended.
 */
function isLeftOut(store: SavedStore, key: string): boolean {
  if (store === 'auth') return key.startsWith(OWNER_PLACE);
  return key === PROBE || (store === 'leads' && key === SNAPSHOT) || (store === 'media' && key.startsWith(BYTES));
}

const READS_AT_ONCE = 64;

/** All records as lines of JSON, and a summary as the last one, which `onEnd` gets too. `now` in ms. */
export async function* savedLines(
  stores: Stores,
  now: number,
  onEnd: (summary: Summary) => void,
): AsyncGenerator<string> {
  yield lineOf({ backup: 1, at: new Date(now).toISOString() } satisfies z.infer<typeof First>);
  const summary: Summary = { records: 0, unreadable: [] };
  for (const name of savedStores) {
    const listed = (await stores[name].list('')).filter(({ key }) => !isLeftOut(name, key));
    for (let from = 0; from < listed.length; from += READS_AT_ONCE) {
      const keys = listed.slice(from, from + READS_AT_ONCE).map(({ key }) => key);
      const read = await Promise.all(keys.map((key) => readRecord(stores[name], key)));
      for (const [index, key] of keys.entries()) {
        const found = read[index];
        if (found === 'unreadable') summary.unreadable.push(`${name} ${key}`);
        // Deleted since it was listed.
        if (!found || found === 'unreadable') continue;
        summary.records += 1;
        yield lineOf({ store: name, key, value: found.value } satisfies Saved);
      }
    }
  }
  onEnd(summary);
  yield lineOf(summary);
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

/** A record of any shape; only one that is not JSON is unreadable. */
function readRecord(store: Store, key: string) {
  return unlessUnreadable(store.get(key), () => 'unreadable' as const);
}

export interface Contents extends Summary {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly saved: readonly Saved[];
}

/** The records of a backup's text. Throws `BackupFault`. */
export function readContents(text: string): Contents {
  let contents: Contents;
  try {
    const [first, ...lines] = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    const { at } = First.parse(first);
    const last = Last.parse(lines.pop());
    const saved = lines.map((line) => Saved.parse(line));
    contents = { at, saved, ...last };
  } catch (cause) {
    throw new BackupFault('This backup was written by another version of the site: use that one.', { cause });
  }
  const { saved, records } = contents;
  if (saved.length !== records) throw new BackupFault(`This backup holds ${saved.length} of its ${records} records.`);
  return contents;
}

/** A site without any visitor has these, so that a store with nothing else is empty. */
const madeByItself = [PROBE, SNAPSHOT, LINK_SECRET, INSTALLATION_KEY, OWNER_PLACE, 'revoked/'];

/** The first record of a store that is not empty, as its store and its key; `null` if there is none. */
export async function firstKept(stores: Stores): Promise<string | null> {
  for (const name of savedStores) {
    const listed = await stores[name].list('');
    const found = listed.find(({ key }) => !madeByItself.some((place) => key.startsWith(place)));
    if (found) return `${name} ${found.key}`;
  }
  return null;
}

const WRITES_AT_ONCE = 32;

/** Writes all records. */
export async function putBack(stores: Stores, { saved }: Contents): Promise<void> {
  await pMap(saved, ({ store, key, value }) => stores[store].put(key, value), { concurrency: WRITES_AT_ONCE });
}
