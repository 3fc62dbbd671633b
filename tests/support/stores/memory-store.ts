import { setImmediate } from 'node:timers/promises';
import { checkKey, type Listed, type Store, type Stored } from '#server/storage/port';

/** Records of several stores. A write replaces a record and never changes it, so `new Map(records)` is a copy. */
export type Records = Map<string, StoredRecord>;

export interface StoredRecord {
  /** Deeply frozen: a change would reach all readers. */
  readonly value: unknown;
  readonly version: number;
}

/** The port's rules on records in memory. */
export function memoryStore(records: Records, name: string): Store {
  const full = (key: string) => `${name}:${key}`;
  const etagOf = (version: number) => `v${version}`;
  const write = (key: string, value: unknown): string => {
    const version = (records.get(full(key))?.version ?? 0) + 1;
    checkKey(key);
    records.set(full(key), { value: frozen(value), version });
    return etagOf(version);
  };
  const read = (key: string): Stored | null => {
    const record = records.get(full(key));
    return record ? { value: record.value, etag: etagOf(record.version) } : null;
  };
  return {
    get: async (key) => read(key),
    create: async (key, value) => (read(key) ? null : write(key, value)),
    replace: async (key, value, etag) => (read(key)?.etag === etag ? write(key, value) : null),
    put: async (key, value) => write(key, value),
    delete: async (key) => void records.delete(full(key)),
    list: async (prefix) => [...records.keys()].flatMap((key): Listed[] => listed(key, prefix)).sort(byKey),
    getBytes: () => Promise.reject(new Error('Records only')),
    putBytes: () => Promise.reject(new Error('Records only')),
  };

  function listed(key: string, prefix: string): Listed[] {
    const etag = etagOf(records.get(key)?.version ?? 0);
    return key.startsWith(full(prefix)) ? [{ key: key.slice(name.length + 1), etag }] : [];
  }
}

/** The stores of these records. */
export const openOf = (records: Records) => (name: string) => memoryStore(records, name);

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return Object.freeze(value.map(frozen)) as Value;
  if (Object.getPrototypeOf(value) !== Object.prototype) throw new TypeError('A record is of plain objects');
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, frozen(part)]))) as Value;
}

function byKey(a: Listed, b: Listed): number {
  return a.key < b.key ? -1 : 1;
}

type Call = (key: string, ...more: unknown[]) => Promise<unknown>;
const METHODS = ['get', 'create', 'replace', 'put', 'delete', 'list'] as const;

/** The store's calls about records, each as `wrap` makes it. */
export function wrapped(store: Store, wrap: (call: Call, method: (typeof METHODS)[number]) => Call): Store {
  const calls = METHODS.map((method) => [method, wrap(store[method] as Call, method)]);
  return { ...store, ...Object.fromEntries(calls) };
}

/** Others may come between two calls, as between processes. */
export function takingTurns(store: Store): Store {
  return wrapped(store, (call) => async (...args) => {
    await setImmediate();
    return await call(...args);
  });
}
