/** What is known of a picture, or of a film's frame, before anybody loads it. */
export interface MediaLook {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** A few pixels as a data URL. */
  readonly placeholder?: string;
}

type Source = ImageBitmap | HTMLVideoElement;
interface Size {
  readonly width: number;
  readonly height: number;
}

const PLACEHOLDER_WIDTH = 24;
/** Characters: what the server takes. */
const PLACEHOLDER_MOST = 1500;

/** The size within `most` pixels on either side; nothing is enlarged. */
export function fitWithin({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The source drawn at a size. Throws where the browser has no canvas to spare. */
export function drawn(source: Source, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas for this picture');
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** The canvas as a file; a browser that cannot write the type asked for writes PNG. Rejects when it writes nothing. */
export function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error('The browser could not write this picture'))),
      type,
      quality,
    );
  });
}

/** What is known of a source of that size. */
export function lookOf(source: Source, size: Size): MediaLook {
  const small = drawn(source, {
    width: PLACEHOLDER_WIDTH,
    height: Math.max(1, Math.round((PLACEHOLDER_WIDTH * size.height) / size.width)),
  });
  const webp = small.toDataURL('image/webp', 0.5);
  const placeholder = webp.startsWith('data:image/webp') ? webp : small.toDataURL('image/jpeg', 0.5);
  return { ...size, ...(placeholder.length <= PLACEHOLDER_MOST && { placeholder }) };
}
