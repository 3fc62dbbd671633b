import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import { localContext } from '#local/functions';
import { openStore, storeNames } from '#server/storage/stores';
import { memoryStore, type Records, wrapped } from './memory-store.ts';

type Handler = (request: Request, context: Context) => Promise<Response>;

/** A call's use of storage. */
export interface StorageUse {
  readonly answer: Response;
  /** Storage calls begun before the answer, as `leads put pending-notices/…`. */
  readonly calls: readonly string[];
  /** The longest chain of calls that waited for one another. */
  readonly chain: number;
  /** Storage calls begun after the answer. */
  readonly after: readonly string[];
  /** Until the answer. */
  readonly ms: number;
}

/** The keys in one page of the platform's listing. */
const LISTED_AT_ONCE = 1000;

/** The number of platform calls in a row for this answer. */
export function callsFor(answer: unknown): number {
  return Array.isArray(answer) ? Math.max(1, Math.ceil(answer.length / LISTED_AT_ONCE)) : 1;
}

/**
 * The local host's stores under `dataDir`, but in memory and counted, with `delay` ms for each call. Another folder
 * over the same records acts as another process, without the first one's caches.
 */
export class CountedStores {
  #calls: { what: string; depth: number }[] = [];
  #deepest = 0;
  readonly #delay: number;

  constructor({ dataDir, records, delay }: { dataDir: string; records: Records; delay: number }) {
    this.#delay = delay;
    for (const name of storeNames) {
      // The functions get this very object: a process opens a store once.
      const store = openStore(name, { context: 'dev', dataDir });
      const count = wrapped(memoryStore(records, name), (call, method) => (key, ...more) => {
        return this.#count(`${name} ${method} ${key}`, () => call(key, ...more));
      });
      Object.assign(store, count);
    }
  }

  /** Calls a function as the platform does, and waits for its later work. */
  async use(handler: Handler, request: Request, ip = '127.0.0.1'): Promise<StorageUse> {
    this.#calls = [];
    this.#deepest = 0;
    const later: Promise<unknown>[] = [];
    const context = localContext({ ip, waitUntil: (work) => void later.push(work) });
    const began = performance.now();
    const answer = await handler(request, context);
    const ms = performance.now() - began;
    const before = [...this.#calls];
    while (later.length > 0) await later.shift();
    return {
      answer,
      calls: before.map(({ what }) => what),
      chain: Math.max(0, ...before.map(({ depth }) => depth)),
      after: this.#calls.slice(before.length).map(({ what }) => what),
      ms,
    };
  }

  /** A call waits for the deepest of those answered before it began. */
  async #count<Answer>(what: string, call: () => Promise<Answer>): Promise<Answer> {
    const depth = this.#deepest + 1;
    this.#calls.push({ what, depth });
    const answer = await call();
    const inRow = callsFor(answer);
    for (let next = 1; next < inRow; next += 1) this.#calls.push({ what: `${what}, and more`, depth: depth + next });
    await pause(this.#delay * inRow);
    this.#deepest = Math.max(this.#deepest, depth + inRow - 1);
    return answer;
  }
}
