import { PART_BYTES } from '#contracts/media';
import { StorageError, type Store } from '#server/storage/port';
import { keys, type MediaObject } from './object.ts';

/** First and last byte, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

/**
 * The bytes of a span, read only from the parts that it touches and only as fast as they are taken; `null` when the
 * first of them is gone. A later part that is gone breaks the stream.
 */
export async function readSpan(media: Store, object: MediaObject, span: Span): Promise<ReadableStream | null> {
  const chunks = chunksOf(media, object, span);
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

async function* chunksOf(media: Store, object: MediaObject, { first, last }: Span): AsyncGenerator<Uint8Array> {
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
    const wanted = chunk.subarray(Math.max(0, first - offset), Math.max(0, last + 1 - offset));
    offset += chunk.byteLength;
    if (wanted.byteLength > 0) yield wanted;
    if (offset > last) return;
  }
}
