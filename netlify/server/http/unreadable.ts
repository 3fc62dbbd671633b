import * as z from 'zod/mini';
import { DEVICES, PushDevice } from '#server/alerts/devices';
import { PushMessage } from '#server/alerts/push';
import { WebhookEvent } from '#server/alerts/webhook';
import { GalleryItem } from '#contracts/gallery';
import { Lead } from '#server/leads/lead';
import { readLeads } from '#server/leads/lead-list';
import { Message } from '#server/mail/letter';
import { waitingSchema } from '#server/mail/outbox';
import { MediaObject } from '#server/media/object';
import { SlotRecord, slotKey } from '#server/slots/records';
import { AWAY, AwayRecord, WEEKLY, WeeklyRecord } from '#server/slots/schedule';
import { readEvery, type Schema, type Store } from '#server/storage/port';
import { type StoreName, type Stores, storeNames } from '#server/storage/stores';

export interface Unreadable {
  readonly store: StoreName;
  readonly key: string;
}

/** The schemas of the known kinds of records. Every other record must be JSON. */
const kinds: readonly (readonly [StoreName, prefix: string, schema: Schema<unknown>])[] = [
  ['gallery', 'items/', GalleryItem],
  ['calendar', 'slots/', SlotRecord],
  ['calendar', WEEKLY, WeeklyRecord],
  ['calendar', AWAY, AwayRecord],
  ['leads', 'leads/', Lead],
  ['leads', 'outbox/', waitingSchema(Message)],
  ['leads', 'pushes/outbox/', waitingSchema(PushMessage)],
  ['leads', 'webhooks/outbox/', waitingSchema(WebhookEvent)],
  ['auth', DEVICES, PushDevice],
  ['media', 'objects/', MediaObject],
];
const anyJson = z.unknown();

/** Every unreadable record. Reads all records once. */
export async function findAllUnreadable(stores: Stores): Promise<Unreadable[]> {
  const known = await readKinds(stores, kinds);
  const isOther = (store: StoreName) => (key: string) =>
    !kinds.some(([of, prefix]) => of === store && key.startsWith(prefix));
  const others = await Promise.all(
    storeNames.map(async (store) => named(store, await readEvery(stores[store], '', anyJson, isOther(store)))),
  );
  return [...known, ...others.flat()];
}

/** ms. Older slots matter to nobody. */
const RECENT_MS = 31 * 24 * 60 * 60_000;

/**
 * The unreadable records that the site works with. Skips leads unchanged since this process or the snapshot read them.
 * `now` in ms.
 */
export async function findUnreadable(stores: Stores, now: number): Promise<Unreadable[]> {
  const oldest = slotKey(now - RECENT_MS);
  const quick = kinds.filter(([, prefix]) => prefix !== 'leads/');
  const found = await readKinds(stores, quick, (key) => !key.startsWith('slots/') || key >= oldest);
  const { unreadable } = await readLeads({ leads: stores.leads, report: () => undefined });
  return [...named('leads', { unreadable }), ...found];
}

async function readKinds(
  stores: Stores,
  of: typeof kinds,
  matches: (key: string) => boolean = () => true,
): Promise<Unreadable[]> {
  const read = of.map(async ([store, prefix, schema]) =>
    named(store, await readEvery(stores[store], prefix, schema, matches)),
  );
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

const PROBE = 'health/last';

/** Two checks at once overwrite each other, so any value proves it. */
async function answersNow(store: Store, now: number): Promise<boolean> {
  await store.put(PROBE, { at: now });
  return (await store.get(PROBE)) !== null;
}
