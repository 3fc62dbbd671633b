import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type ByteRange, isStillCurrent, isUnchanged, parseRange } from '#lib/byte-range';
import {
  chooseEncoding,
  MIN_COMPRESSED_BYTES,
  compressWhole,
  type Encoding,
  isCompressible,
  mediaType,
} from './negotiation.ts';
import { streamOf } from './node-bridge.ts';

/** Netlify's default for files: cache, but revalidate each time. */
const DEFAULT_CACHING = 'public, max-age=0, must-revalidate';

/** A file as an answer: conditional, partial or compressed (RFC 9110, 13 and 14). `headers` from the rules win. */
export async function answerFile(
  request: Request,
  file: PublishedFile,
  { status = 200, headers: ruled = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const asked = status === 200 ? request.headers.get('range') : null;
  const isWhole = asked === null && file.compressible;
  const encoding = isWhole ? chooseEncoding(request.headers.get('accept-encoding')) : null;
  const etag = encoding ? `"${file.digest}-${encoding}"` : `"${file.digest}"`;
  const headers = new Headers({ 'cache-control': DEFAULT_CACHING, 'content-type': file.type, etag });
  if (file.compressible) headers.set('vary', 'Accept-Encoding');
  for (const [name, value] of Object.entries(ruled)) headers.set(name, value);
  if (status === 200 && isUnchanged(request, etag)) return bodiless(304, headers);
  if (encoding) return await answerEncoded(request, file, { encoding, status, headers });
  headers.set('accept-ranges', 'bytes');
  const range = isStillCurrent(request, etag) ? parseRange(asked, file.size) : null;
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`);
    return bodiless(416, headers);
  }
  if (range) headers.set('content-range', `bytes ${range.first}-${range.last}/${file.size}`);
  const { first, last } = range ?? { first: 0, last: file.size - 1 };
  const length = last - first + 1;
  headers.set('content-length', String(length));
  const isEmpty = request.method === 'HEAD' || length === 0;
  return new Response(isEmpty ? null : bytesOf(file, { first, last }), { status: range ? 206 : status, headers });
}

function bodiless(status: 304 | 416, headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status, headers });
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

function bytesOf(file: PublishedFile, { first, last }: ByteRange): BodyInit {
  if (file.bytes) return file.bytes.subarray(first, last + 1);
  return streamOf(createReadStream(file.location, { start: first, end: last }));
}

export interface PublishedFile {
  readonly location: string;
  readonly size: number;
  readonly type: string;
  /** SHA-256 of the content in base64url, for its ETags. */
  readonly digest: string;
  readonly bytes: Buffer<ArrayBuffer> | null;
  readonly compressible: boolean;
  /** The compressed content, made once. Only for a `compressible` file. */
  encoded(encoding: Encoding): Promise<Buffer<ArrayBuffer>>;
}

const MAX_KEPT_BYTES = 2 * 1024 * 1024;

/** The files in a folder, cached in memory until they change on disk. */
export class PublishedFiles {
  readonly #folder: string;
  readonly #known = new Map<string, { stamp: string; file: Promise<PublishedFile> }>();

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  /** The file at an encoded address such as `/_astro/a.css`, or `null`. */
  async find(address: string): Promise<PublishedFile | null> {
    const location = this.#locate(address);
    const found = location ? await stat(location).catch(() => null) : null;
    if (!location || !found?.isFile() || !(await this.#isInside(location))) return null;
    const stamp = `${found.size} ${found.mtimeMs}`;
    const known = this.#known.get(location);
    if (known?.stamp === stamp) return await known.file;
    const file = readPublished(location, found.size);
    this.#known.set(location, { stamp, file });
    file.catch(() => this.#known.delete(location));
    return await file;
  }

  /** Checks each segment: a decoded `..`, slash or NUL could leave the folder. */
  #locate(address: string): string | null {
    const segments = address.split('/').slice(1).map(decodeSegment);
    if (segments.some((segment) => segment === null || segment === '' || /^\.\.?$|[/\\\0]/.test(segment))) return null;
    return path.join(this.#folder, ...segments.map(String));
  }

  /** A link must not leave the folder either. */
  async #isInside(location: string): Promise<boolean> {
    const [real, folder] = await Promise.all([realpath(location), realpath(this.#folder)]);
    return real.startsWith(folder + path.sep);
  }
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

async function readPublished(location: string, size: number): Promise<PublishedFile> {
  const type = mediaType(location);
  const bytes = size <= MAX_KEPT_BYTES ? await readFile(location) : null;
  const encodings = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  return {
    location,
    size: bytes?.byteLength ?? size,
    type,
    bytes,
    digest: await digestOf(bytes, location),
    compressible: bytes !== null && bytes.byteLength >= MIN_COMPRESSED_BYTES && isCompressible(type),
    encoded(encoding) {
      const made = encodings.get(encoding) ?? compressWhole(bytes ?? Buffer.alloc(0), encoding);
      encodings.set(encoding, made);
      return made;
    },
  };
}

async function digestOf(bytes: Buffer | null, location: string): Promise<string> {
  const hash = createHash('sha256');
  if (bytes) hash.update(bytes);
  else for await (const chunk of createReadStream(location)) hash.update(chunk);
  return hash.digest('base64url').slice(0, 27);
}
