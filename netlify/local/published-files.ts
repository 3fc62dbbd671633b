import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isUnchanged } from '#lib/byte-range';
import { madeOnce } from '#lib/made-once';
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

/** A file as an answer: conditional and compressed (RFC 9110, 13). */
export async function answerFile(request: Request, file: PublishedFile, status = 200): Promise<Response> {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (status === 200 && !isRead) return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } });
  const encoding = file.compressible ? chooseEncoding(request) : null;
  const etag = encoding ? `"${file.version}-${encoding}"` : `"${file.version}"`;
  const headers = new Headers({ 'cache-control': DEFAULT_CACHING, etag });
  if (file.compressible) headers.set('vary', 'Accept-Encoding');
  if (status === 200 && isUnchanged(request, etag)) return new Response(null, { status: 304, headers });
  headers.set('content-type', file.type);
  if (encoding) headers.set('content-encoding', encoding);
  const bytes = encoding ? await file.encoded(encoding) : file.bytes;
  headers.set('content-length', String(bytes.byteLength));
  return new Response(bytes, { status, headers });
}

export interface PublishedFile {
  readonly type: string;
  /** Another one for changed content, for its ETags. */
  readonly version: string;
  readonly bytes: Buffer<ArrayBuffer>;
  readonly compressible: boolean;
  /** The compressed content, made once. Only for a `compressible` file. */
  encoded(encoding: Encoding): Promise<Buffer<ArrayBuffer>>;
}

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
  async #locate(address: string): Promise<{ location: string; version: string } | null> {
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
  const bytes = await readFile(location);
  const made = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  return {
    version,
    type,
    bytes,
    compressible: bytes.byteLength >= MIN_COMPRESSED_BYTES && isCompressible(type),
    encoded: (encoding) => madeOnce(made, encoding, () => compressWhole(bytes, encoding)),
  };
}
