/** First and last byte, both included, as `Content-Range` counts them. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A range that was asked for; an open one (`bytes=500-`) names no end, and may be answered with less. */
export interface AskedRange extends ByteRange {
  readonly isOpen: boolean;
}

const SINGLE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/**
 * What a `Range` header asks of a file of `size` bytes: a range, `unsatisfiable` (416), or `null` for the whole file,
 * which is also the answer to several ranges and to anything else than bytes (RFC 9110, 14.2).
 */
export function parseRange(header: string | null, size: number): AskedRange | 'unsatisfiable' | null {
  const match = SINGLE.exec(header?.replaceAll(' ', '') ?? '');
  if (!match) return null;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    return Number(suffix) === 0 || size === 0
      ? 'unsatisfiable'
      : { first: Math.max(0, size - Number(suffix)), last: size - 1, isOpen: false };
  }
  const from = Number(first);
  const to = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < from) return null;
  return from >= size ? 'unsatisfiable' : { first: from, last: to, isOpen: !last };
}

/** Whether the client has this version: `If-None-Match` compares weakly and lists several (RFC 9110, 13.1.2). */
export function isUnchanged({ headers }: Request, etag: string): boolean {
  const known = headers.get('if-none-match');
  if (known === null) return false;
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** Whether a range still counts: `If-Range` compares strongly; a date never matches, since we send none (RFC 9110, 13.1.5). */
export function isStillCurrent({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-range');
  return condition === null || condition === etag;
}
