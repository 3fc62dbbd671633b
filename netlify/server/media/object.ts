import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { PART_BYTES } from '#contracts/media';
import type { ByteRange } from '#lib/byte-range';
import { madeOnce } from '#lib/made-once';
import { shaped, StorageError, type Store, unlessUnreadable } from '#server/storage/port';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** An uploaded file. Its bytes are in parts of `PART_BYTES`, the last one shorter, and never change. */
export const MediaObject = z.object({
  id: z.string(),
  /** A `MediaExtension`, or a former one. */
  extension: z.string(),
  /** Bytes. */
  total: z.int(),
  /** The SHA-256 of each part, in order. */
  parts: z.array(sha256),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type MediaObject = z.infer<typeof MediaObject>;

/** Where the bytes of uploaded files are. All else in the store is a record. */
export const BYTES = 'bytes/';

/**
 * `uploads/`: size and start, or gone. `parts/`: received parts. `removals/`: processes about to delete it. `bytes/`:
 * parts under their hashes, so that two senders never mix. `objects/`: complete.
 */
export const keys = {
  upload: (id: string) => `uploads/${id}`,
  object: (id: string) => `objects/${id}`,
  parts: (id: string) => `parts/${id}/`,
  part: (id: string, index: number) => `parts/${id}/${twoDigits(index)}`,
  removals: (id: string) => `removals/${id}/`,
  allBytes: (id: string) => `${BYTES}${id}/`,
  bytes: (id: string, index: number, digest: string) => `${BYTES}${id}/${twoDigits(index)}-${digest}`,
};

function twoDigits(index: number): string {
  return String(index).padStart(2, '0');
}

export function partCount(total: number): number {
  return Math.ceil(total / PART_BYTES);
}

export function partLength(index: number, total: number): number {
  return Math.min(PART_BYTES, total - index * PART_BYTES);
}

export function addressOf({ id, extension }: MediaObject): string {
  return `/media/${id}.${extension}`;
}

/** Identifies the content (RFC 9110, 8.8.3) by the hashes of its parts. */
export function etagOf({ parts }: MediaObject): string {
  return `"${createHash('sha256').update(parts.join()).digest('hex').slice(0, 32)}"`;
}

const FILE = /^([a-z0-9]{16,40})\.([a-z0-9]{3,4})$/;

/** The object at `/media/<id>.<extension>`, with or without `/media/`; `null` if missing or unreadable. */
export async function findObject(media: Store, address: string): Promise<MediaObject | null> {
  const [, id = '', extension] = FILE.exec(address.replace(/^\/media\//, '')) ?? [];
  const object = id ? await unlessUnreadable(readObject(media, id), () => null) : null;
  return object?.extension === extension ? object : null;
}

const MAX_REMEMBERED = 2000;
const remembered = new WeakMap<Store, Map<string, MediaObject>>();

/** Objects never change, so a process reads each once. Throws `UnreadableRecord`. */
export async function readObject(media: Store, id: string): Promise<MediaObject | null> {
  const known = memoryOf(media);
  const found = known.get(id);
  if (found) return found;
  const stored = await media.get(keys.object(id));
  if (!stored) return null;
  const object = shaped(MediaObject, keys.object(id), stored.value);
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.set(id, object);
  return object;
}

/** Deletes an object and its parts. The remaining `uploads/` record refuses the object's grant. */
export async function removeObject(media: Store, id: string): Promise<void> {
  memoryOf(media).delete(id);
  await media.put(keys.upload(id), { gone: true });
  await media.delete(keys.object(id));
  const rest = [...(await media.list(keys.parts(id))), ...(await media.list(keys.allBytes(id)))];
  await Promise.all(rest.map(({ key }) => media.delete(key)));
}

/** Finds the objects that are shown or about to be; `null` if that is unknown. */
export type FindUsed = () => Promise<ReadonlySet<string> | null>;

/**
 * Deletes an object that nobody shows; returns `true` if it did. Marks the object, then looks for users; a gallery item
 * holds it, then looks for marks. So one of them always sees the other
 * (docs/decisions/050-a-shown-file-is-never-removed.md).
 */
export async function removeUnlessUsed(media: Store, id: string, findUsed: FindUsed, now: number): Promise<boolean> {
  const mark = `${keys.removals(id)}${randomUUID()}`;
  await media.put(mark, { at: now });
  const used = await findUsed();
  const isUnused = used !== null && !used.has(id);
  if (isUnused) await removeObject(media, id);
  await media.delete(mark);
  return isUnused;
}

/** Reads the object of an address anew; `null` if somebody is about to delete it. */
export async function findUnlessRemoving(media: Store, address: string): Promise<MediaObject | null> {
  const id = idOf(address);
  if (!id || (await media.list(keys.removals(id))).length > 0) return null;
  memoryOf(media).delete(id);
  return await findObject(media, address);
}

/** The CDN's cache tag for an object and the pictures made of it. */
export function mediaTag(id: string): string {
  return `media-${id}`;
}

export function idOf(address: string): string {
  return FILE.exec(address.replace(/^\/media\//, ''))?.[1] ?? '';
}

const memoryOf = (media: Store) => madeOnce(remembered, media, () => new Map<string, MediaObject>());

/** Streams a range on demand. `null` if its first part is gone; fails if a later one is. */
export async function readRange(media: Store, object: MediaObject, range: ByteRange): Promise<ReadableStream | null> {
  const chunks = chunksOf(media, object, range);
  const first = await chunks.next().catch((error: unknown) => {
    if (error instanceof PartGone) return null;
    throw error;
  });
  if (!first) return null;
  let next = Promise.resolve(first);
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await next;
        if (done) return controller.close();
        controller.enqueue(value);
        next = chunks.next();
        // The next read reports the error. Without a next read it does not matter.
        next.catch(() => undefined);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

class PartGone extends StorageError {}

async function* chunksOf(media: Store, object: MediaObject, { first, last }: ByteRange): AsyncGenerator<Uint8Array> {
  for (let index = Math.floor(first / PART_BYTES); index <= Math.floor(last / PART_BYTES); index += 1) {
    const found = await media.getBytes(keys.bytes(object.id, index, object.parts[index] ?? ''));
    if (!found) throw new PartGone(`Part ${index} of ${object.id} is gone`);
    const start = index * PART_BYTES;
    yield* within(found.stream, first - start, last - start);
  }
}

/** The bytes of a stream from `first` to `last`. Skips the bytes before; does not read those after. */
async function* within(stream: ReadableStream<Uint8Array>, first: number, last: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const chunk of stream) {
    const part = chunk.subarray(Math.max(0, first - offset), Math.max(0, last + 1 - offset));
    offset += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (offset > last) return;
  }
}
