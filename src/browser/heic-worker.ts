/**
 * Decodes one HEIC picture by libheif. A worker's own answer, not the page, says what it may do, so WebAssembly runs
 * here while the pages' content policy forbids it (netlify.toml sets no `script-src`).
 */
import createLibheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

/** RGBA, upright, as the file's own rotation says. */
export type HeicAnswer =
  | { readonly pixels: ArrayBuffer; readonly width: number; readonly height: number }
  | { readonly error: string };

self.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  void decode(data).then(
    (answer) => self.postMessage(answer, { transfer: [answer.pixels] }),
    (error: unknown) => self.postMessage({ error: String(error) } satisfies HeicAnswer),
  );
});

async function decode(heic: ArrayBuffer) {
  const { HeifDecoder } = createLibheif();
  const pictures = new HeifDecoder().decode(heic);
  const picture = pictures.find((one) => one.is_primary()) ?? pictures[0];
  if (!picture) throw new Error('There is no picture in it');
  const [width, height] = [picture.get_width(), picture.get_height()];
  const pixels = new Uint8ClampedArray(width * height * 4);
  const shown = await new Promise((resolve) => picture.display({ data: pixels, width, height }, resolve));
  if (!shown) throw new Error('The picture cannot be decoded');
  return { pixels: pixels.buffer, width, height };
}
