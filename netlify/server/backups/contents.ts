import { overlap } from '#lib/time/interval';
import { leadOfVisit, timeToCome } from '#lead/visits';
import pMap from 'p-map';
import * as z from 'zod/mini';
import { sessions } from '#server/auth/session';
import { OWNER_PLACE } from '#server/auth/access';
import { invitations } from '#server/auth/invitations';
import { passkeys } from '#server/auth/passkeys';
import { installations } from '#server/calendar/google/driver';
import { linkSecrets } from '#server/leads/visit-link';
import { leadKey } from '#server/leads/lead-id';
import { readLeads, SNAPSHOT } from '#server/leads/lead-list';
import { PICTURE_BYTES, pictureLists } from '#server/leads/pictures';
import { VISITORS } from '#server/leads/person-keys';
import { removedLeads, removedName } from '#server/leads/lead-records';
import { BYTES } from '#server/media/object';
import {
  readableSlot,
  type SlotChange,
  type SlotRecord,
  slotsWithin,
  swapSlot,
  type VisitFacts,
  visitIn,
} from '#server/slots/records';
import { RESTORE } from '#server/slots/schedule';
import { bookedWindow } from '#server/slots/times';
import { checkKey, type Store, unlessUnreadable } from '#server/storage/port';
import { recordsOf, untilFirst } from '#server/storage/typed-records';
import { PROBE, type StoreName, type Stores } from '#server/storage/stores';
import { BackupFault } from './sealed-file.ts';

/**
 * The stores of a backup, in the order of reading. The site goes on meanwhile: a booking writes its lead before its
 * slot, so the slots are read before the leads. Then each slot's lead still points at it, and a sweep after the restore
 * takes no visit away. An item of the gallery needs its file's record in the same way. `limits` is left out: its counts
 * end within two days.
 */
const savedStores = ['gallery', 'media', 'slots', 'leads', 'auth'] as const satisfies StoreName[];

const First = z.object({ backup: z.literal(1), at: z.string() });
const Saved = z.object({ store: z.enum(savedStores), key: z.string(), value: z.unknown() });
type Saved = z.infer<typeof Saved>;
const Last = z.object({ records: z.number(), unreadable: z.array(z.string()) });
/** `unreadable`: the records that are missing, each as its store and its key. */
export type Summary = z.infer<typeof Last>;

/**
 * The step of a restore for the keys that begin so, in a store. `never`: the site makes these by itself, or they are the
 * bytes of uploaded files. What signs people in stays where it is, or a restore would bring a former password back, and the
 * sessions and passkeys that its change or the owner has ended.
 */
const places = [
  ...savedStores.map((store) => [`${store} ${PROBE}`, 'never'] as const),
  [`auth ${OWNER_PLACE}`, 'never'],
  [`auth ${sessions.place}`, 'never'],
  [`auth ${passkeys.place}`, 'never'],
  [`auth ${invitations.place}`, 'never'],
  [`slots ${RESTORE}`, 'never'],
  [`leads ${SNAPSHOT}`, 'never'],
  [`leads ${PICTURE_BYTES}`, 'never'],
  [`media ${BYTES}`, 'never'],
  [`auth ${linkSecrets.place}`, 'secrets'],
  [`slots ${installations.place}`, 'secrets'],
  [`leads ${leadKey('')}`, 'leads'],
  [`leads ${pictureLists.place}`, 'leads'],
  ['slots slots/', 'slots'],
] as const;

const stepOf = ({ store, key }: Pick<Saved, 'store' | 'key'>) =>
  places.find(([place]) => `${store} ${key}`.startsWith(place))?.[1] ?? 'rest';

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
    const listed = (await stores[name].list('')).filter(({ key }) => stepOf({ store: name, key }) !== 'never');
    for (let from = 0; from < listed.length; from += READS_AT_ONCE) {
      const keys = listed.slice(from, from + READS_AT_ONCE).map(({ key }) => key);
      const read = await Promise.all(
        keys.map((key) => unlessUnreadable(stores[name].get(key), () => 'unreadable' as const)),
      );
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
    for (const { key } of saved) checkKey(key);
    contents = { at, saved, ...last };
  } catch (cause) {
    throw new BackupFault('This backup was changed by hand, or written by another version of the site: use that one.', {
      cause,
    });
  }
  const { saved, records } = contents;
  if (saved.length !== records) throw new BackupFault(`This backup holds ${saved.length} of its ${records} records.`);
  return contents;
}

/** When the backup was made that is being put back, ISO 8601 in UTC. */
const Restore = z.object({ backup: z.string() });

/** Health and the doctor name this moment where they cannot read the note of a restore. */
export const UNKNOWN_MOMENT = 'an unknown moment';

/** The restore that has not ended, or `null`. An unreadable note counts. */
export async function unfinishedRestore({ slots }: Pick<Stores, 'slots'>): Promise<{ backup: string } | null> {
  const { value, etag } = await recordsOf(slots, { place: RESTORE, schema: Restore, isReplaceable: true }).find('');
  return etag === null ? null : (value ?? { backup: UNKNOWN_MOMENT });
}

/**
 * A record of a store that is not empty, as its store and its key; `null` if there is none. The site cannot be stopped on
 * Netlify: what visitors have asked and booked since the backup of `at` (ISO 8601) does not count.
 */
export async function firstKept(stores: Stores, at: string): Promise<string | null> {
  for (const name of ['gallery', 'media', 'slots'] as const) {
    const listed = await stores[name].list('');
    // A site without any visitor makes the others by itself.
    const found = listed.find(({ key }) => stepOf({ store: name, key }) === 'rest');
    if (found) return `${name} ${found.key}`;
  }
  const { leads, unreadable } = await readLeads({ leads: stores.leads, report: () => undefined });
  const older = leads.find(({ createdAt }) => createdAt < at);
  const [found] = [...unreadable, ...(older ? [leadKey(older.id)] : [])];
  return found ? `leads ${found}` : null;
}

const WRITES_AT_ONCE = 32;

/**
 * Writes the records beside a running site, which waits: it offers no time meanwhile, and its sweeps do nothing. Leads
 * come before their slots, since to a sweep that has begun a slot of no visit is nobody's. What is there
 * stays, so that nothing is lost that a visitor has done meanwhile, and a session that was ended stays so. A restore
 * that died is begun again with the same backup. `now` in ms.
 */
export async function putBack(stores: Stores, { at, saved }: Contents, now: number): Promise<void> {
  const { slots } = stores;
  await slots.put(RESTORE, { backup: at } satisfies z.infer<typeof Restore>);
  const removed = new Set(await recordsOf(stores.leads, removedLeads).names());
  const isRemoved = (id: string) => removed.has(removedName(id));
  const steps = Map.groupBy(saved, stepOf);
  const each = (some: readonly Saved[] | undefined, write: (one: Saved) => Promise<unknown>) =>
    pMap(some ?? [], write, { concurrency: WRITES_AT_ONCE });
  const add = async ({ store, key, value }: Saved) => {
    const isNew = await stores[store].create(key, value);
    if (!isNew && key.startsWith(VISITORS)) await addVisits(stores.leads, key, value);
  };
  const leadOf = ({ key }: Saved) => key.split('/')[1] ?? '';
  const leads = (steps.get('leads') ?? []).filter((one) => !isRemoved(leadOf(one)));
  // A message about a removed person has words of that person.
  const rest = (steps.get('rest') ?? []).filter(({ value }) => !isRemoved(leadOfMessage(value)));
  // The visits' links and events need them. The site has made its own meanwhile.
  await each(steps.get('secrets'), ({ store, key, value }) => stores[store].put(key, value));
  await each(leads, add);
  await each(steps.get('slots'), add);
  await reconcileVisits(stores, new Set(leads.map(leadOf)), now);
  await each(rest, add);
  await slots.delete(RESTORE);
}

const Visits = z.array(z.looseObject({ lead: z.string() }));

/** The visits of the backup count beside those that the site has counted meanwhile. */
async function addVisits(leads: Store, key: string, saved: unknown): Promise<void> {
  const former = Visits.safeParse(saved).data ?? [];
  await recordsOf(leads, { place: key, schema: Visits, isReplaceable: true }).change('', (counted) => {
    const all = new Map([...former, ...(counted ?? [])].map((visit) => [visit.lead, visit]));
    return [...all.values()];
  });
}

/** The lead's id of a message that waits; empty for other records. */
const leadOfMessage = (value: unknown): string =>
  z.object({ message: z.object({ lead: z.string() }) }).safeParse(value).data?.message.lead ?? '';

/**
 * Gives each visit to come of the backup its slot, also if it was booked between the readings of its slot and its lead.
 * `ids`: the leads of the backup. Another visitor may have booked its time: Today then tells the owner to call. A booking
 * that was on its way is written over, so that it ends as taken.
 */
async function reconcileVisits({ leads, slots }: Stores, ids: ReadonlySet<string>, now: number): Promise<void> {
  const { leads: all } = await readLeads({ leads, report: () => undefined });
  for (const visit of all.flatMap(({ visits }) => visits)) {
    const time = timeToCome(visit, now);
    if (!time || !visit.slot || !ids.has(leadOfVisit(visit.id))) continue;
    await swap(slots, visit.slot, (former) => {
      if (former?.state === 'booked') return null;
      const eventNumber = former?.state === 'releasing' ? former.eventNumber + 1 : (former?.eventNumber ?? 0);
      return { state: 'booked', visit: visit.id, kind: visit.kind, end: time.end, eventNumber };
    });
  }
  const live = () => slotsWithin(slots, bookedWindow(now));
  for (const { key, record } of await live()) {
    if (record.state === 'held' && !ids.has(record.lead)) await swap(slots, key, freed('held'));
  }
  const booked = (await live()).flatMap(({ key, record }) =>
    record.state === 'booked' ? [{ key, isBack: ids.has(record.lead), ...visitIn(key, record) }] : [],
  );
  for (const visit of booked.filter(({ isBack }) => isBack)) {
    const isOver = booked.some((other) => !other.isBack && overlap(other, visit));
    if (isOver) await swap(slots, visit.key, freed('booked'));
  }
}

type Decide = (former: SlotRecord | null) => (SlotChange & VisitFacts) | null;

const freed =
  (state: 'held' | 'booked'): Decide =>
  (former) =>
    former?.state === state ? { state: 'free', eventNumber: former.eventNumber + 1 } : null;

/** Writes over the newest version of the slot's record, unless it is unreadable or `decide` answers `null`. */
async function swap(slots: Store, key: string, decide: Decide): Promise<void> {
  await untilFirst(key, async () => {
    const seen = await readableSlot(slots, key);
    const change = seen && decide(seen.record);
    if (!change || (await swapSlot(slots, key, seen, change))) return null;
    return undefined;
  });
}
