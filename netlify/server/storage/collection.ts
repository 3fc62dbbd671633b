import type { Store, Stored } from './port.ts';

interface Parser<Value> {
  parse(value: unknown): Value;
}

/** Records that one process keeps of a store: what a function's memory holds with ease. */
export const MAX_CACHED = 5000;

const caches = new WeakMap<Store, Map<string, Stored>>();

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
  const cache = caches.get(store) ?? new Map<string, Stored>();
  caches.set(store, cache);
  const listed = (await store.list(prefix)).filter(({ key }) => wanted(key));
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
