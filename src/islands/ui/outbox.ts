import * as z from 'zod/mini';
import { bookingApi } from './api/booking.ts';
import { createClient } from './api/client.ts';
import { isFinalRefusal } from './api/errors.ts';
import { ConsultationRequest } from '#contracts/consultation';
import { UNDELIVERED } from '#lib/undelivered';

const DAY = 24 * 60 * 60 * 1000;
/** ms. What could not be delivered for so long is no longer what its visitor wants. */
const KEPT_FOR = 30 * DAY;

/** What is kept: a request still to be delivered, or only the fact that one was refused for good (and nothing personal). */
const Kept = z.union([
  z.object({ at: z.number(), request: z.unknown(), refused: z.optional(z.undefined()) }),
  z.object({ at: z.number(), refused: z.literal(true) }),
]);
type Kept = z.infer<typeof Kept>;

interface Surroundings {
  /** May throw: a browser can block storage altogether. */
  storage(): Storage;
  /** Rejects as `BookingApi` says. */
  deliver(request: ConsultationRequest, key: string): Promise<string>;
  /** ms since 1970 */
  now(): number;
}

/**
 * Undelivered requests (design, section 6). A request is kept before it is sent and forgotten when it has arrived,
 * so neither a dead server nor a closed tab loses it; the idempotency key makes a second delivery harmless.
 */
export interface Outbox {
  /** Sends a request that is safe from now on. Resolves to its id; rejects as `BookingApi.request` does. */
  send(request: ConsultationRequest, key: string): Promise<string>;
  /** Remembers that the request was refused for good, for a visitor who has not been told. */
  refused(key: string): void;
  /** Tries everything kept once. Resolves to how many did not arrive. */
  deliverKept(): Promise<number>;
  /** Forgets the refused ones, because their visitor has been told. */
  forgetRefused(): void;
}

export function createOutbox({ storage, deliver, now }: Surroundings): Outbox {
  /** Keys that this page is sending now: the visitor's own try is fresher than what is kept. */
  const inHand = new Set<string>();

  const box = keptIn(storage, now);

  async function send(request: ConsultationRequest, key: string): Promise<string> {
    inHand.add(key);
    box.put(key, { at: now(), request });
    try {
      const id = await deliver(request, key);
      box.remove(key);
      return id;
    } catch (error) {
      if (isFinalRefusal(error)) box.remove(key);
      throw error;
    } finally {
      inHand.delete(key);
    }
  }

  /** Whether this one is settled. */
  async function deliverOne(key: string, kept: Kept): Promise<boolean> {
    if (kept.refused) return false;
    const request = ConsultationRequest.safeParse(kept.request);
    if (!request.success) return box.replace(key, kept, { at: kept.at, refused: true });
    try {
      await deliver(request.data, key);
      box.replace(key, kept, null);
      return true;
    } catch (error) {
      if (isFinalRefusal(error)) box.replace(key, kept, { at: kept.at, refused: true });
      return false;
    }
  }

  async function deliverKept(): Promise<number> {
    let undelivered = 0;
    for (const [key, kept] of box.all()) {
      if (inHand.has(key)) continue;
      if (!(await deliverOne(key, kept))) undelivered += 1;
    }
    return undelivered;
  }

  return {
    send,
    deliverKept: onceAtATime(deliverKept),
    refused: (key) => box.put(key, { at: now(), refused: true }),
    forgetRefused() {
      for (const [key, kept] of box.all()) if (kept.refused) box.remove(key);
    },
  };
}

/** The kept requests in local storage, one item each, so that two tabs never overwrite each other's. Never throws. */
function keptIn(storage: () => Storage, now: () => number) {
  /** Full, blocked or broken storage costs the safety net, never the page. */
  function attempt<T>(work: (store: Storage) => T, otherwise: T): T {
    try {
      return work(storage());
    } catch {
      return otherwise;
    }
  }
  const put = (key: string, kept: Kept) =>
    attempt((store) => store.setItem(UNDELIVERED + key, JSON.stringify(kept)), undefined);
  const remove = (key: string) => attempt((store) => store.removeItem(UNDELIVERED + key), undefined);
  const read = (name: string) => attempt((store) => Kept.parse(JSON.parse(store.getItem(name) ?? '')), null);

  /** Everything that can be read and is not too old; the rest is thrown away. */
  function all(): [key: string, kept: Kept][] {
    const names = attempt((store) => Array.from(store, (_, index) => store.key(index) ?? ''), []);
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
    const unchanged = JSON.stringify(read(UNDELIVERED + key)) === JSON.stringify(last);
    if (unchanged && next) put(key, next);
    if (unchanged && !next) remove(key);
    return false;
  }

  return { put, remove, all, replace };
}

/** While one run is under way, callers share it. */
function onceAtATime<T>(run: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };
}

/** This browser's outbox. */
export const outbox = createOutbox({
  storage: () => localStorage,
  deliver: bookingApi(createClient()).request,
  now: Date.now,
});
