import type { Store } from './port.ts';

interface Parser<Value> {
  parse(value: unknown): Value;
}

const known = new WeakMap<Store, Map<string, { etag: string; value: unknown }>>();

/**
 * Every record under `prefix` whose key `wanted` lets through, in order of the keys. A record is read again only when
 * its etag has changed since this process last saw it, so a listing in which nothing changed costs one call.
 */
export async function readAll<Value>(
  store: Store,
  prefix: string,
  schema: Parser<Value>,
  wanted: (key: string) => boolean = () => true,
): Promise<{ key: string; value: Value }[]> {
  const seen = known.get(store) ?? new Map<string, { etag: string; value: unknown }>();
  known.set(store, seen);
  const listed = (await store.list(prefix)).filter(({ key }) => wanted(key));
  const records = await Promise.all(
    listed.map(async ({ key, etag }) => {
      const cached = seen.get(key);
      if (cached?.etag === etag) return { key, value: cached.value };
      const stored = await store.get(key);
      if (!stored) return null;
      seen.set(key, stored);
      return { key, value: stored.value };
    }),
  );
  return records.flatMap((record) => (record ? [{ key: record.key, value: schema.parse(record.value) }] : []));
}
