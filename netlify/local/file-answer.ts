import { createReadStream } from 'node:fs';
import { type ByteRange, isStillCurrent, isUnchanged, parseRange } from '#lib/byte-range';
import { chooseEncoding, type Encoding } from './accept.ts';
import { streamOf } from './byte-stream.ts';
import type { PublishedFile } from './published-files.ts';

/** What Netlify says of a file for which no header rule says otherwise: keep it, and ask each time. */
const DEFAULT_CACHING = 'public, max-age=0, must-revalidate';

/**
 * A file as an answer: conditional, in a range, or compressed (RFC 9110, 13 and 14). Each encoding has its own strong
 * ETag. A range is always one of the plain bytes. `headers` come from the header rules and win.
 */
export async function answerFile(
  request: Request,
  file: PublishedFile,
  { status = 200, headers: ruled = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const asked = status === 200 ? request.headers.get('range') : null;
  const encoding = chooseFor(file, asked === null ? request.headers.get('accept-encoding') : null);
  const etag = encoding ? `"${file.digest}-${encoding}"` : `"${file.digest}"`;
  const headers = new Headers({ 'cache-control': DEFAULT_CACHING, 'content-type': file.type, etag });
  if (file.compressible) headers.set('vary', 'Accept-Encoding');
  for (const [name, value] of Object.entries(ruled)) headers.set(name, value);
  if (status === 200 && isUnchanged(request, etag)) return unchanged(headers);
  if (encoding) return await answerEncoded(request, file, { encoding, status, headers });
  headers.set('accept-ranges', 'bytes');
  const range = isStillCurrent(request, etag) ? parseRange(asked, file.size) : null;
  if (range === 'unsatisfiable') return unsatisfiable(headers, file.size);
  return range ? answerRange(request, file, { range, headers }) : answerWhole(request, file, { status, headers });
}

function chooseFor(file: PublishedFile, acceptEncoding: string | null): Encoding | null {
  return file.compressible ? chooseEncoding(acceptEncoding) : null;
}

function unchanged(headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status: 304, headers });
}

function unsatisfiable(headers: Headers, size: number): Response {
  headers.set('content-range', `bytes */${size}`);
  headers.delete('content-type');
  return new Response(null, { status: 416, headers });
}

async function answerEncoded(
  request: Request,
  file: PublishedFile,
  { encoding, status, headers }: { encoding: Encoding; status: number; headers: Headers },
): Promise<Response> {
  const bytes = await file.encoded(encoding);
  headers.set('content-encoding', encoding);
  headers.set('content-length', String(bytes.byteLength));
  return new Response(request.method === 'HEAD' ? null : bytes, { status, headers });
}

function answerRange(
  request: Request,
  file: PublishedFile,
  { range, headers }: { range: ByteRange; headers: Headers },
): Response {
  headers.set('content-range', `bytes ${range.first}-${range.last}/${file.size}`);
  headers.set('content-length', String(range.last - range.first + 1));
  return new Response(request.method === 'HEAD' ? null : bytesOf(file, range), { status: 206, headers });
}

function answerWhole(
  request: Request,
  file: PublishedFile,
  { status, headers }: { status: number; headers: Headers },
): Response {
  headers.set('content-length', String(file.size));
  const isEmpty = request.method === 'HEAD' || file.size === 0;
  return new Response(isEmpty ? null : bytesOf(file, { first: 0, last: file.size - 1 }), { status, headers });
}

function bytesOf(file: PublishedFile, { first, last }: ByteRange): BodyInit {
  if (file.bytes) return file.bytes.subarray(first, last + 1);
  return streamOf(createReadStream(file.location, { start: first, end: last }));
}
