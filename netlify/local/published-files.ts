import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Encoding } from './accept.ts';
import { COMPRESS_LEAST_BYTES, compressWhole } from './compress.ts';
import { isCompressible, mediaType } from './media-type.ts';

/** One published file, as it was when it was last looked at. */
export interface PublishedFile {
  readonly location: string;
  readonly size: number;
  readonly type: string;
  /** SHA-256 of the content in base64url: the heart of its ETags. */
  readonly digest: string;
  /** The content, for files small enough to be kept in memory. */
  readonly bytes: Buffer<ArrayBuffer> | null;
  /** Whether the file is worth compressing. */
  readonly compressible: boolean;
  /** The content in an encoding, made once; only for a `compressible` file. */
  encoded(encoding: Encoding): Promise<Buffer<ArrayBuffer>>;
}

const KEPT_MOST_BYTES = 2 * 1024 * 1024;

/** The files below one folder, kept in memory and looked at again when they change on disk. */
export class PublishedFiles {
  readonly #folder: string;
  readonly #known = new Map<string, { stamp: string; file: Promise<PublishedFile> }>();

  constructor(folder: string) {
    this.#folder = path.resolve(folder);
  }

  /** The file at an address such as `/_astro/a.css` (encoded, as in a URL); `null` when there is none. */
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

  /** Segment by segment, so that no decoded `..`, slash or NUL can lead out of the folder. */
  #locate(address: string): string | null {
    const segments = address.split('/').slice(1).map(decodeSegment);
    if (segments.some((segment) => segment === null || segment === '' || /^\.\.?$|[/\\\0]/.test(segment))) return null;
    return path.join(this.#folder, ...segments.map(String));
  }

  /** A link inside the folder may not lead out of it either. */
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
  const bytes = size <= KEPT_MOST_BYTES ? await readFile(location) : null;
  const encodings = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  return {
    location,
    size: bytes?.byteLength ?? size,
    type,
    bytes,
    digest: await digestOf(bytes, location),
    compressible: bytes !== null && bytes.byteLength >= COMPRESS_LEAST_BYTES && isCompressible(type),
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
