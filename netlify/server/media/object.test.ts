import { expect, test } from 'vitest';
import { PART_BYTES } from '#contracts/media';
import { StorageError, type Store } from '#server/storage/port';
import { memoryStore } from '#tests/support/stores/interleave';
import { film } from '#tests/support/sample-media';
import type { MediaObject } from './object.ts';
import { readRange } from './object.ts';

const CHUNK = 64 * 1024;
const file = film(PART_BYTES * 2 + 500);
const object: MediaObject = { id: 'x'.repeat(20), extension: 'mp4', total: file.byteLength, parts: ['a', 'b', 'c'] };

/** A store of that film's parts that counts what is opened, what is still open, and what has been read. */
function countingStore(gone: readonly number[] = []): Store & { opened: number; open: number; read: number } {
  const counts = { opened: 0, open: 0, read: 0 };
  return Object.assign(counts, {
    ...memoryStore(new Map(), 'media'),
    getBytes: async (key: string) => {
      const index = Number(/\/(\d\d)-/.exec(key)?.[1]);
      if (gone.includes(index)) return null;
      const bytes = file.subarray(index * PART_BYTES, (index + 1) * PART_BYTES);
      counts.opened += 1;
      counts.open += 1;
      let offset = 0;
      const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
        const chunk = bytes.subarray(offset, offset + CHUNK);
        offset += CHUNK;
        counts.read += chunk.byteLength;
        if (chunk.byteLength > 0) return controller.enqueue(chunk);
        counts.open -= 1;
        controller.close();
      };
      const cancel = () => {
        counts.open -= 1;
      };
      return { size: bytes.byteLength, stream: new ReadableStream({ pull, cancel }, { highWaterMark: 0 }) };
    },
  });
}

async function bytesOf(stream: ReadableStream | null): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer());
}

test('a range is read from the parts that it touches alone, and leaves nothing open', async () => {
  const store = countingStore();
  const range = { first: PART_BYTES - 5, last: PART_BYTES + 4 };
  expect(await bytesOf(await readRange(store, object, range))).toEqual(
    Buffer.from(file.subarray(range.first, range.last + 1)),
  );
  expect([store.opened, store.open]).toEqual([2, 0]);
  expect(store.read).toBeLessThanOrEqual(PART_BYTES + CHUNK);
});

test('a reader that leaves, at once or in the middle, leaves nothing open and nothing read ahead', async () => {
  for (const chunks of [0, 1, 3, 70]) {
    const store = countingStore();
    const reader = (await readRange(store, object, { first: 0, last: file.byteLength - 1 }))?.getReader();
    for (let count = 0; count < chunks; count += 1) await reader?.read();
    await reader?.cancel();
    expect(store.open).toBe(0);
    expect(store.read).toBeLessThanOrEqual((chunks + 2) * CHUNK);
  }
});

test('a file whose bytes are gone is no file; one that loses a later part breaks off', async () => {
  expect(await readRange(countingStore([0]), object, { first: 0, last: 9 })).toBeNull();
  const broken = await readRange(countingStore([1]), object, { first: 0, last: PART_BYTES + 9 });
  await expect(bytesOf(broken)).rejects.toBeInstanceOf(StorageError);
});
