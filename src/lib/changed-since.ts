import { isSame } from './is-same.ts';

type Fields = Readonly<Record<string, unknown>>;

interface Edited {
  /** The record's fields now, as compare-and-swap is about to replace them. */
  readonly present: Fields;
  readonly change: Fields;
  /** The values that the caller saw before. A field that is not in it is written over any value. */
  readonly seen: Fields | undefined;
}

/**
 * The fields that somebody else has changed since they were seen, with their present values, or `null`. A field that is
 * already as the change wants it is none of them: the same change may have come before.
 */
export function changedSince({ present, change, seen = {} }: Edited): Fields | null {
  const changed = Object.keys(seen).filter((field) => {
    if (change[field] === undefined) return false;
    return ![seen[field], change[field]].some((value) => isLike(value, present[field]));
  });
  return changed.length > 0 ? Object.fromEntries(changed.map((field) => [field, present[field] ?? null])) : null;
}

/** An absent value is `null`, `undefined` or empty. */
const isLike = (one: unknown, other: unknown) => isSame(one || null, other || null);
