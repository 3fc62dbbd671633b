import { atom } from 'nanostores';
import * as z from 'zod/mini';
import { ConsultationReceipt, ConsultationRequest } from '#contracts/consultation';
import { UNDELIVERED } from '#browser/browser-storage';
import { isSame } from '#lib/is-same';
import { DAY } from '#lib/time/units';
import { isFinalRefusal } from './api-client.ts';
import { attempt } from './attempt.ts';
import { browserEnvironment, type Environment } from './environment.ts';

/** ms. What could not be delivered for so long is no longer what its visitor wants. */
const KEPT_FOR = 30 * DAY;

/** What is kept: a request still to be delivered, or only the fact that one was refused for good (and nothing personal). */
const Kept = z.union([
  z.object({ at: z.number(), request: z.unknown(), refused: z.optional(z.undefined()) }),
  z.object({ at: z.number(), refused: z.literal(true) }),
]);
type Kept = z.infer<typeof Kept>;

export type UnsentRequests = ReturnType<typeof createUnsentRequests>;

/**
 * Undelivered requests. A request is kept before it is sent and forgotten when it has arrived, so that neither a dead
 * server nor a closed tab loses it. The idempotency key makes a second delivery harmless.
 */
export function createUnsentRequests({
  client,
  localStorage,
  now,
}: Pick<Environment, 'client' | 'localStorage' | 'now'>) {
  /** Keys that this page is sending now: the visitor's own try is fresher than what is kept. */
  const inFlight = new Set<string>();
  const box = keptIn(localStorage, now);
  const $delivered = atom('');

  /** The same `key` never makes a second lead. Rejects as `Client` says. */
  const store = (body: ConsultationRequest, key: string) =>
    client.send('POST', '/api/consultation-requests', ConsultationReceipt, {
      body,
      headers: { 'Idempotency-Key': key },
    });

  /** Sends a request that is safe from now on. Resolves to its id; rejects as `Client` says. */
  async function send(request: ConsultationRequest, key: string): Promise<string> {
    inFlight.add(key);
    box.put(key, { at: now(), request });
    try {
      const { id } = await store(request, key);
      box.remove(key);
      return id;
    } catch (error) {
      if (isFinalRefusal(error)) box.remove(key);
      throw error;
    } finally {
      inFlight.delete(key);
    }
  }

  const has = (key: string) => box.all().some(([kept]) => kept === key);

  /** Whether this one has arrived. */
  async function deliverOne(key: string, kept: Kept): Promise<boolean> {
    if (kept.refused) return false;
    const request = ConsultationRequest.safeParse(kept.request);
    if (!request.success) return box.replace(key, kept, { at: kept.at, refused: true });
    try {
      await store(request.data, key);
      box.replace(key, kept, null);
      $delivered.set(key);
      return true;
    } catch (error) {
      if (isFinalRefusal(error)) return box.replace(key, kept, { at: kept.at, refused: true });
      // Another run may have delivered it meanwhile.
      return !has(key);
    }
  }

  /** Tries everything kept once. Resolves to how many did not arrive. */
  async function deliverKept(): Promise<number> {
    let undelivered = 0;
    for (const [key, kept] of box.all()) {
      if (inFlight.has(key)) continue;
      if (!(await deliverOne(key, kept))) undelivered += 1;
    }
    return undelivered;
  }

  return {
    send,
    deliverKept,
    /** The key of the last kept request that `deliverKept` has delivered. */
    $delivered,
    /** Whether the request is kept in this browser. */
    has,
    /** Remembers that the request was refused for good, for a visitor who has not been told. */
    refused: (key: string) => box.put(key, { at: now(), refused: true }),
    /** Forgets the refused ones, because their visitor has been told. */
    forgetRefused(): void {
      for (const [key, kept] of box.all()) if (kept.refused) box.remove(key);
    },
  };
}

/** The kept requests in local storage, one item each, so that two tabs never overwrite each other's. Never throws. */
function keptIn(storage: Environment['localStorage'], now: Environment['now']) {
  // Full, blocked or broken storage costs the safety net, never the page.
  const put = (key: string, kept: Kept) => attempt(() => storage().setItem(UNDELIVERED + key, JSON.stringify(kept)));
  const remove = (key: string) => attempt(() => storage().removeItem(UNDELIVERED + key));
  const read = (name: string) => attempt(() => Kept.parse(JSON.parse(storage().getItem(name) ?? '')));

  /** Everything that can be read and is not too old; the rest is thrown away. */
  function all(): [key: string, kept: Kept][] {
    const names = attempt(() => Array.from(storage(), (_, index) => storage().key(index) ?? '')) ?? [];
    return names.flatMap((name): [string, Kept][] => {
      if (!name.startsWith(UNDELIVERED)) return [];
      const key = name.slice(UNDELIVERED.length);
      const kept = read(name);
      if (kept && now() - kept.at < KEPT_FOR) return [[key, kept]];
      remove(key);
      return [];
    });
  }

  /** Puts `next` in the place of `last`, unless the visitor has sent something newer under the key meanwhile. */
  function replace(key: string, last: Kept, next: Kept | null): false {
    const unchanged = isSame(read(UNDELIVERED + key), last);
    if (unchanged && next) put(key, next);
    if (unchanged && !next) remove(key);
    return false;
  }

  return { put, remove, all, replace };
}

/** This browser's unsent requests. A page has one, so that what it is sending now is not sent a second time. */
export const unsentRequests = createUnsentRequests(browserEnvironment);
