import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { streamOf } from './node-bridge.ts';

/** A value's quality in an `Accept` header, 0 to 1: its own, else its family's, else that of `*` (RFC 9110, 12.4.2). */
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

/** The best encoding that the client accepts, or `null`. Prefers Brotli. */
export function chooseEncoding(acceptEncoding: string | null): Encoding | null {
  const brotli = quality(acceptEncoding, 'br');
  const gzip = quality(acceptEncoding, 'gzip');
  if (brotli > 0 && brotli >= gzip) return 'br';
  return gzip > 0 ? 'gzip' : null;
}

const types: Record<string, string> = {
  avi: 'video/x-msvideo',
  avif: 'image/avif',
  css: 'text/css',
  gif: 'image/gif',
  html: 'text/html',
  ico: 'image/x-icon',
  ics: 'text/calendar',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  map: 'application/json',
  md: 'text/markdown',
  mjs: 'text/javascript',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webm: 'video/webm',
  webmanifest: 'application/manifest+json',
  webp: 'image/webp',
  woff: 'font/woff',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

/** The `Content-Type` for a file name. Text is UTF-8. */
export function mediaType(name: string): string {
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase();
  const type = types[extension] ?? 'application/octet-stream';
  return isCompressible(type) ? `${type}; charset=utf-8` : type;
}

/** True for text. Pictures, videos and fonts are compressed already. */
export function isCompressible(type: string | null): boolean {
  const essence = type?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^text\/|^application\/(json|xml|javascript)$|\+(json|xml)$/.test(essence);
}

/** Smaller files do not gain from compression. */
export const MIN_COMPRESSED_BYTES = 860;
const FILE_QUALITY = 9;
const ANSWER_QUALITY = 5;

const brotliWhole = promisify(brotliCompress);
const gzipWhole = promisify(gzip);

export async function compressWhole(bytes: Uint8Array, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return gzipWhole(bytes, { level: FILE_QUALITY });
  return brotliWhole(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: FILE_QUALITY } });
}

/** Compresses a function's answer as it streams, if the client accepts that and the answer allows it. */
export function compressAnswer(request: Request, answer: Response): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  if (!isWorthCompressing(answer)) return answer;
  const headers = new Headers(answer.headers);
  headers.append('vary', 'Accept-Encoding');
  if (!encoding || !answer.body) return new Response(answer.body, { status: answer.status, headers });
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  const etag = headers.get('etag');
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
  return new Response(squeeze(answer.body, encoding), { status: answer.status, headers });
}

function isWorthCompressing({ headers, status }: Response): boolean {
  if (status === 206 || headers.has('content-encoding') || headers.has('content-range')) return false;
  if (headers.get('cache-control')?.includes('no-transform')) return false;
  if (Number(headers.get('content-length') ?? MIN_COMPRESSED_BYTES) < MIN_COMPRESSED_BYTES) return false;
  return isCompressible(headers.get('content-type'));
}

/** Flushes each chunk, so that streaming still works. */
function compressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH });
  const params = { [constants.BROTLI_PARAM_QUALITY]: ANSWER_QUALITY };
  return createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params });
}

/** A failure at either end ends the other; the reader gets the error. */
function squeeze(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamOf(pipeline(Readable.from(body), compressor(encoding), () => {}));
}
