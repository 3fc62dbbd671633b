/** First and last byte, both included, as `Content-Range` counts them. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

const SINGLE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/**
 * What a `Range` header asks of a file of `size` bytes: a range, `unsatisfiable` (416), or `null` for the whole file,
 * which is also the answer to several ranges and to anything else than bytes (RFC 9110, 14.2).
 */
export function parseRange(header: string | null, size: number): ByteRange | 'unsatisfiable' | null {
  const match = SINGLE.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return null;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    return Number(suffix) === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - Number(suffix)), last: size - 1 };
  }
  const from = Number(first);
  const to = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { first: from, last: to };
}
