import type { Message } from './letter.ts';
import { type Box, type Condition, finish, lease, postpone, type Waiting } from './outbox.ts';

/**
 * What became of one attempt. `refused`: the server does not take mail for this recipient, ever. `later`: it did not
 * take this message now. `unreachable`: it takes none at all now. `error` is short and holds no secret.
 */
export type Attempt = 'sent' | { readonly failed: 'refused' | 'later' | 'unreachable'; readonly error: string };

/** Sends one message; `key` names it for good, and `signal` ends the attempt. Never throws. */
export type Send<Of = Message> = (
  key: string,
  mail: Pick<Waiting<Of>, 'message' | 'createdAt'>,
  signal: AbortSignal,
) => Promise<Attempt>;

export interface Delivery<Of extends { readonly lead: string }> {
  readonly box: Box<Of>;
  readonly send: Send<Of>;
  /** What the log calls this way of sending: `Mail`. */
  readonly name: string;
  /** Whether somebody may mend what makes the server refuse this message for good. */
  canBeMended(message: Of): boolean;
  /** Whether what the message waits for still holds of its lead. */
  holds(lead: string, condition: Condition): Promise<boolean>;
  /** How long one attempt may take, in ms. */
  readonly attemptMs: number;
  /** Milliseconds since the epoch. */
  now(): number;
  /** From 0 to 1: spreads the attempts. */
  random(): number;
  /** For the owner of the site: nothing that a visitor typed. */
  log(line: string, error?: unknown): void;
  /** Is told of each message that was tried and is given up. */
  givenUp(key: string, message: Of): Promise<void>;
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
export async function deliver<Of extends { readonly lead: string }>(
  delivery: Delivery<Of>,
  keys: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  const queue = keys.values();
  let isReachable = true;
  const work = async () => {
    for (const key of queue) {
      if (stop.aborted || !isReachable) return;
      const attempt = await tryOne(delivery, key, stop).catch((error: unknown) =>
        delivery.log(`${delivery.name}: ${key} could not be read or written`, error),
      );
      if (attempt === 'unreachable') isReachable = false;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function tryOne<Of extends { readonly lead: string }>(
  delivery: Delivery<Of>,
  key: string,
  stop: AbortSignal,
): Promise<string | null> {
  const now = delivery.now();
  const leased = await lease(delivery.box, key, { now, until: now + LEASE_MS });
  if (!leased) return null;
  const { waiting } = leased;
  const { attempts, createdAt, message, onlyIf } = waiting;
  if (now - createdAt > KEEP_TRYING_MS) {
    await giveUp(delivery, key, { ...waiting, attempts: attempts - 1 });
    return null;
  }
  if (onlyIf && !(await delivery.holds(message.lead, onlyIf))) {
    await finish(delivery.box.store, key, { state: 'overtaken', at: now, attempts: attempts - 1 });
    return null;
  }
  const signal = AbortSignal.any([stop, AbortSignal.timeout(delivery.attemptMs)]);
  const attempt = await delivery.send(key, waiting, signal);
  if (attempt === 'sent') {
    await finish(delivery.box.store, key, { state: 'sent', at: delivery.now(), attempts });
    return null;
  }
  return await failed(delivery, key, leased, attempt);
}

async function failed<Of extends { readonly lead: string }>(
  delivery: Delivery<Of>,
  key: string,
  leased: { waiting: Waiting<Of>; etag: string },
  { failed: kind, error: lastError }: Exclude<Attempt, 'sent'>,
): Promise<string> {
  const { attempts, message } = leased.waiting;
  if (kind === 'refused' && !delivery.canBeMended(message)) {
    await giveUp(delivery, key, { ...leased.waiting, lastError });
    return kind;
  }
  const nextAttemptAt = delivery.now() + pause(attempts, delivery.random());
  // Before the server hears of a recipient, what it says can be nobody's address.
  const reason = kind === 'unreachable' ? `, ${lastError}` : '';
  delivery.log(`${delivery.name}: ${key}, attempt ${attempts}: ${kind}${reason}`);
  await postpone(delivery.box.store, key, leased, { nextAttemptAt, lastError });
  return kind;
}

/**
 * The owner is told first. A process that dies after that tells the owner again, under the same key, which writes
 * nothing.
 */
async function giveUp<Of extends { readonly lead: string }>(
  delivery: Delivery<Of>,
  key: string,
  { message, attempts, lastError }: Waiting<Of>,
): Promise<void> {
  delivery.log(`${delivery.name}: ${key} is given up after ${attempts} attempts`);
  if (attempts > 0) await delivery.givenUp(key, message);
  await finish(delivery.box.store, key, { state: 'gave up', at: delivery.now(), attempts, lastError });
}

/** The pause after a number of attempts, up to a fifth longer by chance. */
function pause(attempts: number, random: number): number {
  const base = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? MINUTE;
  return base * (1 + random / 5);
}
