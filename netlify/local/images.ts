import { createHash } from 'node:crypto';
import { negotiate } from '@fastify/accept-negotiator';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { isUnchanged } from '#lib/byte-range';
import { loggedPath } from '#lib/logged-path';
import { protection } from '#lib/protection';
import { ImageCache } from './image-cache.ts';
import type { Caller } from './functions.ts';
import { mediaType } from './negotiation.ts';

/** In pixels and bytes: enough for a phone's camera, too little for a decompression bomb. */
const MAX_SOURCE_PIXELS = 120_000_000;
const MAX_SOURCE_BYTES = 60_000_000;
/** Each may take a gigabyte and a thread, of which the process has few for its files too. */
const MAX_AT_ONCE = 2;
/** Pictures that wait to be made. */
const MAX_WAITING = 200;
/** Sources that are read, to see whether their picture is there. */
const MAX_READ_AT_ONCE = 8;
/** A longer animation is shown as its first frame. */
const MAX_FRAMES = 600;
/** In seconds of work. An animation that takes longer is shown as its first frame; a still picture is refused. */
const MAX_SECONDS = { animation: 10, still: 30 };
const SOURCE_TYPE = /^image\/(?:jpeg|png|webp|avif|gif)\b/;

export interface ImageOptions {
  readonly cacheDir: string;
  /** Fetches the source from this site: a file or a function's answer. */
  source(address: URL, caller: Caller): Promise<Response>;
  /** `MAX_SECONDS` if not given. */
  readonly maxSeconds?: typeof MAX_SECONDS;
}

/** Serves `/.netlify/images` like Netlify's Image CDN, from local sources only. `null` for all other addresses. */
export function serveImages({ cacheDir, source, maxSeconds = MAX_SECONDS }: ImageOptions) {
  const cache = new ImageCache(cacheDir);
  const [reading, making] = [pLimit(MAX_READ_AT_ONCE), pLimit(MAX_AT_ONCE)];
  return async (request: Request, caller: Caller): Promise<Response | null> => {
    const address = new URL(request.url);
    if (address.pathname !== '/.netlify/images') return null;
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return refuse(405, 'Please use GET here', { allow: 'GET, HEAD' });
    const asked = readImageRequest(address.searchParams);
    if ('error' in asked) return refuse(400, asked.error);
    const read = async () => await readSource(await source(new URL(asked.url, address), caller));
    return await answerWith(asked, read, request);
  };

  async function answerWith(asked: ImageRequest, read: () => Promise<Source>, request: Request): Promise<Response> {
    try {
      const { key, name, format } = await reading(async () => placeOf(asked, await read(), request));
      if (isUnchanged(request, `"${key}"`)) return new Response(null, { status: 304, headers: headersOf(key) });
      const bytes = await cache.find(name, async () => {
        if (making.pendingCount >= MAX_WAITING)
          throw refuse(503, 'Too many pictures are being made', { 'retry-after': '10' });
        // Those that wait hold nothing of their source, so it is read once more.
        return await making(async () => await makeImage((await read()).bytes, asked, { format, maxSeconds }));
      });
      const headers = { ...headersOf(key), 'content-length': String(bytes.byteLength) };
      return new Response(request.method === 'HEAD' ? null : bytes, { headers });
    } catch (error) {
      if (error instanceof Response) return error.clone();
      console.error(`${loggedPath(asked.url)}: the picture could not be made`, error);
      return refuse(400, 'The source is not a picture that can be read');
    }
  }
}

/** `tag`: purges the source and the pictures made of it. */
type Source = { readonly bytes: Buffer; readonly type: string; readonly tag: string | null };

/** Throws the answer that refuses it. */
async function readSource(answer: Response): Promise<Source> {
  const type = answer.headers.get('content-type') ?? '';
  const size = Number(answer.headers.get('content-length') ?? 0);
  if (answer.ok && SOURCE_TYPE.test(type) && size <= MAX_SOURCE_BYTES) {
    return { bytes: Buffer.from(await answer.arrayBuffer()), type, tag: answer.headers.get('netlify-cache-tag') };
  }
  await answer.body?.cancel();
  if (answer.ok) throw refuse(400, 'The source is not a picture that can be resized');
  throw refuse(answer.status === 404 ? 404 : 502, 'The source could not be read');
}

/** Its `name` begins with the tag, so that a purge finds all pictures of one source. */
function placeOf(asked: ImageRequest, { bytes, type, tag }: Source, request: Request) {
  const { w, h, fit, q } = asked;
  const format = chooseFormat(asked, request.headers.get('accept'), type);
  const hash = createHash('sha256')
    .update(JSON.stringify([w, h, fit, q]))
    .update(bytes);
  const key = `${hash.digest('hex').slice(0, 40)}.${format}`;
  return { key, name: tag && /^[a-z0-9-]+$/.test(tag) ? `${tag}.${key}` : key, format };
}

function headersOf(key: string): Record<string, string> {
  return {
    ...protection,
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': mediaType(key),
    etag: `"${key}"`,
    vary: 'Accept',
  };
}

/** An animation that cannot be made in time is shown as its first frame. */
async function makeImage(
  source: Buffer,
  asked: ImageRequest,
  { format, maxSeconds }: { format: ImageFormat; maxSeconds: typeof MAX_SECONDS },
): Promise<Buffer<ArrayBuffer>> {
  const still = () => drawImage(source, asked, { format, seconds: maxSeconds.still });
  if ((format !== 'gif' && format !== 'webp') || !(await isAnimation(source))) return await still();
  try {
    return await drawImage(source, asked, { format, seconds: maxSeconds.animation, animated: true });
  } catch (error) {
    const [reason] = String(error).split('\n');
    console.warn(`${loggedPath(asked.url)}: only the first frame of the animation is shown. ${reason}`);
    return await still();
  }
}

/** True for two frames up to `MAX_FRAMES`. */
async function isAnimation(source: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp');
  const { pages = 1 } = await sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS }).metadata();
  return pages > 1 && pages <= MAX_FRAMES;
}

/**
 * Upright, never enlarged, at most `MAX_EDGE` wide and high, without metadata. Imports the library late, so that the host
 * starts faster.
 */
async function drawImage(
  source: Buffer,
  { w, h, fit, q }: ImageRequest,
  { format, seconds, animated = false }: { format: ImageFormat; seconds: number; animated?: boolean },
): Promise<Buffer<ArrayBuffer>> {
  const { default: sharp } = await import('sharp');
  const image = sharp(source, { limitInputPixels: MAX_SOURCE_PIXELS, animated }).autoOrient().timeout({ seconds });
  const isWhole = !w || !h || fit === 'contain';
  image.resize(w ?? MAX_EDGE, h ?? MAX_EDGE, { fit: isWhole ? 'inside' : fit, withoutEnlargement: true });
  return Buffer.from(await image.toFormat(format === 'jpg' ? 'jpeg' : format, optionsOf(format, q)).toBuffer());
}

/** Fastest AVIF: locally, speed matters more than 10% of the bytes. */
function optionsOf(format: ImageFormat, quality: number) {
  if (format === 'png' || format === 'gif') return {};
  return format === 'avif' ? { quality, effort: 1 } : { quality };
}

function refuse(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { ...protection, ...headers } });
}

const MAX_EDGE = 4096;
const formats = ['avif', 'webp', 'jpg', 'png', 'gif'] as const;
type ImageFormat = (typeof formats)[number];

const edge = z.optional(
  z
    .pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number of pixels')), z.transform(Number))
    .check(z.maximum(MAX_EDGE, `must be at most ${MAX_EDGE}`)),
);

/** Only pictures of this site, and none that this address made. */
const isLocalPath = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) && !new URL(address, 'http://localhost').pathname.startsWith('/.netlify');

/** The parameters of Netlify's Image CDN that our pages use. */
const ImageRequest = z.object({
  url: z.string('is missing').check(z.refine(isLocalPath, 'must be a path on this site')),
  w: edge,
  h: edge,
  fit: z._default(z.enum(['contain', 'cover', 'fill'], 'must be contain, cover or fill'), 'contain'),
  fm: z.optional(z.enum(formats, `must be one of ${formats.join(', ')}`)),
  q: z._default(z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be 1 to 100')), z.transform(Number)), 75),
});
export type ImageRequest = z.infer<typeof ImageRequest>;

function readImageRequest(parameters: URLSearchParams): ImageRequest | { error: string } {
  const result = ImageRequest.safeParse(Object.fromEntries(parameters));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return { error: `The parameter ${issue?.path.join('.')} ${issue?.message}` };
}

/** The requested format, else the smallest that the client names, else the source's. */
function chooseFormat(asked: ImageRequest, accept: string | null, sourceType: string): ImageFormat {
  const named = negotiate(accept ?? '', ['image/avif', 'image/webp']);
  if (asked.fm || !named) return asked.fm ?? (sourceType.startsWith('image/png') ? 'png' : 'jpg');
  return named === 'image/avif' ? 'avif' : 'webp';
}
