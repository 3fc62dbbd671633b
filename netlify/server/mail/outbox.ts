import * as z from 'zod/mini';
import { readAll } from '#server/storage/collection';
import type { Store } from '#server/storage/port';
import { Message } from './message.ts';

/** A message that waits. Times are milliseconds since the epoch. */
const Waiting = z.object({
  message: Message,
  createdAt: z.number(),
  attempts: z.number(),
  /** Until then nobody tries: a pause after a failure, or the time that the one who is trying now has for it. */
  nextAttemptAt: z.number(),
  /** What the mail server said last. */
  lastError: z.optional(z.string()),
});
export type Waiting = z.infer<typeof Waiting>;

/** How a message ended. */
export interface Ending {
  readonly state: 'sent' | 'gave up';
  readonly at: number;
  readonly attempts: number;
  readonly lastError?: string | undefined;
}

/**
 * What waits is at `outbox/<key>`. What has ended leaves `mailed/<key>`, without its text, so that the same news is not
 * mailed again, and `mailed-on/<day>/<key>`, by which it is forgotten.
 */
const waitingKey = (key: string) => `outbox/${key}`;
const endedKey = (key: string) => `mailed/${key}`;
const DAY = 24 * 60 * 60_000;
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Writes the message down under its key; `false` when that key was used before, whatever became of its message. */
export async function enqueue(leads: Store, key: string, message: Message, now: number): Promise<boolean> {
  if (await leads.get(endedKey(key))) return false;
  const waiting: Waiting = { message, createdAt: now, attempts: 0, nextAttemptAt: now };
  return (await leads.create(waitingKey(key), waiting)) !== null;
}

/**
 * Takes the message for one attempt, by compare-and-swap: nobody else tries it until `until`. `null` when it is not
 * due, or somebody else has it, or it has ended.
 */
export async function claim(
  leads: Store,
  key: string,
  { now, until }: { now: number; until: number },
): Promise<{ waiting: Waiting; etag: string } | null> {
  const stored = await leads.get(waitingKey(key));
  if (!stored) return null;
  const read = Waiting.parse(stored.value);
  if (read.nextAttemptAt > now) return null;
  const waiting = { ...read, attempts: read.attempts + 1, nextAttemptAt: until };
  const etag = await leads.replace(waitingKey(key), waiting, stored.etag);
  if (etag === null) return null;
  // It ended between the look of whoever wrote it down again and that writing.
  if (await leads.get(endedKey(key))) {
    await leads.delete(waitingKey(key));
    return null;
  }
  return { waiting, etag };
}

/** Puts a claimed message back, to be tried again. */
export async function postpone(
  leads: Store,
  key: string,
  { waiting, etag }: { waiting: Waiting; etag: string },
  again: { nextAttemptAt: number; lastError: string },
): Promise<void> {
  await leads.replace(waitingKey(key), { ...waiting, ...again }, etag);
}

/** Writes down that the message has ended. Killed in the middle, it ends at the next attempt without being sent. */
export async function finish(leads: Store, key: string, ending: Ending): Promise<void> {
  await leads.put(`mailed-on/${dayOf(ending.at)}/${key}`, null);
  await leads.create(endedKey(key), ending);
  await leads.delete(waitingKey(key));
}

/** A record that somebody changed by hand is left out: it must not keep the others back. */
const readable = {
  parse(value: unknown): Waiting | null {
    const result = Waiting.safeParse(value);
    return result.success ? result.data : null;
  },
};

/** All that waits, the one that is due first first. */
export async function listWaiting(leads: Store): Promise<{ key: string; waiting: Waiting }[]> {
  const records = await readAll(leads, waitingKey(''), readable);
  return records
    .flatMap(({ key, value }) => (value ? [{ key: key.slice(waitingKey('').length), waiting: value }] : []))
    .toSorted((a, b) => a.waiting.nextAttemptAt - b.waiting.nextAttemptAt);
}

/** How many messages wait, and since when the oldest does (ms since the epoch): for a look at the site's health. */
export async function waitingMessages(leads: Store): Promise<{ count: number; oldest: number | null }> {
  const waiting = await listWaiting(leads);
  const oldest = Math.min(...waiting.map((one) => one.waiting.createdAt));
  return { count: waiting.length, oldest: waiting.length > 0 ? oldest : null };
}

const KEPT_MS = 60 * DAY;

/** Forgets what ended more than 60 days ago, and drops what has waited that long: there is no mail server. */
export async function sweepOutbox(leads: Store, now: number): Promise<void> {
  const limit = `mailed-on/${dayOf(now - KEPT_MS)}`;
  for (const { key } of await leads.list('mailed-on/')) {
    if (key >= limit) break;
    await leads.delete(endedKey(key.slice(`${limit}/`.length)));
    await leads.delete(key);
  }
  for (const { key, waiting } of await listWaiting(leads)) {
    if (waiting.createdAt < now - KEPT_MS) await leads.delete(waitingKey(key));
  }
}
