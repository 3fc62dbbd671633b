import { createHash, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type MediaExtension, mediaKinds, PART_BYTES } from '#contracts/media';
import { shaped, StorageError, type Store, unlessUnreadable } from '#server/storage/port';

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** An uploaded file: its bytes lie in parts of `PART_BYTES`, the last one shorter, and never change. */
export const MediaObject = z.object({
  id: z.string(),
  extension: z.enum(Object.keys(mediaKinds) as [MediaExtension, ...MediaExtension[]]),
  /** Bytes. */
  total: z.int(),
  /** The SHA-256 of each part, in order. */
  parts: z.array(sha256),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
});
export type MediaObject = z.infer<typeof MediaObject>;

/**
 * The keys of one object. `uploads/` says how much is to come and since when, or that the object is gone; `parts/` what
 * has come; `removals/` names who is about to remove it; `bytes/` holds it, each part under its own content's name, so that two senders never mix; `objects/` is
 * written when the set is whole.
 */
export const keys = {
  upload: (id: string) => `uploads/${id}`,
  object: (id: string) => `objects/${id}`,
  parts: (id: string) => `parts/${id}/`,
  part: (id: string, index: number) => `parts/${id}/${twoDigits(index)}`,
  removals: (id: string) => `removals/${id}/`,
  allBytes: (id: string) => `bytes/${id}/`,
  bytes: (id: string, index: number, digest: string) => `bytes/${id}/${twoDigits(index)}-${digest}`,
};

function twoDigits(index: number): string {
  return String(index).padStart(2, '0');
}

/** In how many parts a file of `total` bytes lies. */
export function partCount(total: number): number {
  return Math.ceil(total / PART_BYTES);
}

/** How many bytes a part has. */
export function partLength(index: number, total: number): number {
  return Math.min(PART_BYTES, total - index * PART_BYTES);
}

export function addressOf({ id, extension }: MediaObject): string {
  return `/media/${id}.${extension}`;
}

/** Names the whole content (RFC 9110, 8.8.3): a file is not hashed again when its parts are. */
export function etagOf({ parts }: MediaObject): string {
  return `"${createHash('sha256').update(parts.join()).digest('hex').slice(0, 32)}"`;
}

const FILE = /^([a-z0-9]{16,40})\.([a-z0-9]{3,4})$/;

/** The object of an address `/media/<id>.<extension>`, or of its last part; `null` when none of that name can be read. */
export async function findObject(media: Store, address: string): Promise<MediaObject | null> {
  const [, id = '', extension] = FILE.exec(address.replace(/^\/media\//, '')) ?? [];
  const object = id ? await unlessUnreadable(readObject(media, id), () => null) : null;
  return object?.extension === extension ? object : null;
}

const MAX_REMEMBERED = 2000;
const remembered = new WeakMap<Store, Map<string, MediaObject>>();

/**
 * Objects never change, so a process reads each once. One that another process removes has no bytes any more. Throws
 * `UnreadableRecord`.
 */
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

/** Removes an object with all its parts. What is left of it refuses its grant for as long as that lives. */
export async function removeObject(media: Store, id: string): Promise<void> {
  memoryOf(media).delete(id);
  await media.put(keys.upload(id), { gone: true });
  await media.delete(keys.object(id));
  const rest = [...(await media.list(keys.parts(id))), ...(await media.list(keys.allBytes(id)))];
  await Promise.all(rest.map(({ key }) => media.delete(key)));
}

/** The objects that are shown, or about to be; `null` while that cannot be said. */
export type FindUsed = () => Promise<ReadonlySet<string> | null>;

/**
 * Removes an object that nobody shows; answers whether it did. It says so first and looks then; whoever is about to show
 * the object says that first and then looks for such a mark. So of the two at least one sees the other, whatever the
 * order, and the object goes only when nobody can come to show it (docs/decisions/050-a-shown-file-is-never-removed.md).
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

/** The object of an address, read anew, unless somebody is about to remove it. */
export async function findUnlessRemoving(media: Store, address: string): Promise<MediaObject | null> {
  const id = idOf(address);
  if (!id || (await media.list(keys.removals(id))).length > 0) return null;
  memoryOf(media).delete(id);
  return await findObject(media, address);
}

/** The tag of an object, and of the pictures made of it, in the CDN's cache. */
export function mediaTag(id: string): string {
  return `media-${id}`;
}

/** The id in an address of `/media`. */
export function idOf(address: string): string {
  return FILE.exec(address.replace(/^\/media\//, ''))?.[1] ?? '';
}

function memoryOf(media: Store): Map<string, MediaObject> {
  const known = remembered.get(media) ?? new Map<string, MediaObject>();
  remembered.set(media, known);
  return known;
}

/** First and last byte, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes of a range, read only from the parts that it touches and only as fast as they are taken; `null` when the
 * first of them is gone. A later part that is gone breaks the stream.
 */
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
        // Whoever reads on meets the error; whoever stops here need not.
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

/** The bytes of a stream from `first` to `last`; what lies before is read over, what lies behind is not read. */
async function* within(stream: ReadableStream<Uint8Array>, first: number, last: number): AsyncGenerator<Uint8Array> {
  let offset = 0;
  for await (const chunk of stream) {
    const part = chunk.subarray(Math.max(0, first - offset), Math.max(0, last + 1 - offset));
    offset += chunk.byteLength;
    if (part.byteLength > 0) yield part;
    if (offset > last) return;
  }
}
