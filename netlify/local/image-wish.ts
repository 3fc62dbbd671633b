import * as z from 'zod/mini';
import { quality } from './accept.ts';

const EDGE_MOST = 4096;
const formats = ['avif', 'webp', 'jpg', 'png', 'gif'] as const;
export type ImageFormat = (typeof formats)[number];

const edge = z.optional(
  z
    .pipe(z.string().check(z.regex(/^[1-9]\d{0,3}$/, 'must be a number of pixels')), z.transform(Number))
    .check(z.maximum(EDGE_MOST, `must be at most ${EDGE_MOST}`)),
);

/** A picture on this site: never another host, and never a picture made from a picture. */
const isLocalPath = (address: string): boolean =>
  /^\/(?![/\\])/.test(address) && !new URL(address, 'http://localhost').pathname.startsWith('/.netlify');

/** The parameters of Netlify's Image CDN, those that a page of ours may use. */
const ImageWish = z.object({
  url: z.string('is missing').check(z.refine(isLocalPath, 'must be a path on this site')),
  w: edge,
  h: edge,
  fit: z._default(z.enum(['contain', 'cover', 'fill'], 'must be contain, cover or fill'), 'contain'),
  fm: z.optional(z.enum(formats, `must be one of ${formats.join(', ')}`)),
  q: z._default(z.pipe(z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be 1 to 100')), z.transform(Number)), 75),
});
export type ImageWish = z.infer<typeof ImageWish>;

/** What is asked for, or a sentence that says what is wrong with it. */
export function readImageWish(parameters: URLSearchParams): ImageWish | { error: string } {
  const result = ImageWish.safeParse(Object.fromEntries(parameters));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  return { error: `The parameter ${issue?.path.join('.')} ${issue?.message}` };
}

const negotiated = { avif: 'image/avif', webp: 'image/webp' } as const;

/** The format: the one asked for, else the smallest that the client says it takes, else that of the source. */
export function chooseFormat(wish: ImageWish, accept: string | null, sourceType: string | null): ImageFormat {
  if (wish.fm) return wish.fm;
  const named = accept?.toLowerCase() ?? '';
  if (named.includes(negotiated.avif) && quality(accept, negotiated.avif) > 0) return 'avif';
  if (named.includes(negotiated.webp) && quality(accept, negotiated.webp) > 0) return 'webp';
  return sourceType?.startsWith('image/png') ? 'png' : 'jpg';
}
