import { withoutPosition } from '#lib/positions/blank';
import { onlyPicture } from '#lib/positions/picture';
import { rareCodec } from './media-format.ts';
import { say } from './say.ts';
import type { HeicAnswer } from './heic-worker.ts';

/** In pixels, more than any page shows. */
const MAX_EDGE = 2560;
const QUALITY = 0.88;

export interface MediaLook {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly placeholder?: string;
}

export interface PreparedPicture extends MediaLook {
  readonly file: Blob;
}

/**
 * Prepares a picture for upload: smaller, upright, and without metadata, above all the position of a customer's home.
 * Keeps the pictures of a GIF, which may be animated. Rejects if the browser cannot read the picture.
 */
export async function preparePicture(picture: Blob): Promise<PreparedPicture> {
  const bitmap = await unpacked(picture);
  try {
    if (picture.type === 'image/gif') {
      const { width, height } = bitmap;
      return { file: await written(picture), ...lookOf(bitmap, { width, height }) };
    }
    const size = fitWithin(bitmap, MAX_EDGE);
    const isJpeg = picture.type === 'image/jpeg';
    const canvas = drawn(bitmap, size);
    const file = await (isJpeg ? encoded(canvas, 'image/jpeg', QUALITY) : compressed(canvas));
    return { file: await written(file), ...lookOf(bitmap, size) };
  } finally {
    bitmap.close();
  }
}

/** What the server takes of it: a browser may write Exif of its own. */
async function written(picture: Blob): Promise<Blob> {
  const bytes = onlyPicture(new Uint8Array(await picture.arrayBuffer()));
  if (!bytes) throw new Error(say('This picture is damaged'));
  return new Blob([bytes], { type: picture.type });
}

async function unpacked(picture: Blob): Promise<ImageBitmap> {
  try {
    return await createImageBitmap(picture);
  } catch (cause) {
    throw new Error(say('This picture is damaged, or of a kind that this browser cannot read'), { cause });
  }
}

/** In pixels. A camera's 12 megapixels stay as they are, also for the crop; older iPhones have no larger canvas. */
const MAX_HEIC_EDGE = 4096;
/** It is compressed again before it is sent. */
const HEIC_QUALITY = 0.92;

/** An iPhone's picture as a JPEG, upright and without metadata. Rejects if it cannot be read. */
export async function jpegOfHeic(heic: Blob): Promise<Blob> {
  const bitmap = await unpackedHeic(heic);
  try {
    return await encoded(drawn(bitmap, fitWithin(bitmap, MAX_HEIC_EDGE)), 'image/jpeg', HEIC_QUALITY);
  } finally {
    bitmap.close();
  }
}

type Source = ImageBitmap | HTMLVideoElement;
interface Size {
  readonly width: number;
  readonly height: number;
}

const PLACEHOLDER_WIDTH = 24;
/** In characters: the server's limit. */
const MAX_PLACEHOLDER = 1500;

/** Shrinks the size to `max` pixels on a side. Never enlarges. */
function fitWithin({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** Draws the source. Throws if the browser has no canvas. */
function drawn(source: Source, { width, height }: Size): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(say('The browser has no canvas for this picture'));
  context.imageSmoothingQuality = 'high';
  context.drawImage(source, 0, 0, width, height);
  return canvas;
}

/** The canvas as a file: PNG if the browser cannot write the type. Rejects if it writes nothing. */
function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (file) => (file ? resolve(file) : reject(new Error(say('The browser could not write this picture')))),
      type,
      quality,
    );
  });
}

/** Writes WebP. A browser without it writes PNG, twenty times as large for a photograph: then JPEG if opaque. */
async function compressed(canvas: HTMLCanvasElement): Promise<Blob> {
  const file = await encoded(canvas, 'image/webp', QUALITY);
  return file.type === 'image/webp' || !isOpaque(canvas) ? file : await encoded(canvas, 'image/jpeg', QUALITY);
}

/** Reads few rows at a time: a large picture would take 26 MB. */
const ROWS = 64;

function isOpaque(canvas: HTMLCanvasElement): boolean {
  const context = canvas.getContext('2d');
  if (!context) return false;
  for (let top = 0; top < canvas.height; top += ROWS) {
    const { data } = context.getImageData(0, top, canvas.width, Math.min(ROWS, canvas.height - top));
    for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return false;
  }
  return true;
}

function lookOf(source: Source, size: Size): MediaLook {
  const small = drawn(source, {
    width: PLACEHOLDER_WIDTH,
    height: Math.max(1, Math.round((PLACEHOLDER_WIDTH * size.height) / size.width)),
  });
  const webp = small.toDataURL('image/webp', 0.5);
  const placeholder = webp.startsWith('data:image/webp') ? webp : small.toDataURL('image/jpeg', 0.5);
  return { ...size, ...(placeholder.length <= MAX_PLACEHOLDER && { placeholder }) };
}

/** In pixels. */
const MAX_POSTER_EDGE = 1600;
const POSTER_QUALITY = 0.82;
/** In seconds: the first frame is often black. */
const POSTER_AT = 1;
/** In ms. Then the video gets no poster. */
const TIMEOUT = 6000;
/** In ms. Some browsers ignore `preload` and read no frame until the video plays. */
const PRELOAD_TIMEOUT = 1000;

/** Why a video does not play in every browser: its codec, sound alone, or this browser does not play it. */
export type PlaybackProblem = 'hevc' | 'rare-codec' | 'sound-only' | 'unplayable';

interface FilmLook {
  /** `null` if this browser shows no frame of it. */
  readonly look: (MediaLook & { readonly poster: Blob }) | null;
  readonly problem: PlaybackProblem | null;
}

export interface PreparedFilm extends FilmLook {
  readonly file: Blob;
}

/** Prepares a video for upload: removes its position and makes a poster from a frame. Any video is uploaded. */
export async function prepareFilm(film: Blob): Promise<PreparedFilm> {
  const [file, look] = await Promise.all([withoutPosition(film), lookAtFilm(film)]);
  return { file, ...look };
}

const looks = new WeakMap<Blob, Promise<FilmLook>>();

/** Tries to play a video; once, however often it is asked. */
export function lookAtFilm(film: Blob): Promise<FilmLook> {
  const known = looks.get(film) ?? playOnce(film);
  looks.set(film, known);
  return known;
}

async function playOnce(film: Blob): Promise<FilmLook> {
  const [{ look, problem }, codec] = await Promise.all([frameOf(film), rareCodec(film).catch(() => null)]);
  return { look, problem: codec ?? problem };
}

async function frameOf(film: Blob): Promise<FilmLook> {
  const address = URL.createObjectURL(film);
  const video = document.createElement('video');
  video.muted = true;
  video.playsInline = true;
  video.preload = 'auto';
  try {
    const frame = heard(video, 'loadeddata');
    video.src = address;
    const start = setTimeout(() => void startReading(video), PRELOAD_TIMEOUT);
    await frame.finally(() => clearTimeout(start));
    const size = { width: video.videoWidth, height: video.videoHeight };
    if (size.width === 0) return { look: null, problem: 'sound-only' };
    const sought = heard(video, 'seeked');
    video.currentTime = Math.min(POSTER_AT, video.duration / 2 || 0);
    await sought;
    const poster = await encoded(drawn(video, fitWithin(size, MAX_POSTER_EDGE)), 'image/jpeg', POSTER_QUALITY);
    return { look: { ...lookOf(video, size), poster }, problem: null };
  } catch {
    // A browser that is only slow has no error.
    return { look: null, problem: video.error ? 'unplayable' : null };
  } finally {
    video.removeAttribute('src');
    video.load();
    URL.revokeObjectURL(address);
  }
}

/** Plays the muted video for a moment: phones that save data read nothing before. */
async function startReading(video: HTMLVideoElement): Promise<void> {
  // If the browser refuses to play, the video gets no poster.
  await video.play().catch(() => undefined);
  video.pause();
}

/** Resolves with the event. Rejects on an error or timeout. */
function heard(video: HTMLVideoElement, type: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The film did not come to ${type}`)), TIMEOUT);
    const once = (done: () => void) => () => {
      clearTimeout(timer);
      done();
    };
    video.addEventListener(type, once(resolve), { once: true });
    video.addEventListener(
      'error',
      once(() => reject(new Error('The browser cannot play this film'))),
      { once: true },
    );
  });
}

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
