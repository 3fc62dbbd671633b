import fc from 'fast-check';
import { expect } from 'vitest';
import type { Store } from '#server/storage/port';

/** The expected content of a store. */
export interface Model {
  /** The beginning of all keys of the run. */
  readonly base: string;
  readonly map: Map<string, { etag: string; record: unknown } | { bytes: Uint8Array }>;
  /** Etags of replaced versions. */
  readonly staleEtags: string[];
}

/** One call to the store and to the model, compared. */
type Action = (store: Store, model: Model) => Promise<void>;

const record = fc.jsonValue({ maxDepth: 2 });
const bytes = fc.uint8Array({ maxLength: 300 });

/** An action about one of a few keys. */
const about = <Given>(given: fc.Arbitrary<Given>, act: (key: string, given: Given) => Action) =>
  fc.tuple(fc.constantFrom('a', 'b/c', 'b/d', 'b-c', 'b/e/f', '0'), given).map(([key, value]) => act(key, value));
const nothing = fc.constant(null);

function etagOf(model: Model, key: string): string | null {
  const entry = model.map.get(key);
  return entry && 'etag' in entry ? entry.etag : null;
}

/** A write makes the former version stale and gets a new etag. */
function written(model: Model, key: string, etag: string, value: unknown): void {
  forget(model, key);
  expect(model.staleEtags).not.toContain(etag);
  model.map.set(key, { etag, record: JSON.parse(JSON.stringify(value)) });
}

function forget(model: Model, key: string): void {
  const etag = etagOf(model, key);
  if (etag !== null) model.staleEtags.push(etag);
  model.map.delete(key);
}

const create = about(record, (key, value) => async (store, model) => {
  const etag = await store.create(model.base + key, value);
  expect(etag === null).toBe(model.map.has(key));
  if (etag !== null) written(model, key, etag, value);
});

const replace = about(record, (key, value) => async (store, model) => {
  const current = etagOf(model, key);
  const etag = await store.replace(model.base + key, value, current ?? 'none');
  expect(etag === null).toBe(current === null);
  if (etag !== null) written(model, key, etag, value);
});

const replaceStale = about(fc.tuple(record, fc.nat()), (key, [value, pick]) => async (store, model) => {
  const stale = model.staleEtags[pick % model.staleEtags.length] ?? 'none';
  expect(await store.replace(model.base + key, value, stale)).toBeNull();
});

const put = about(record, (key, value) => async (store, model) => {
  written(model, key, await store.put(model.base + key, value), value);
});

const putBytes = about(bytes, (key, value) => async (store, model) => {
  await store.putBytes(model.base + key, value);
  forget(model, key);
  model.map.set(key, { bytes: value });
});

const remove = about(nothing, (key) => async (store, model) => {
  await store.delete(model.base + key);
  forget(model, key);
});

const get = about(nothing, (key) => async (store, model) => {
  const entry = model.map.get(key);
  const expected = entry && 'etag' in entry ? { value: entry.record, etag: entry.etag } : null;
  expect(await store.get(model.base + key)).toEqual(expected);
});

const getBytes = about(nothing, (key) => async (store, model) => {
  const entry = model.map.get(key);
  const found = await store.getBytes(model.base + key);
  const read = found && { size: found.size, bytes: await new Response(found.stream).bytes() };
  expect(read).toEqual(
    entry && 'bytes' in entry ? { size: entry.bytes.length, bytes: new Uint8Array(entry.bytes) } : null,
  );
});

const list = fc.constantFrom('', 'b', 'b/', 'b/c', 'b/e/', 'z').map(
  (prefix): Action =>
    async (store, model) => {
      const listed = await store.list(model.base + prefix);
      const keys = [...model.map.keys()].filter((key) => key.startsWith(prefix)).toSorted();
      expect(listed.map(({ key }) => key)).toEqual(keys.map((key) => model.base + key));
      for (const [index, key] of keys.entries()) {
        const etag = etagOf(model, key);
        if (etag !== null) expect(listed[index]?.etag).toBe(etag);
      }
    },
);

export const actions = fc.oneof(create, replace, replaceStale, put, putBytes, remove, get, getBytes, list);
