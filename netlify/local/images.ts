import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { negotiate } from '@fastify/accept-negotiator';
import pLimit from 'p-limit';
import * as z from 'zod/mini';
import { isUnchanged } from '#lib/byte-range';
import { loggedPath } from '#lib/logged-path';
import { madeOnce } from '#lib/made-once';
import { protection } from '#lib/protection';
import type { Caller } from './functions.ts';
import { mediaType } from './negotiation.ts';

/** Each may take a gigabyte and a thread, of which the process has few for its files too. */
const MAX_AT_ONCE = 2;
const SOURCE_TYPE = /^image\/(?:jpeg|png|webp|avif|gif)\b/;

export interface ImageOptions {
  /** Where the pictures that were made are kept. */
  readonly cacheDir: string;
  /** Fetches the source from this site: a file or a function's answer. */
  source(address: URL, caller: Caller): Promise<Response>;
}

type Picture = Buffer<ArrayBuffer>;

/** Serves `/.netlify/images` like Netlify's Image CDN, from local sources only. `null` for all other addresses. */
export function serveImages({ cacheDir, source }: ImageOptions) {
  const running = new Map<string, Promise<Picture>>();
  const making = pLimit(MAX_AT_ONCE);
  return async (request: Request, caller: Caller): Promise<Response | null> => {
    const address = new URL(request.url);
    if (address.pathname !== '/.netlify/images') return null;
    const asked = readImageRequest(address.searchParams);
    if ('error' in asked) return refuse(400, asked.error);
    const answer = await source(new URL(asked.url, address), caller);
    const type = answer.headers.get('content-type') ?? '';
    // Its copy here would be public, and outlive it.
    const isPrivate = /no-store|private/.test(answer.headers.get('cache-control') ?? '');
    if (!answer.ok || isPrivate || !SOURCE_TYPE.test(type)) {
      await answer.body?.cancel();
      if (answer.ok && !isPrivate) return refuse(400, 'The source is not a picture that can be resized');
      return refuse(isPrivate || answer.status === 404 ? 404 : 502, 'The source could not be read');
    }
    const bytes = Buffer.from(await answer.arrayBuffer());
    const format = chooseFormat(asked, request.headers.get('accept'), type);
    const key = `${hashOf(asked, bytes)}.${format}`;
    const headers = {
      ...protection,
      'cache-control': 'public, max-age=0, must-revalidate',
      'content-type': mediaType(key),
      etag: `"${key}"`,
      vary: 'Accept',
    };
    if (isUnchanged(request, `"${key}"`)) return new Response(null, { status: 304, headers });
    // The name begins with the source's tag, so that a purge finds all pictures of one source.
    const tag = /^[a-z0-9-]+$/.exec(answer.headers.get('netlify-cache-tag') ?? '')?.[0];
    const location = path.join(cacheDir, tag ? `${tag}.${key}` : key);
    const make = () => making(() => drawImage(bytes, asked, format));
    try {
      const picture = await madeOnce(running, location, () =>
        kept(location, make).finally(() => running.delete(location)),
      );
      return new Response(picture, { headers: { ...headers, 'content-length': String(picture.byteLength) } });
    } catch (error) {
      console.error(`${loggedPath(asked.url)}: the picture could not be made`, error);
      return refuse(400, 'The source is not a picture that can be read');
    }
  };
}

function hashOf({ w, h, fit, q }: ImageRequest, bytes: Buffer): string {
  const hash = createHash('sha256').update(JSON.stringify([w, h, fit, q]));
  return hash.update(bytes).digest('hex').slice(0, 40);
}

/** The picture of the folder, or a new one. It is written under another name first, so that no reader sees a part. */
async function kept(location: string, make: () => Promise<Picture>): Promise<Picture> {
  const known = await readFile(location).catch(() => null);
  if (known) return known;
  const made = await make();
  const draft = `${location}.${randomUUID()}`;
  await mkdir(path.dirname(location), { recursive: true, mode: 0o700 });
  await writeFile(draft, made, { mode: 0o600 });
  await rename(draft, location);
  return made;
}

/**
 * Upright, never enlarged, at most `MAX_EDGE` wide and high, without metadata. What moves stays so in a format that can.
 * Imports the library late, so that the host starts faster.
 */
async function drawImage(source: Buffer, { w, h, fit, q }: ImageRequest, format: ImageFormat): Promise<Picture> {
  const { default: sharp } = await import('sharp');
  const image = sharp(source, { animated: format === 'gif' || format === 'webp' }).autoOrient();
  const isWhole = !w || !h || fit === 'contain';
  image.resize(w ?? MAX_EDGE, h ?? MAX_EDGE, { fit: isWhole ? 'inside' : fit, withoutEnlargement: true });
  return Buffer.from(await image.toFormat(format === 'jpg' ? 'jpeg' : format, optionsOf(format, q)).toBuffer());
}

/** Fastest AVIF: locally, speed matters more than 10% of the bytes. */
function optionsOf(format: ImageFormat, quality: number) {
  if (format === 'png' || format === 'gif') return {};
  return format === 'avif' ? { quality, effort: 1 } : { quality };
}

const refuse = (status: number, error: string) => Response.json({ error }, { status, headers: protection });

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
type ImageRequest = z.infer<typeof ImageRequest>;

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
