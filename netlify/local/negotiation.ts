import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import mime from 'mime';
import { streamOf } from '#lib/stream';

export type Encoding = 'br' | 'gzip';

/** The best encoding that the client accepts, or `null`. Prefers Brotli. */
export function chooseEncoding({ headers }: Request): Encoding | null {
  return negotiate<Encoding>(headers.get('accept-encoding') ?? '', ['br', 'gzip']);
}

/** The `Content-Type` for a file name. Text is UTF-8. */
export function mediaType(name: string): string {
  const type = mime.getType(name) ?? 'application/octet-stream';
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
  if (!isWorthCompressing(answer)) return answer;
  const headers = new Headers(answer.headers);
  headers.append('vary', 'Accept-Encoding');
  const encoding = chooseEncoding(request);
  if (!encoding || !answer.body) return new Response(answer.body, { status: answer.status, headers });
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  const etag = headers.get('etag');
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
  // A failure at either end ends the other; the reader gets the error.
  const compressed = pipeline(Readable.from(answer.body), compressor(encoding), () => {});
  return new Response(streamOf(compressed), { status: answer.status, headers });
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
