/** First and last byte, both included, as in `Content-Range`. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** A requested range. An open one (`bytes=500-`) may get a shorter answer. */
export interface AskedRange extends ByteRange {
  readonly isOpen: boolean;
}

const SINGLE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/;

/**
 * The range in a `Range` header for a file of `size` bytes; `unsatisfiable` (416); or `null` for the whole file, also
 * for several ranges and other units (RFC 9110, 14.2).
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

/** True if the client has this version. `If-None-Match` compares weakly and may list several (RFC 9110, 13.1.2). */
export function isUnchanged({ headers }: Request, etag: string): boolean {
  const known = headers.get('if-none-match');
  if (known === null) return false;
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}

/** True if the range still applies. `If-Range` compares strongly; we send no dates (RFC 9110, 13.1.5). */
export function isStillCurrent({ headers }: Request, etag: string): boolean {
  const condition = headers.get('if-range');
  return condition === null || condition === etag;
}
