/**
 * The quality that an `Accept` or `Accept-Encoding` header gives to one of its values, 0 to 1: that of the value
 * itself, else of its family (`image/*`), else of `*`; 0 when it is not named (RFC 9110, 12.4.2).
 */
export function quality(header: string | null, value: string): number {
  const named = new Map((header ?? '').toLowerCase().split(',').map(readPart));
  const family = `${value.split('/')[0]}/*`;
  return named.get(value) ?? named.get(family) ?? named.get('*/*') ?? named.get('*') ?? 0;
}

function readPart(part: string): [value: string, quality: number] {
  const [value = '', ...parameters] = part.split(';').map((piece) => piece.trim());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const read = weight === undefined ? 1 : Number(weight.slice(2));
  return [value, Number.isNaN(read) ? 0 : Math.min(Math.max(read, 0), 1)];
}

export type Encoding = 'br' | 'gzip';

/** The best encoding that the client takes: Brotli before gzip, `null` for none. */
export function chooseEncoding(acceptEncoding: string | null): Encoding | null {
  const brotli = quality(acceptEncoding, 'br');
  const gzip = quality(acceptEncoding, 'gzip');
  if (brotli > 0 && brotli >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : null;
}
