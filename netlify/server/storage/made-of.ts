import { type Listed, readListed, type Schema, type Store } from './port.ts';

interface Made {
  readonly listed: readonly Listed[];
  readonly value: unknown;
}
const kept = new WeakMap<Store, WeakMap<object, Made>>();

/**
 * The result of `make` for the readable records under `prefix`, cached while the listing stays the same: nobody may
 * modify it. `make` must be the same pure function at each call.
 */
export async function madeOfEvery<Value, Result>(
  store: Store,
  prefix: string,
  schema: Schema<Value>,
  make: (records: readonly { readonly key: string; readonly value: Value }[]) => Result,
): Promise<Result> {
  const listed = await store.list(prefix);
  const results = kept.get(store) ?? new WeakMap<object, Made>();
  kept.set(store, results);
  const last = results.get(make);
  if (last && isSameListing(last.listed, listed)) return last.value as Result;
  const { reading, isAsListed } = await readListed(store, listed, schema);
  const value = make(reading.records);
  if (isAsListed) results.set(make, { listed, value });
  return value;
}

const isSameListing = (one: readonly Listed[], other: readonly Listed[]): boolean =>
  one.length === other.length &&
  one.every(({ key, etag }, index) => etag === other[index]?.etag && key === other[index].key);
