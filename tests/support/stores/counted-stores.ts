import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import { localContext } from '#local/functions';
import type { Store } from '#server/storage/port';
import { openStore, storeNames } from '#server/storage/stores';
import { memoryStore, type Records } from './interleave.ts';

type Handler = (request: Request, context: Context) => Promise<Response>;

/** What one call of the API asked of storage. */
export interface StorageUse {
  readonly answer: Response;
  /** Calls that were begun before the answer, as `leads put pending-notices/…`. */
  readonly calls: readonly string[];
  /** Of these, how many waited for one another: the longest chain. */
  readonly chain: number;
  /** Calls that were begun after the answer. */
  readonly after: readonly string[];
  /** Until the answer. */
  readonly ms: number;
}

/** The platform's storage lists so many keys in one call, and the next ones in a call after it. */
const LISTED_AT_ONCE = 1000;

/** How many calls in a row of the platform's storage this answer takes. */
export function callsFor(answer: unknown): number {
  return Array.isArray(answer) ? Math.max(1, Math.ceil(answer.length / LISTED_AT_ONCE)) : 1;
}

/** The methods of a store that the platform's storage is called for: once each, but for a long list. */
const METHODS = ['get', 'create', 'replace', 'put', 'delete', 'list'] as const;

/**
 * The stores of the local host under `dataDir`, whose records are in memory instead, and whose calls take `delay` ms each
 * and are counted. Another folder over the same records is another process: what the first had kept in memory it has not.
 */
export class CountedStores {
  #calls: { what: string; depth: number }[] = [];
  #deepest = 0;
  readonly #delay: number;

  constructor({ dataDir, records, delay }: { dataDir: string; records: Records; delay: number }) {
    this.#delay = delay;
    for (const name of storeNames) {
      // The functions get this very object, since a store is opened once in a process.
      const store = openStore(name, { context: 'dev', dataDir });
      Object.assign(store, this.#counted(name, memoryStore(records, name)));
    }
  }

  /** Calls a function as the platform does, and waits also for what it does after its answer. */
  async use(handler: Handler, request: Request, ip = '127.0.0.1'): Promise<StorageUse> {
    this.#calls = [];
    this.#deepest = 0;
    const later: Promise<unknown>[] = [];
    const context = localContext(request, { ip, params: {}, waitUntil: (work) => void later.push(work) });
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

  #counted(name: string, store: Store): Partial<Store> {
    const counted = METHODS.map((method) => {
      const call = store[method] as (key: string, ...more: unknown[]) => Promise<unknown>;
      return [
        method,
        (key: string, ...more: unknown[]) => this.#count(`${name} ${method} ${key}`, () => call(key, ...more)),
      ];
    });
    return Object.fromEntries(counted) as Partial<Store>;
  }

  /** A call waited for the deepest of those that had been answered when it began. */
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
