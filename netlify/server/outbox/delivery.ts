import { DAY, MINUTE } from '#lib/time/units';
import type { Store } from '#server/storage/port';
import { type AboutLead, type Box, type Condition, finish, isStillTrue, lease, type Waiting } from './outbox.ts';

/**
 * `refused`: never for this recipient. `later`: not now. `unreachable`: nothing at all now. `error` holds no secret.
 */
export type Attempt = 'sent' | { readonly failed: 'refused' | 'later' | 'unreachable'; readonly error: string };

/** Sends one message. `key` identifies it forever; `signal` aborts the attempt. Never throws. */
export type Send<Of> = (
  key: string,
  waiting: Pick<Waiting<Of>, 'message' | 'createdAt' | 'attempts'>,
  signal: AbortSignal,
) => Promise<Attempt>;

export interface Delivery<Of extends AboutLead> {
  readonly leads: Store;
  readonly box: Box<Of>;
  readonly send: Send<Of>;
  /** In the log. */
  readonly name: string;
  /** True if a person can fix the cause of a permanent refusal. */
  canBeMended(message: Of): boolean;
  readonly attemptMs: number;
  now(): number;
  /** From 0 to 1; spreads the retries. */
  random(): number;
  /** Must not contain anything that a visitor typed: the site's owner reads it. */
  log(line: string, error?: unknown): void;
  /** Called when a message is dropped only because it could not go in time: what it says is still true. */
  readonly late?: ((key: string, message: Of) => Promise<void>) | undefined;
  /** Called when a message is given up, which is after at least one attempt. `error`: of the last one. */
  givenUp(key: string, message: Of, error: string): Promise<void>;
}

/** A function lives at most 60 seconds, so after this time the attempt is dead. */
const LEASE_MS = 2 * MINUTE;
/** Pauses after the first failure, the second and so on, in ms. The last repeats. A server that is away is tried sooner. */
const LONGEST_AWAY_MS = 5 * MINUTE;
const PAUSES_MS = [MINUTE, 5 * MINUTE, 15 * MINUTE, 60 * MINUTE, 120 * MINUTE];
/** After a week a message is useless. The lead itself is kept. */
const KEEP_TRYING_MS = 7 * DAY;
export const isTooOld = ({ createdAt }: Waiting<unknown>, now: number) => now - createdAt > KEEP_TRYING_MS;

const AT_ONCE = 4;

/**
 * Tries each message once until `stop`, in their order. Postpones failures. The first one finds out whether the server is
 * there; if it is not, the rest is left.
 */
export async function deliver<Of extends AboutLead>(
  delivery: Delivery<Of>,
  keys: readonly string[],
  stop: AbortSignal,
): Promise<void> {
  const queue = keys.values();
  let isReachable = true;
  const work = async (limit = Infinity) => {
    for (let tries = 0; tries < limit && isReachable && !stop.aborted; tries += 1) {
      const { value: key } = queue.next();
      if (key === undefined) return;
      const attempt = await tryOne(delivery, key, stop).catch((error: unknown) =>
        delivery.log(`${delivery.name}: ${key} could not be read or written`, error),
      );
      if (attempt === 'unreachable') isReachable = false;
    }
  };
  await work(1);
  await Promise.all(Array.from({ length: AT_ONCE }, () => work()));
}

async function tryOne<Of extends AboutLead>(delivery: Delivery<Of>, key: string, stop: AbortSignal) {
  const now = delivery.now();
  const leased = await lease(delivery.box, key, { now, until: now + LEASE_MS });
  if (!leased) return null;
  const { waiting } = leased;
  const { attempts, message, onlyIf } = waiting;
  // The first attempt is made in any case: the clock may have jumped ahead.
  if (attempts > 1 && isTooOld(waiting, now)) {
    await giveUp(delivery, key, { ...waiting, attempts: attempts - 1 });
    return null;
  }
  const isTrue = (condition: Condition) => isStillTrue(delivery.leads, message.lead, condition, now);
  if (onlyIf && !(await isTrue(onlyIf))) {
    const isLate = delivery.late && onlyIf.kind === 'visit' && (await isTrue({ ...onlyIf, before: undefined }));
    if (isLate) await delivery.late?.(key, message);
    await finish(delivery.box, key, { state: 'overtaken', at: now, attempts: attempts - 1 });
    return null;
  }
  const signal = AbortSignal.any([stop, AbortSignal.timeout(delivery.attemptMs)]);
  const attempt = await delivery.send(key, waiting, signal);
  if (attempt === 'sent') {
    await finish(delivery.box, key, { state: 'sent', at: delivery.now(), attempts });
    return null;
  }
  return await failed(delivery, key, leased, attempt);
}

async function failed<Of extends AboutLead>(
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
  const longest = kind === 'unreachable' ? LONGEST_AWAY_MS : Infinity;
  const nextAttemptAt = delivery.now() + Math.min(pause(attempts, delivery.random()), longest);
  // Only this error cannot contain a visitor's address: the server has not seen the recipient yet.
  const reason = kind === 'unreachable' ? `, ${lastError}` : '';
  delivery.log(`${delivery.name}: ${key}, attempt ${attempts}: ${kind}${reason}`);
  await delivery.box.waiting.replace(key, { ...leased.waiting, nextAttemptAt, lastError }, leased.etag);
  return kind;
}

/** Tells the owner first. If the process dies, the next run repeats the notice, which stores nothing. */
async function giveUp<Of extends AboutLead>(
  delivery: Delivery<Of>,
  key: string,
  { message, attempts, lastError }: Waiting<Of>,
): Promise<void> {
  delivery.log(`${delivery.name}: ${key} is given up after ${attempts} attempts`);
  await delivery.givenUp(key, message, lastError ?? '');
  await finish(delivery.box, key, { state: 'gave up', at: delivery.now(), attempts, lastError });
}

/** The pause in ms, with up to 20% random extra. */
function pause(attempts: number, random: number): number {
  const base = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1] ?? MINUTE;
  return base * (1 + random / 5);
}
