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

/** One record that cannot be read, in a store that answers: somebody wrote over it, or its file is damaged. */
export class UnreadableRecord extends StorageError {}

const parts = new WeakMap<Store, Map<string, Store>>();

/** The records of a store whose keys begin with `prefix`, without it: a store in the store, the same for the same prefix. */
export function within(store: Store, prefix: string): Store {
  const known = parts.get(store) ?? new Map<string, Store>();
  parts.set(store, known);
  const part = known.get(prefix) ?? partOf(store, prefix);
  known.set(prefix, part);
  return part;
}

function partOf(store: Store, prefix: string): Store {
  return {
    get: (key) => store.get(prefix + key),
    create: (key, value) => store.create(prefix + key, value),
    replace: (key, value, etag) => store.replace(prefix + key, value, etag),
    put: (key, value) => store.put(prefix + key, value),
    delete: (key) => store.delete(prefix + key),
    list: async (of) =>
      (await store.list(prefix + of)).map(({ key, etag }) => ({ key: key.slice(prefix.length), etag })),
    getBytes: (key) => store.getBytes(prefix + key),
    putBytes: (key, bytes) => store.putBytes(prefix + key, bytes),
  };
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

/** All bytes of a stream, or of an array, in one piece. A stream that breaks throws its own error. */
export async function gathered(bytes: ReadableStream<Uint8Array> | Uint8Array): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of bytes instanceof ReadableStream ? bytes : [bytes]) chunks.push(new Uint8Array(chunk));
  return new Blob(chunks).arrayBuffer();
}

/** A record as it is stored. Throws a `TypeError` for what JSON cannot hold: `undefined`, a function, a `bigint`, a circle. */
export function recordText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A record must be a JSON value');
  return text;
}

/**
 * The record in a stored text. Throws `UnreadableRecord` when somebody else has written there, without the parser's own
 * error: that quotes the text, and a visitor may have typed it.
 */
export function parseRecord(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableRecord(`The record ${key} is not JSON: it was changed by hand. Delete it, or restore it.`);
  }
}

/** What parses a record: a schema of zod, or one that is made of such. */
export interface Schema<Value> {
  safeParse(value: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/** A record of that shape. Throws `UnreadableRecord` for any other. */
export function shaped<Value>(schema: Schema<Value>, key: string, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new UnreadableRecord(`The record ${key} has not the shape of its kind. Delete it, or restore it.`);
}

/** What `read` answers, or `fallback` when the one record that it is about cannot be read. */
export async function unlessUnreadable<Value, Fallback>(
  read: Promise<Value>,
  fallback: (error: UnreadableRecord) => Fallback,
): Promise<Value | Fallback> {
  return await read.catch((error: unknown) => {
    if (error instanceof UnreadableRecord) return fallback(error);
    throw error;
  });
}

/** Whether a record is there, readable or not: for records that say all by being there. */
export async function isThere(store: Store, key: string): Promise<boolean> {
  return (await unlessUnreadable(store.get(key), () => true)) !== null;
}

/** Records that one process keeps of a store: what a function's memory holds with ease. */
export const MAX_CACHED = 5000;

const caches = new WeakMap<Store, Map<string, Stored>>();

/** Records by their keys, and the keys of those that cannot be read. */
export interface Reading<Value> {
  readonly records: { key: string; value: Value }[];
  readonly unreadable: string[];
}

/**
 * Every record under `prefix` whose key `matches` lets through, in order of the keys. A record is read again only when
 * its etag has changed since this process last saw it, so a listing in which nothing changed costs one call. One that
 * cannot be read is left out, so that it does not hide the others; the log names it, once for each of its versions.
 */
export async function readEvery<Value>(
  store: Store,
  prefix: string,
  schema: Schema<Value>,
  matches: (key: string) => boolean = () => true,
): Promise<Reading<Value>> {
  const listed = (await store.list(prefix)).filter(({ key }) => matches(key));
  const found = await Promise.all(listed.map((one) => readCached(store, one)));
  const reading: Reading<Value> = { records: [], unreadable: [] };
  for (const [index, { key, etag }] of listed.entries()) {
    const stored = found[index];
    if (stored === GONE) continue;
    const read = typeof stored === 'object' ? parseOnce(schema, stored.value) : null;
    if (read?.success) reading.records.push({ key, value: read.data });
    else {
      // Not kept: a file that is restored by hand has the etag that it had.
      caches.get(store)?.delete(key);
      reading.unreadable.push(key);
      logOnce(store, key, etag);
    }
  }
  return reading;
}

type Parsed<Value> = ReturnType<Schema<Value>['safeParse']>;
const parsed = new WeakMap<Schema<unknown>, WeakMap<object, Parsed<unknown>>>();

/** Each schema parses a value once. Nobody may modify the returned object: it is cached. */
function parseOnce<Value>(schema: Schema<Value>, value: unknown): Parsed<Value> {
  if (typeof value !== 'object' || value === null) return schema.safeParse(value);
  const ofSchema = (parsed.get(schema) ?? new WeakMap()) as WeakMap<object, Parsed<Value>>;
  parsed.set(schema, ofSchema);
  const result = ofSchema.get(value) ?? schema.safeParse(value);
  ofSchema.set(value, result);
  return result;
}

const GONE: unique symbol = Symbol('gone');
const UNREADABLE: unique symbol = Symbol('unreadable');

async function readCached(store: Store, { key, etag }: Listed): Promise<Stored | typeof GONE | typeof UNREADABLE> {
  const cache = caches.get(store) ?? new Map<string, Stored>();
  caches.set(store, cache);
  const cached = cache.get(key);
  if (cached?.etag === etag) return cached;
  const stored = await unlessUnreadable<Stored | null, typeof UNREADABLE>(store.get(key), () => UNREADABLE);
  if (stored === null) return GONE;
  if (stored === UNREADABLE) return UNREADABLE;
  remember(cache, key, stored);
  return stored;
}

/** The readable ones of `readEvery`. */
export async function readAll<Value>(...of: Parameters<typeof readEvery<Value>>): Promise<Reading<Value>['records']> {
  return (await readEvery(...of)).records;
}

const logged = new WeakMap<Store, Map<string, string>>();

/** Names a record that is skipped, never what stands in it. */
function logOnce(store: Store, key: string, etag: string): void {
  const versions = logged.get(store) ?? new Map<string, string>();
  logged.set(store, versions);
  if (versions.get(key) === etag) return;
  versions.set(key, etag);
  console.error(`The record ${key} cannot be read and is skipped. See docs/operations.md, Damaged records.`);
}

/** A map keeps the order in which its keys came, so the first is the one that was read longest ago. */
function remember(cache: Map<string, Stored>, key: string, stored: Stored): void {
  cache.delete(key);
  cache.set(key, stored);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
}
