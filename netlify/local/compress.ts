import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { pipeline, Readable, type Transform } from 'node:stream';
import { streamOf } from './node-bridge.ts';
import { chooseEncoding, type Encoding } from './negotiation.ts';
import { isCompressible } from './negotiation.ts';

/** Below this many bytes compression saves less than its headers cost. */
export const COMPRESS_LEAST_BYTES = 860;
const FILE_QUALITY = 9;
const ANSWER_QUALITY = 5;

const brotliWhole = promisify(brotliCompress);
const gzipWhole = promisify(gzip);

/** A whole file, compressed once for all who ask. */
export async function compressWhole(bytes: Uint8Array, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  if (encoding === 'gzip') return gzipWhole(bytes, { level: FILE_QUALITY });
  return brotliWhole(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: FILE_QUALITY } });
}

/** A function's answer, compressed as it streams; unchanged where the client, the type or the answer does not want it. */
export function compressAnswer(request: Request, answer: Response): Response {
  const encoding = chooseEncoding(request.headers.get('accept-encoding'));
  if (!wantsCompression(answer)) return answer;
  const headers = new Headers(answer.headers);
  headers.append('vary', 'Accept-Encoding');
  if (!encoding || !answer.body) return new Response(answer.body, { status: answer.status, headers });
  headers.set('content-encoding', encoding);
  headers.delete('content-length');
  const etag = headers.get('etag');
  if (etag && !etag.startsWith('W/')) headers.set('etag', `W/${etag}`);
  return new Response(squeeze(answer.body, encoding), { status: answer.status, headers });
}

function wantsCompression({ headers, status }: Response): boolean {
  if (status === 206 || headers.has('content-encoding') || headers.has('content-range')) return false;
  if (headers.get('cache-control')?.includes('no-transform')) return false;
  if (Number(headers.get('content-length') ?? COMPRESS_LEAST_BYTES) < COMPRESS_LEAST_BYTES) return false;
  return isCompressible(headers.get('content-type'));
}

/** Each chunk is flushed, so that a streamed answer still arrives as it is made. */
function compressor(encoding: Encoding): Transform {
  if (encoding === 'gzip') return createGzip({ flush: constants.Z_SYNC_FLUSH });
  const params = { [constants.BROTLI_PARAM_QUALITY]: ANSWER_QUALITY };
  return createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params });
}

/** Either end that breaks ends the other; whoever reads the result gets the error. */
function squeeze(body: ReadableStream<Uint8Array>, encoding: Encoding): ReadableStream<Uint8Array<ArrayBuffer>> {
  return streamOf(pipeline(Readable.from(body), compressor(encoding), () => {}));
}
