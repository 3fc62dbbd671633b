import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { madeOnce } from '#lib/made-once';

const MAX_BYTES = 256 * 1024 * 1024;

type Made = Buffer<ArrayBuffer>;

/** A folder of resized pictures, at most `MAX_BYTES`. Deletes the least recently used. */
export class ImageCache {
  readonly #folder: string;
  readonly #making = new Map<string, Promise<Made>>();
  /** At least what the folder holds. Unknown until the first sweep. */
  #bytes = Number.POSITIVE_INFINITY;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The stored picture, or a new one from `make`. Parallel calls share one `make`. */
  find(name: string, make: () => Promise<Made>): Promise<Made> {
    return madeOnce(this.#making, name, () => this.#keep(name, make).finally(() => this.#making.delete(name)));
  }

  async #keep(name: string, make: () => Promise<Made>): Promise<Made> {
    const location = path.join(this.#folder, name);
    const kept = await readFile(location).catch(() => null);
    const now = new Date();
    // Marks the file as used, also for the next process.
    if (kept) await utimes(location, now, now).catch(() => undefined);
    const bytes = kept ?? (await make());
    if (!kept) await this.#write(location, bytes);
    return bytes;
  }

  /** Writes to another name first, so that no reader sees a part. */
  async #write(location: string, bytes: Made): Promise<void> {
    const draft = `${location}.${randomUUID()}`;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, location);
    this.#bytes += bytes.byteLength;
    if (this.#bytes > MAX_BYTES) await this.#sweep();
  }

  async #sweep(): Promise<void> {
    // What others write meanwhile counts too.
    this.#bytes = 0;
    const locations = (await readdir(this.#folder)).map((name) => path.join(this.#folder, name));
    const files = await Promise.all(
      locations.map(async (location) => ({ location, ...(await stat(location).catch(() => null)) })),
    );
    let total = 0;
    for (const { location, size = 0 } of files.toSorted((a, b) => (b.mtimeMs ?? 0) - (a.mtimeMs ?? 0))) {
      if (total + size > MAX_BYTES) await rm(location, { force: true });
      else total += size;
    }
    this.#bytes += total;
  }
}
