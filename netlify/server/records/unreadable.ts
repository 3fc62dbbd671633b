import * as z from 'zod/mini';
import { readLeads } from '#server/leads/lead-list';
import { leadKey } from '#server/leads/lead-id';
import { slotKey } from '#server/slots/records';
import { readEvery, type Store } from '#server/storage/port';
import { PROBE, type StoreName, type Stores, storeNames } from '#server/storage/stores';
import { DAY } from '#lib/time/units';
import { isIn, kindOf, type RecordKind, recordKinds } from './kinds.ts';

export interface Unreadable {
  readonly store: StoreName;
  readonly key: string;
}

const anyJson = z.unknown();

/** Every unreadable record. Reads all records once. One of no known kind must be JSON. */
export async function findAllUnreadable(stores: Stores): Promise<Unreadable[]> {
  const known = await readKinds(stores, recordKinds);
  const others = await Promise.all(
    storeNames.map(async (store) =>
      named(store, await readEvery(stores[store], '', anyJson, (key) => kindOf({ store, key }) === undefined)),
    ),
  );
  return [...known, ...others.flat()];
}

/** ms. Older slots matter to nobody. */
const RECENT_MS = 31 * DAY;

/**
 * The unreadable records that the site works with. Skips leads unchanged since this process or the snapshot read them.
 * `now` in ms.
 */
export async function findUnreadable(stores: Stores, now: number): Promise<Unreadable[]> {
  const oldest = slotKey(now - RECENT_MS);
  const quick = recordKinds.filter(({ place, isVital }) => isVital && place !== leadKey(''));
  const found = await readKinds(stores, quick, (key) => !key.startsWith('slots/') || key >= oldest);
  const { unreadable } = await readLeads({ leads: stores.leads, report: () => undefined });
  return [...named('leads', { unreadable }), ...found];
}

async function readKinds(
  stores: Stores,
  kinds: readonly RecordKind[],
  matches: (key: string) => boolean = () => true,
): Promise<Unreadable[]> {
  const read = kinds.map(async (kind) => {
    const { store, place, schema } = kind;
    return named(store, await readEvery(stores[store], place, schema, (key) => isIn(kind, key) && matches(key)));
  });
  return (await Promise.all(read)).flat();
}

function named(store: StoreName, { unreadable }: { unreadable: readonly string[] }): Unreadable[] {
  return unreadable.map((key) => ({ store, key }));
}

/** The names of the stores that cannot store a record and answer it. */
export async function findUnavailable(stores: Stores, now: number): Promise<StoreName[]> {
  const answers = await Promise.all(
    storeNames.map(async (name) => ({ name, works: await answersNow(stores[name], now).catch(() => false) })),
  );
  return answers.filter(({ works }) => !works).map(({ name }) => name);
}

/** Two checks at once overwrite each other, so any value proves it. */
async function answersNow(store: Store, now: number): Promise<boolean> {
  await store.put(PROBE, { at: now });
  return (await store.get(PROBE)) !== null;
}
