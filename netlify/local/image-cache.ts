import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

const MAX_BYTES = 256 * 1024 * 1024;

type Made = Buffer<ArrayBuffer>;

/** A folder of resized pictures, at most `MAX_BYTES`. Deletes the least recently used. */
export class ImageCache {
  readonly #folder: string;
  /** In bytes, by name, the least recently used first. */
  #sizes: Promise<Map<string, number>> | null = null;
  readonly #making = new Map<string, Promise<Made>>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The stored picture, or a new one from `make`. Parallel calls share one `make`. */
  find(name: string, make: () => Promise<Made>): Promise<Made> {
    const found = this.#making.get(name) ?? this.#keep(name, make).finally(() => this.#making.delete(name));
    this.#making.set(name, found);
    return found;
  }

  async #keep(name: string, make: () => Promise<Made>): Promise<Made> {
    const location = path.join(this.#folder, name);
    const kept = await readFile(location).catch(() => null);
    const bytes = kept ?? (await make());
    const now = new Date();
    // Marks the file as used, also for the next process.
    if (kept) await utimes(location, now, now).catch(() => undefined);
    else await this.#write(location, bytes);
    await this.#use(name, bytes.byteLength);
    return bytes;
  }

  /** Writes to another name first, so that no reader sees a part. */
  async #write(location: string, bytes: Made): Promise<void> {
    const draft = `${location}.${randomUUID()}`;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, location);
  }

  async #use(name: string, size: number): Promise<void> {
    this.#sizes ??= this.#look();
    const sizes = await this.#sizes;
    sizes.delete(name);
    sizes.set(name, size);
    let total = [...sizes.values()].reduce((sum, one) => sum + one, 0);
    for (const [oldest, bytes] of sizes) {
      if (total <= MAX_BYTES) return;
      sizes.delete(oldest);
      total -= bytes;
      await rm(path.join(this.#folder, oldest), { force: true });
    }
  }

  async #look(): Promise<Map<string, number>> {
    const names = await readdir(this.#folder).catch(() => []);
    const files = await Promise.all(
      names.map(async (name) => ({ name, found: await stat(path.join(this.#folder, name)).catch(() => null) })),
    );
    const known = files.flatMap(({ name, found }) => (found ? [{ name, size: found.size, used: found.mtimeMs }] : []));
    return new Map(known.toSorted((a, b) => a.used - b.used).map(({ name, size }) => [name, size]));
  }
}
