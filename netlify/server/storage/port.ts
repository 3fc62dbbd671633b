/** One version of a record, as a strong read saw it. */
export interface Stored {
  readonly value: unknown;
  /** Names this version; `replace` takes it. */
  readonly etag: string;
}

/** What a listing tells of a record: enough to know whether it changed. */
export interface Listed {
  readonly key: string;
  readonly etag: string;
}

/**
 * JSON records and byte objects under keys of `[a-z0-9-/]`, at most 600 bytes, where no key is a folder of another.
 * A key holds a record or bytes, whichever was written last; to the reader of the other it is `null`.
 * Every read is strong: it sees each write that was answered before it began.
 * A refusal is a value (`null`); a store that cannot be reached throws `StorageError`.
 */
export interface Store {
  get(key: string): Promise<Stored | null>;
  /** Writes only where nothing is: the etag, or `null` when the key exists. Atomic between processes. */
  create(key: string, value: unknown): Promise<string | null>;
  /** Writes only over the version `etag`: the new etag, or `null` when it has changed or gone. Atomic between processes. */
  replace(key: string, value: unknown, etag: string): Promise<string | null>;
  /** Writes whatever is there. */
  put(key: string, value: unknown): Promise<string>;
  /** Removes the record, or the bytes; one that is not there is no error. */
  delete(key: string): Promise<void>;
  /** Every record and byte object whose key begins with `prefix`, in order of their keys. */
  list(prefix: string): Promise<Listed[]>;
  /**
   * The bytes under a key, as written by `putBytes`; `null` when there are none. `size` is in bytes.
   * The caller reads the stream to its end or cancels it.
   */
  getBytes(key: string): Promise<{ readonly size: number; readonly stream: ReadableStream<Uint8Array> } | null>;
  /** Writes bytes whole or not at all: a reader never sees a part. */
  putBytes(key: string, bytes: ReadableStream<Uint8Array> | Uint8Array): Promise<void>;
}

/** A store that did not answer, or not as it should: nothing that a visitor can mend. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;
const MAX_KEY_BYTES = 600;

/** Throws a `TypeError` for a key that some driver could not hold: a fault of the caller, never of a visitor. */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_BYTES || !KEY.test(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
}

const PREFIX = /^([a-z0-9-]+\/)*[a-z0-9-]*$/;

/** Throws a `TypeError` for a prefix that no key can begin with; the empty one begins them all. */
export function checkPrefix(prefix: string): void {
  if (prefix.length > MAX_KEY_BYTES || !PREFIX.test(prefix)) {
    throw new TypeError(`Not the beginning of a storage key: ${JSON.stringify(prefix)}`);
  }
}

/** A record as it is stored. Throws a `TypeError` for what JSON cannot hold: `undefined`, a function, a `bigint`, a circle. */
export function recordText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A record must be a JSON value');
  return text;
}

/** The record in a stored text. Throws `StorageError` when somebody else has written there. */
export function parseRecord(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new StorageError(`The record ${key} is not JSON: it was changed by hand. Delete it, or restore it.`, {
      cause,
    });
  }
}

interface Parser<Value> {
  parse(value: unknown): Value;
}

/** Records that one process keeps of a store: what a function's memory holds with ease. */
export const MAX_CACHED = 5000;

const caches = new WeakMap<Store, Map<string, Stored>>();

/**
 * Every record under `prefix` whose key `matches` lets through, in order of the keys. A record is read again only when
 * its etag has changed since this process last saw it, so a listing in which nothing changed costs one call.
 */
export async function readAll<Value>(
  store: Store,
  prefix: string,
  schema: Parser<Value>,
  matches: (key: string) => boolean = () => true,
): Promise<{ key: string; value: Value }[]> {
  const cache = caches.get(store) ?? new Map<string, Stored>();
  caches.set(store, cache);
  const listed = (await store.list(prefix)).filter(({ key }) => matches(key));
  const records = await Promise.all(
    listed.map(async ({ key, etag }) => {
      const cached = cache.get(key);
      if (cached?.etag === etag) return { key, value: cached.value };
      const stored = await store.get(key);
      if (!stored) return null;
      remember(cache, key, stored);
      return { key, value: stored.value };
    }),
  );
  return records.flatMap((record) => (record ? [{ key: record.key, value: schema.parse(record.value) }] : []));
}

/** A map keeps the order in which its keys came, so the first is the one that was read longest ago. */
function remember(cache: Map<string, Stored>, key: string, stored: Stored): void {
  cache.delete(key);
  cache.set(key, stored);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}
