import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isStillCurrent, isUnchanged, parseRange } from '#lib/byte-range';
import { madeOnce } from '#lib/made-once';
import { streamOf } from '#lib/stream';
import {
  chooseEncoding,
  MIN_COMPRESSED_BYTES,
  compressWhole,
  type Encoding,
  isCompressible,
  mediaType,
} from './negotiation.ts';

/** Netlify's default for files: cache, but revalidate each time. */
const DEFAULT_CACHING = 'public, max-age=0, must-revalidate';

/** A file as an answer: conditional, partial or compressed (RFC 9110, 13 and 14). */
export async function answerFile(request: Request, file: PublishedFile, status = 200): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (status === 200 && !isRead) return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  const asked = status === 200 ? request.headers.get('range') : null;
  const encoding = asked === null && file.compressible ? chooseEncoding(request) : null;
  const etag = encoding ? `"${file.version}-${encoding}"` : `"${file.version}"`;
  const headers = new Headers({ 'cache-control': DEFAULT_CACHING, 'content-type': file.type, etag });
  if (file.compressible) headers.set('vary', 'Accept-Encoding');
  if (status === 200 && isUnchanged(request, etag)) return bodiless(304, headers);
  if (encoding) headers.set('content-encoding', encoding);
  else headers.set('accept-ranges', 'bytes');
  const bytes = encoding ? await file.encoded(encoding) : file.bytes;
  const size = bytes?.byteLength ?? file.size;
  const range = isStillCurrent(request, etag) ? parseRange(asked, size) : null;
  const { first, last } = range && range !== 'unsatisfiable' ? range : { first: 0, last: size - 1 };
  if (range) headers.set('content-range', `bytes ${range === 'unsatisfiable' ? '*' : `${first}-${last}`}/${size}`);
  if (range === 'unsatisfiable') return bodiless(416, headers);
  headers.set('content-length', String(last - first + 1));
  const answer = { status: range ? 206 : status, headers };
  if (request.method === 'HEAD' || size === 0) return new Response(null, answer);
  if (bytes) return new Response(bytes.subarray(first, last + 1), answer);
  return new Response(streamOf(createReadStream(file.location, { start: first, end: last })), answer);
}

function bodiless(status: 304 | 416, headers: Headers): Response {
  headers.delete('content-type');
  return new Response(null, { status, headers });
}

export interface PublishedFile {
  readonly location: string;
  readonly size: number;
  readonly type: string;
  /** Another one for changed content, for its ETags. */
  readonly version: string;
  /** `null` for a file that is too large for memory. */
  readonly bytes: Buffer<ArrayBuffer> | null;
  readonly compressible: boolean;
  /** The compressed content, made once. Only for a `compressible` file. */
  encoded(encoding: Encoding): Promise<Buffer<ArrayBuffer>>;
}

const MAX_KEPT_BYTES = 2 * 1024 * 1024;

/** The files in a folder, cached in memory until they change on disk. */
export class PublishedFiles {
  readonly #folder: string;
  #realFolder: Promise<string> | undefined;
  readonly #known = new Map<string, Promise<PublishedFile>>();

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  /** The file at a URL's path such as `/_astro/a.css`, or `null`. */
  async find(address: string): Promise<PublishedFile | null> {
    const found = await this.#locate(address).catch(() => null);
    if (!found) return null;
    const { location, version } = found;
    const known = await this.#known.get(location);
    if (known?.version === version) return known;
    const file = readPublished(location, version);
    this.#known.set(location, file);
    file.catch(() => this.#known.delete(location));
    return await file;
  }

  /** Rejects where nothing is. A URL's path has no `..` left, but a decoded slash or a link could leave the folder. */
  async #locate(address: string): Promise<Pick<PublishedFile, 'location' | 'version'> | null> {
    if (/\/\/|%(?:2f|5c|00)/i.test(address)) return null;
    const asked = path.join(this.#folder, decodeURIComponent(address));
    const found = await stat(asked);
    this.#realFolder ??= realpath(this.#folder);
    const [folder, location] = await Promise.all([this.#realFolder, realpath(asked)]);
    if (!found.isFile() || !location.startsWith(folder + path.sep)) return null;
    return { location, version: `${found.size}-${Math.trunc(found.mtimeMs)}` };
  }
}

async function readPublished(location: string, version: string): Promise<PublishedFile> {
  const type = mediaType(location);
  const { size } = await stat(location);
  const bytes = size <= MAX_KEPT_BYTES ? await readFile(location) : null;
  const made = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  return {
    location,
    version,
    size,
    type,
    bytes,
    compressible: bytes !== null && bytes.byteLength >= MIN_COMPRESSED_BYTES && isCompressible(type),
    encoded: (encoding) => madeOnce(made, encoding, () => compressWhole(bytes ?? Buffer.alloc(0), encoding)),
  };
}
