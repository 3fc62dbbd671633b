import * as z from 'zod/mini';
import { isThere, readAll, shaped, type Store } from '#server/storage/port';
import { Message } from './letter.ts';

/** A message that waits. Times are milliseconds since the epoch. */
export const Waiting = z.object({
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
interface Ending {
  readonly state: 'sent' | 'gave up';
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

/** Writes the message down under its key; `false` when that key was used before, whatever became of its message. */
export async function enqueue(leads: Store, key: string, message: Message, now: number): Promise<boolean> {
  if (await isThere(leads, endedKey(key))) return false;
  const waiting: Waiting = { message, createdAt: now, attempts: 0, nextAttemptAt: now };
  return (await leads.create(waitingKey(key), waiting)) !== null;
}

/** Whether a message was written down under that key before, whatever became of it. */
export async function isKnown(leads: Store, key: string): Promise<boolean> {
  return Boolean((await leads.get(waitingKey(key))) ?? (await leads.get(endedKey(key))));
}

/**
 * Takes the message for one attempt, by compare-and-swap: nobody else tries it until `until`. `null` when it is not
 * due, or somebody else has it, or it has ended.
 */
export async function lease(
  leads: Store,
  key: string,
  { now, until }: { now: number; until: number },
): Promise<{ waiting: Waiting; etag: string } | null> {
  const stored = await leads.get(waitingKey(key));
  if (!stored) return null;
  const read = shaped(Waiting, waitingKey(key), stored.value);
  if (read.nextAttemptAt > now) return null;
  const waiting = { ...read, attempts: read.attempts + 1, nextAttemptAt: until };
  const etag = await leads.replace(waitingKey(key), waiting, stored.etag);
  if (etag === null) return null;
  // It ended between the look of whoever wrote it down again and that writing.
  if (await isThere(leads, endedKey(key))) {
    await leads.delete(waitingKey(key));
    return null;
  }
  return { waiting, etag };
}

/** Puts a leased message back, to be tried again. */
async function postpone(
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

/** All that waits, the one that is due first first. A record that cannot be read does not keep the others back. */
export async function listWaiting(leads: Store): Promise<{ key: string; waiting: Waiting }[]> {
  const records = await readAll(leads, waitingKey(''), Waiting);
  return records
    .map(({ key, value }) => ({ key: key.slice(waitingKey('').length), waiting: value }))
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

/**
 * What became of one attempt. `refused`: the server does not take mail for this recipient, ever. `later`: it did not
 * take this message now. `unreachable`: it takes none at all now. `error` is short and holds no secret.
 */
export type Attempt = 'sent' | { readonly failed: 'refused' | 'later' | 'unreachable'; readonly error: string };

/** Sends one message; `key` names it for good, and `signal` ends the attempt. Never throws. */
export type Send = (key: string, mail: Pick<Waiting, 'message' | 'createdAt'>, signal: AbortSignal) => Promise<Attempt>;

export interface Delivery {
  /** Holds the outbox. */
  readonly leads: Store;
  readonly send: Send;
  /** How long one attempt may take, in ms. */
  readonly attemptMs: number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 to 1: spreads the attempts. */
  random(): number;
  /** For the owner of the site: nothing that a visitor typed. */
  log(line: string, error?: unknown): void;
  /** Is told of each message that was tried and is given up. */
  givenUp(key: string, message: Message): Promise<void>;
}

const MINUTE = 60_000;
/** A function lives 60 seconds at most: whoever has not written down how an attempt ended by then is dead. */
const LEASE_MS = 2 * MINUTE;
/** How long to wait after the first failure, the second and so on; the last stands for all that follow. */
const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 120 * MINUTE];
/** A message this old is of no use to anybody; the leads themselves are kept. */
const KEEP_TRYING_MS = 7 * 24 * 60 * MINUTE;
const AT_ONCE = 4;

/**
 * Tries each of the messages once, a few at a time, until `stop`. What fails is put off by a growing pause, so that it
 * comes after all others next time; when the server is unreachable the rest are left as they are.
 */
export async function deliver(delivery: Delivery, keys: readonly string[], stop: AbortSignal): Promise<void> {
  const queue = keys.values();
  let isReachable = true;
  const work = async () => {
    for (const key of queue) {
      if (stop.aborted || !isReachable) return;
      const attempt = await tryOne(delivery, key, stop).catch((error: unknown) =>
        delivery.log(`Mail: ${key} could not be read or written`, error),
      );
      if (attempt === 'unreachable') isReachable = false;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function tryOne(delivery: Delivery, key: string, stop: AbortSignal): Promise<string | null> {
  const now = delivery.now();
  const leased = await lease(delivery.leads, key, { now, until: now + LEASE_MS });
  if (!leased) return null;
  const { waiting } = leased;
  const { attempts, createdAt, message } = waiting;
  if (now - createdAt > KEEP_TRYING_MS) {
    await giveUp(delivery, key, { ...waiting, attempts: attempts - 1 });
    return null;
  }
  const signal = AbortSignal.any([stop, AbortSignal.timeout(delivery.attemptMs)]);
  const attempt = await delivery.send(key, waiting, signal);
  if (attempt === 'sent') {
    await finish(delivery.leads, key, { state: 'sent', at: delivery.now(), attempts });
    return null;
  }
  const { failed, error: lastError } = attempt;
  // A server that refuses the owner's own address is set up wrongly: that can be mended, and the notice still arrive.
  if (failed === 'refused' && message.to !== 'owner') {
    await giveUp(delivery, key, { ...waiting, lastError });
    return failed;
  }
  const nextAttemptAt = delivery.now() + pause(attempts, delivery.random());
  // Before the server hears of a recipient, what it says can be nobody's address.
  const reason = failed === 'unreachable' ? `, ${lastError}` : '';
  delivery.log(`Mail: ${key}, attempt ${attempts}: ${failed}${reason}`);
  await postpone(delivery.leads, key, leased, { nextAttemptAt, lastError });
  return failed;
}

/** The owner hears of it first: a death after that makes the same notice again, which is none. */
async function giveUp(delivery: Delivery, key: string, { message, attempts, lastError }: Waiting): Promise<void> {
  delivery.log(`Mail: ${key} is given up after ${attempts} attempts`);
  if (attempts > 0) await delivery.givenUp(key, message);
  await finish(delivery.leads, key, { state: 'gave up', at: delivery.now(), attempts, lastError });
}

/** The pause after a number of attempts, up to a fifth longer by chance. */
export function pause(attempts: number, random: number): number {
  const base = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? MINUTE;
  return base * (1 + random / 5);
}
