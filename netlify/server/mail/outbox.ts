import * as z from 'zod/mini';
import { isThere, readAll, type Schema, shaped, type Store, unlessUnreadable } from '#server/storage/port';
import { Message } from './letter.ts';

/**
 * What must be true of the message's lead when it is sent, or it is dropped. `unbooked`: the lead never had a visit, of
 * which the owner is told by itself. `visit`: its visit is still the one that begins at `slot`, and it is before `before`
 * (ms since the epoch).
 */
const Condition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unbooked') }),
  z.object({ kind: z.literal('visit'), slot: z.string(), before: z.number() }),
]);
export type Condition = z.infer<typeof Condition>;

const Waiting = z.object({
  message: z.unknown(),
  createdAt: z.number(),
  attempts: z.number(),
  /** Until then nobody tries: a pause after a failure, or the time that the one who is trying now has for it. */
  nextAttemptAt: z.number(),
  /** What the server said last. */
  lastError: z.optional(z.string()),
  onlyIf: z.optional(Condition),
});

/** What every message says: which lead it is about. */
interface AboutLead {
  readonly lead: string;
}

/** A message that waits. Times are milliseconds since the epoch. */
export type Waiting<Of> = Omit<z.infer<typeof Waiting>, 'message'> & { readonly message: Of };

/** Messages of one kind, and where they wait. */
export interface Box<Of extends AboutLead> {
  readonly store: Store;
  readonly waiting: Schema<Waiting<Of>>;
}

/** The mails' own box. */
export const mailBox = (leads: Store): Box<Message> => ({ store: leads, waiting: waitingSchema(Message) });

/** A message of that shape, as it waits. */
export function waitingSchema<Of>(message: Schema<Of>): Schema<Waiting<Of>> {
  return {
    safeParse(value) {
      const waiting = Waiting.safeParse(value);
      if (!waiting.success) return { success: false };
      const read = message.safeParse(waiting.data.message);
      return read.success ? { success: true, data: { ...waiting.data, message: read.data } } : { success: false };
    },
  };
}

/** How a message ended. */
interface Ending {
  /** `overtaken`: what it says was no longer of use, and it was not sent. */
  readonly state: 'sent' | 'gave up' | 'overtaken';
  readonly at: number;
  readonly attempts: number;
  readonly lastError?: string | undefined;
}

/**
 * What waits is at `outbox/<key>`. What has ended leaves `mailed/<key>`, without its text, so that the same news is not
 * mailed again, and `mailed-on/<day>/<key>`, by which it is forgotten.
 */
export const waitingKey = (key: string) => `outbox/${key}`;
export const endedKey = (key: string) => `mailed/${key}`;
const DAY = 24 * 60 * 60_000;
export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** When a message goes out: at once, or not before a moment (ms since the epoch), and only if something still holds. */
export interface Due {
  readonly notBefore?: number;
  readonly onlyIf?: Condition;
  /** The news has come about in this very call, so that its key cannot have been used before. */
  readonly isFirst?: boolean;
}

/** Writes the message down under its key; `false` when that key was used before, whatever became of its message. */
export async function enqueue<Of extends AboutLead>(
  { store }: Box<Of>,
  key: string,
  message: Of,
  now: number,
  { notBefore = now, onlyIf, isFirst = false }: Due = {},
): Promise<boolean> {
  const waiting: Waiting<Of> = {
    message,
    createdAt: now,
    attempts: 0,
    nextAttemptAt: notBefore,
    ...(onlyIf && { onlyIf }),
  };
  const [hasEnded, created] = await Promise.all([
    isFirst ? false : isThere(store, endedKey(key)),
    store.create(waitingKey(key), waiting),
  ]);
  // Whoever takes it before it is removed here looks for its end too (`lease`), and does not send it again.
  if (hasEnded && created !== null) await store.delete(waitingKey(key));
  return !hasEnded && created !== null;
}

/** Whether a message was written down under that key before, whatever became of it. */
export async function isKnown({ store }: Pick<Box<never>, 'store'>, key: string): Promise<boolean> {
  const found = await Promise.all([isThere(store, waitingKey(key)), isThere(store, endedKey(key))]);
  return found.includes(true);
}

const Ended = z.object({ at: z.number() });

/**
 * When the message of that key ended (ms since the epoch), `waiting` while it has not, `null` when there was none, or what
 * became of it cannot be read.
 */
export async function endOf({ store }: Pick<Box<never>, 'store'>, key: string): Promise<number | 'waiting' | null> {
  const stored = await unlessUnreadable(store.get(endedKey(key)), () => null);
  const ended = Ended.safeParse(stored?.value);
  if (ended.success) return ended.data.at;
  return (await isThere(store, waitingKey(key))) ? 'waiting' : null;
}

/**
 * Takes the message for one attempt, by compare-and-swap: nobody else tries it until `until`. `null` when it is not
 * due, or somebody else has it, or it has ended.
 */
export async function lease<Of extends AboutLead>(
  { store, waiting: schema }: Box<Of>,
  key: string,
  { now, until }: { now: number; until: number },
): Promise<{ waiting: Waiting<Of>; etag: string } | null> {
  const stored = await store.get(waitingKey(key));
  if (!stored) return null;
  const read = shaped(schema, waitingKey(key), stored.value);
  if (read.nextAttemptAt > now) return null;
  const waiting = { ...read, attempts: read.attempts + 1, nextAttemptAt: until };
  const etag = await store.replace(waitingKey(key), waiting, stored.etag);
  if (etag === null) return null;
  // It ended between the look of whoever wrote it down again and that writing.
  if (await isThere(store, endedKey(key))) {
    await store.delete(waitingKey(key));
    return null;
  }
  return { waiting, etag };
}

/** Puts a leased message back, to be tried again. */
export async function postpone(
  store: Store,
  key: string,
  { waiting, etag }: { waiting: Waiting<unknown>; etag: string },
  again: { nextAttemptAt: number; lastError: string },
): Promise<void> {
  await store.replace(waitingKey(key), { ...waiting, ...again }, etag);
}

/** Writes down that the message has ended. Killed in the middle, it ends at the next attempt without being sent. */
export async function finish(store: Store, key: string, ending: Ending): Promise<void> {
  await store.put(`mailed-on/${dayOf(ending.at)}/${key}`, null);
  await store.create(endedKey(key), ending);
  await store.delete(waitingKey(key));
}

/** All that waits, the one that is due first first. A record that cannot be read does not keep the others back. */
export async function listWaiting<Of extends AboutLead>(
  box: Box<Of>,
): Promise<{ key: string; waiting: Waiting<Of> }[]> {
  const records = await readAll(box.store, waitingKey(''), box.waiting);
  return records
    .map(({ key, value }) => ({ key: key.slice(waitingKey('').length), waiting: value }))
    .toSorted((a, b) => a.waiting.nextAttemptAt - b.waiting.nextAttemptAt);
}

/** How many messages wait, and since when the oldest does (ms since the epoch): for a look at the site's health. */
export async function waitingMessages<Of extends AboutLead>(
  box: Box<Of>,
): Promise<{ count: number; oldest: number | null }> {
  const waiting = await listWaiting(box);
  const oldest = Math.min(...waiting.map((one) => one.waiting.createdAt));
  return { count: waiting.length, oldest: waiting.length > 0 ? oldest : null };
}

const KEPT_MS = 60 * DAY;

/** Forgets what ended more than 60 days ago, and drops what has waited that long: there is no mail server. */
export async function sweepOutbox<Of extends AboutLead>(box: Box<Of>, now: number): Promise<void> {
  const { store } = box;
  const limit = `mailed-on/${dayOf(now - KEPT_MS)}`;
  for (const { key } of await store.list('mailed-on/')) {
    if (key >= limit) break;
    await store.delete(endedKey(key.slice(`${limit}/`.length)));
    await store.delete(key);
  }
  for (const { key, waiting } of await listWaiting(box)) {
    if (waiting.createdAt < now - KEPT_MS) await store.delete(waitingKey(key));
  }
}
