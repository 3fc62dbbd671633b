import pMap from 'p-map';
import { madeOnce } from '#lib/made-once';

export interface Stored {
  readonly value: unknown;
  /** For `replace`. */
  readonly etag: string;
}

/** A record in a listing. `etag` shows whether it changed. */
export interface Listed {
  readonly key: string;
  readonly etag: string;
}

/**
 * JSON records and byte objects under keys of `[a-z0-9-/]`, at most 600 bytes, where no key is a folder of another. A
 * key holds a record or bytes, the last one written; reading the other kind gives `null`. Reads are strong: they see
 * all completed writes. A refusal is `null`; an unreachable store throws `StorageError`.
 */
export interface Store {
  get(key: string): Promise<Stored | null>;
  /** Writes a new record. Returns its etag, or `null` if the key exists. Atomic between processes. */
  create(key: string, value: unknown): Promise<string | null>;
  /** Replaces the version `etag`. Returns the new etag, or `null` if the version is gone. Atomic between processes. */
  replace(key: string, value: unknown, etag: string): Promise<string | null>;
  /** Writes in any case. Returns the new etag. */
  put(key: string, value: unknown): Promise<string>;
  /** Deletes the record or bytes; a missing key is no error. */
  delete(key: string): Promise<void>;
  /** All records and bytes under `prefix`, by key. */
  list(prefix: string): Promise<Listed[]>;
  /** The bytes under a key, or `null`. `size` is in bytes. The caller must read or cancel the stream. */
  getBytes(key: string): Promise<{ readonly size: number; readonly stream: ReadableStream<Uint8Array> } | null>;
  /** Writes all bytes or none: readers never see a part. */
  putBytes(key: string, bytes: ReadableStream<Uint8Array> | Uint8Array): Promise<void>;
  /** Overwrites what deleted records left in files. A driver without files of its own has none to overwrite. */
  scrub?(): Promise<void>;
}

/** The store failed. A visitor cannot fix it. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** One damaged record in a working store. */
export class UnreadableRecord extends StorageError {}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;
const MAX_KEY_BYTES = 600;

/** Throws a `TypeError` for an invalid key: a programming error. */
export function checkKey(key: string): void {
  if (key.length > MAX_KEY_BYTES || !KEY.test(key)) throw new TypeError(`Not a storage key: ${JSON.stringify(key)}`);
}

const PREFIX = /^([a-z0-9-]+\/)*[a-z0-9-]*$/;

/** Throws a `TypeError` for a prefix that no key can have. An empty prefix is valid. */
export function checkPrefix(prefix: string): void {
  if (prefix.length > MAX_KEY_BYTES || !PREFIX.test(prefix)) {
    throw new TypeError(`Not the beginning of a storage key: ${JSON.stringify(prefix)}`);
  }
}

/** All bytes of a stream or array. Throws the stream's own error. */
export async function gathered(bytes: ReadableStream<Uint8Array> | Uint8Array): Promise<ArrayBuffer> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of bytes instanceof ReadableStream ? bytes : [bytes]) chunks.push(new Uint8Array(chunk));
  return new Blob(chunks).arrayBuffer();
}

/** The JSON of a record. Throws a `TypeError` for `undefined`, a function, a `bigint` or a circle. */
export function recordText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A record must be a JSON value');
  return text;
}

/** Throws `UnreadableRecord` without the parser's error, which quotes the text: a visitor may have typed it. */
export function parseRecord(key: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableRecord(`The record ${key} is not JSON: it was changed by hand. Delete it, or restore it.`);
  }
}

export interface Schema<Value> {
  safeParse(value: unknown): { readonly success: true; readonly data: Value } | { readonly success: false };
}

/** The parsed record. Throws `UnreadableRecord` if it does not match. */
export function shaped<Value>(schema: Schema<Value>, key: string, value: unknown): Value {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw misshapen(key);
}

const misshapen = (key: string) =>
  new UnreadableRecord(`The record ${key} has not the shape of its kind. Delete it, or restore it.`);

/** Gets each record that cannot be read, with the reason. */
export type Report = (what: string, error: unknown) => void;

/** The result of `read`, or `fallback` for an unreadable record. */
export async function unlessUnreadable<Value, Fallback>(
  read: Promise<Value>,
  fallback: (error: UnreadableRecord) => Fallback,
): Promise<Value | Fallback> {
  return await read.catch((error: unknown) => {
    if (error instanceof UnreadableRecord) return fallback(error);
    throw error;
  });
}

/** As `get`. A record that is not JSON is logged, and has no value but its etag, so that `replace` writes over it. */
export async function getOrDamaged(store: Store, key: string): Promise<Stored | null> {
  return await unlessUnreadable(store.get(key), async () => {
    const listed = (await store.list(key)).find((one) => one.key === key);
    if (!listed) return null;
    logOnce(store, key, listed.etag);
    return { value: undefined, etag: listed.etag };
  });
}

/**
 * Does the work for each item, one after the other, although it fails for another. With `report`, a damaged record is
 * reported and is no failure. Throws the first failure once all is done.
 */
export async function forEachAlone<Item>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<unknown>,
  report?: (error: UnreadableRecord) => void,
): Promise<void> {
  const failures: unknown[] = [];
  for (const item of items) {
    await work(item).catch((error: unknown) => {
      if (report && error instanceof UnreadableRecord) report(error);
      else failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

/** Writes over the version that was read, or a new record. The new etag, or `null` if another process was faster. */
export async function writeOver(
  store: Store,
  key: string,
  value: unknown,
  etag: string | null | undefined,
): Promise<string | null> {
  return await (etag ? store.replace(key, value, etag) : store.create(key, value));
}

/** True if a record exists, readable or not. */
export async function isThere(store: Store, key: string): Promise<boolean> {
  return (await unlessUnreadable(store.get(key), () => true)) !== null;
}

export const MAX_CACHED = 5000;
/** A function may open a thousand connections. */
export const READS_AT_ONCE = 128;

const caches = new WeakMap<Store, Map<string, Stored>>();

/** The records by key, and the keys of unreadable ones. */
interface Reading<Value> {
  readonly records: { key: string; value: Value; etag: string }[];
  readonly unreadable: string[];
}

/**
 * All records under `prefix` whose key `matches`, by key. Reads only records whose etag changed. Skips unreadable
 * records and logs each version once.
 */
export async function readEvery<Value>(
  store: Store,
  prefix: string,
  schema: Schema<Value>,
  matches: (key: string) => boolean = () => true,
): Promise<Reading<Value>> {
  const listed = (await store.list(prefix)).filter(({ key }) => matches(key));
  const read = (one: Listed) => unlessUnreadable(readListed(store, schema, one), () => 'unreadable' as const);
  const found = await pMap(listed, read, { concurrency: READS_AT_ONCE });
  const reading: Reading<Value> = { records: [], unreadable: [] };
  for (const [index, { key, etag }] of listed.entries()) {
    const record = found[index];
    if (record === 'unreadable') {
      reading.unreadable.push(key);
      logOnce(store, key, etag);
    } else if (record) reading.records.push({ key, ...record });
  }
  return reading;
}

/**
 * The record of a listing, read once for each etag; `null` if it is gone since. An unreadable one is not kept: a file that
 * a hand restores has its former etag. Throws `UnreadableRecord`.
 */
export async function readListed<Value>(
  store: Store,
  schema: Schema<Value>,
  { key, etag }: Listed,
): Promise<{ value: Value; etag: string } | null> {
  const cache = madeOnce(caches, store, () => new Map<string, Stored>());
  const cached = cache.get(key);
  const stored = cached?.etag === etag ? cached : await store.get(key);
  cache.delete(key);
  if (!stored) return null;
  const read = parseOnce(schema, stored.value);
  if (!read.success) throw misshapen(key);
  cache.set(key, stored);
  // A map keeps the order, so its first key is the one that nobody has read for the longest.
  const [oldest = ''] = cache.keys();
  if (cache.size > MAX_CACHED) cache.delete(oldest);
  return { value: read.data, etag: stored.etag };
}

type Parsed<Value> = ReturnType<Schema<Value>['safeParse']>;
const parsed = new WeakMap<Schema<unknown>, WeakMap<object, Parsed<unknown>>>();

/** Each schema parses a value once. Nobody may modify the returned object: it is cached. */
function parseOnce<Value>(schema: Schema<Value>, value: unknown): Parsed<Value> {
  if (typeof value !== 'object' || value === null) return schema.safeParse(value);
  const ofSchema = madeOnce(parsed, schema, () => new WeakMap()) as WeakMap<object, Parsed<Value>>;
  return madeOnce(ofSchema, value, () => schema.safeParse(value));
}

/** The next reading reads the record itself: a hand has changed it under its etag. */
export function forgetCached(store: Store, key: string): void {
  caches.get(store)?.delete(key);
}

const logged = new WeakMap<Store, Map<string, string>>();

/** Logs the key of a skipped record, never its content. */
function logOnce(store: Store, key: string, etag: string): void {
  const versions = madeOnce(logged, store, () => new Map<string, string>());
  if (versions.get(key) === etag) return;
  versions.set(key, etag);
  console.error(`The record ${key} cannot be read and is skipped. See docs/operations.md, Damaged records.`);
}
