import pMap from 'p-map';
import type * as z from 'zod/mini';
import type { Visit } from '#lead/lead';
import { leadOfVisit, timeToCome } from '#lead/visits';
import { readLeads } from '#server/leads/lead-list';
import { leadKey } from '#server/leads/lead-id';
import { slotKey, SlotRecord, slotStart } from '#server/slots/records';
import { forgetCached, readEvery, READS_AT_ONCE, type Store, unlessUnreadable } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { PROBE, type StoreName, type Stores, storeNames } from '#server/storage/stores';
import { DAY } from '#lib/time/units';
import { isIn, kindOf, recordKinds, READING, Reading } from './kinds.ts';

export interface Unreadable {
  readonly store: StoreName;
  readonly key: string;
  /** It can be read, but what it says is not so. */
  readonly why?: string;
}

/** Every damaged record. Reads all records once. One of no known kind must be JSON. `now` in ms. */
export async function findAllUnreadable(stores: Stores, now: number): Promise<Unreadable[]> {
  const unreadable = await whichUnreadable(stores, (await everyRecord(stores)).map(placeOf));
  return [...unreadable, ...(await readVisits(stores, now)).filter(({ why }) => why)];
}

async function everyRecord(stores: Stores): Promise<Unreadable[]> {
  const listOf = async (store: StoreName) => (await stores[store].list('')).map(({ key }) => ({ store, key }));
  return (await Promise.all(storeNames.map(listOf))).flat();
}

/** ms. Older slots matter to nobody. */
const RECENT_MS = 31 * DAY;

/** The damaged leads and recent slots. What is wrong is read again: a booking may lie between the two listings. */
async function readVisits(stores: Stores, now: number, isAgain = false): Promise<Unreadable[]> {
  const oldest = slotKey(now - RECENT_MS);
  const ofSlots = await readEvery(stores.slots, 'slots/', SlotRecord, (key) => key >= oldest);
  const ofLeads = await readLeads({ leads: stores.leads, report: () => undefined });
  const visits = [...ofLeads.entries.values()].flatMap(({ lead }) => lead.visits);
  const unreadable = [...named('leads', ofLeads), ...named('slots', ofSlots)];
  const found = [...unreadable, ...contradictionsIn({ visits, slots: ofSlots.records, unreadable }, now)];
  if (isAgain || found.length === 0) return found;
  const still = (await readVisits(stores, now, true)).map(placeOf);
  return found.filter((place) => still.includes(placeOf(place)));
}

interface Told {
  readonly visits: readonly Visit[];
  readonly slots: readonly { readonly key: string; readonly value: SlotRecord }[];
  readonly unreadable: readonly Unreadable[];
}

/**
 * The booked times to come without their visit, and the visits to come without their time. Only a hand leaves these: no
 * visit leaves its lead, and no time's record is deleted (docs/booking.md). `now` in ms.
 */
export function contradictionsIn({ visits, slots, unreadable }: Told, now: number): Unreadable[] {
  const known = new Set([...visits.map(({ id }) => id), ...[...slots, ...unreadable].map(({ key }) => key)]);
  const bookings = slots.flatMap(({ key, value }): Unreadable[] => {
    const lead = leadKey(value.state === 'booked' ? value.lead : '');
    if (value.state !== 'booked' || slotStart(key) <= now || known.has(value.visit) || known.has(lead)) return [];
    return [
      {
        store: 'slots',
        key,
        why: `Its visit is gone: put ${lead} back from a backup, or remove this, and the time is free.`,
      },
    ];
  });
  const promises = visits.flatMap((visit): Unreadable[] => {
    if (!timeToCome(visit, now) || known.has(visit.slot ?? '')) return [];
    const why = `Others may book its visit’s time: put ${visit.slot} back from a backup, or book the visit anew.`;
    return [{ store: 'leads', key: leadKey(leadOfVisit(visit.id)), why }];
  });
  return [...bookings, ...promises];
}

/**
 * The damaged records that the site works with. Skips leads that have not changed since this process or the snapshot read
 * them. `now` in ms.
 */
export async function findUnreadable(stores: Stores, now: number): Promise<Unreadable[]> {
  const quick = recordKinds.filter(({ place, isMinor }) => !isMinor && place !== leadKey('') && place !== 'slots/');
  const readings = quick.map(async (kind) => {
    const { store, place, schema } = kind;
    return named(store, await readEvery(stores[store], place, schema, (key) => isIn(kind, key)));
  });
  const quickly = (await Promise.all([readVisits(stores, now), ...readings])).flat();
  const known = new Set(quickly.map(placeOf));
  const others = (await lastReading(stores)).unreadable.filter((place) => !known.has(place));
  return [...quickly, ...(await whichUnreadable(stores, others))];
}

/** The last record that a sweep has read in turn, and those that it could not read. */
async function lastReading({ limits }: Stores): Promise<z.infer<typeof Reading>> {
  const reading = recordsOf(limits, { place: READING, schema: Reading, isReplaceable: true });
  return (await reading.read('')) ?? { after: '', unreadable: [] };
}

/** A day has 144 sweeps, of which Netlify may leave out some. */
const SWEEPS = 120;
const [MIN_RECORDS, MAX_RECORDS] = [50, 2000];

/**
 * Reads the bodies of the next records, so that each is read once a day: a hand that changes a body leaves its etag, by
 * which everything else takes it for known. Keeps for health which it could not read.
 */
export async function readNextRecords(stores: Stores): Promise<void> {
  const { after, unreadable } = await lastReading(stores);
  // The bytes of files are of no kind.
  const places = (await everyRecord(stores)).filter(kindOf).map(placeOf).sort();
  const size = Math.min(MAX_RECORDS, Math.max(MIN_RECORDS, Math.ceil(places.length / SWEEPS)));
  const from = places.findIndex((place) => place > after);
  const read = places.splice(Math.max(0, from), size);
  const found = await whichUnreadable(stores, read);
  for (const { store, key } of found) forgetCached(stores[store], key);
  const others = unreadable.filter((place) => places.includes(place));
  const reading = { after: read.at(-1) ?? '', unreadable: [...found.map(placeOf), ...others] };
  await stores.limits.put(READING, reading satisfies z.infer<typeof Reading>);
}

const placeOf = ({ store, key }: Unreadable) => `${store} ${key}`;

/** Those that cannot be read now. */
async function whichUnreadable(stores: Stores, places: readonly string[]): Promise<Unreadable[]> {
  const isRead = async ({ store, key }: Unreadable) => {
    const stored = await stores[store].get(key);
    if (stored === null) return true;
    return isItsOwn(key, stored.value) && kindOf({ store, key })?.schema.safeParse(stored.value).success !== false;
  };
  const read = async (place: string) => {
    const [store, key = ''] = place.split(' ') as [StoreName, string?];
    return (await unlessUnreadable(isRead({ store, key }), () => false)) ? [] : [{ store, key }];
  };
  return (await pMap(places, read, { concurrency: READS_AT_ONCE })).flat();
}

/** False if a hand has put another's body there: a record that says its id has it in its key. */
function isItsOwn(key: string, value: unknown): boolean {
  const { id } = Object(value);
  return typeof id !== 'string' || !key.includes('/') || key.endsWith(`/${id}`);
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
