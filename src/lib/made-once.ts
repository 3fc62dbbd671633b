interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** What is kept under the key; the first call makes it. */
export function madeOnce<Key, Value>(kept: Kept<Key, Value>, key: Key, make: () => Value): Value {
  const value = kept.get(key) ?? make();
  kept.set(key, value);
  return value;
}
