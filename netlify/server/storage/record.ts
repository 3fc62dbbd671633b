import { StorageError } from './port.ts';

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
