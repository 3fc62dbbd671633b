import type { HeicAnswer } from './heic-worker.ts';

/**
 * An iPhone's picture as pixels, upright. Safari decodes it by itself; for other browsers a library of 0.7 MB loads.
 * Rejects if the picture cannot be read.
 */
export async function unpackedHeic(heic: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(heic);
  } catch {
    return await createImageBitmap(await decoded(await heic.arrayBuffer()));
  }
}

/** A worker for each picture: the library's memory grows, and is free again only with the worker. */
async function decoded(heic: ArrayBuffer): Promise<ImageData> {
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  try {
    const answer = await new Promise<HeicAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<HeicAnswer>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The HEIC decoder did not load')));
      worker.postMessage(heic, [heic]);
    });
    if ('error' in answer) throw new Error(answer.error);
    return new ImageData(new Uint8ClampedArray(answer.pixels), answer.width, answer.height);
  } finally {
    worker.terminate();
  }
}
