import { PART_BYTES } from '#contracts/media';
import { type AskedRange, type ByteRange, isStillCurrent, isUnchanged, parseRange } from '#lib/byte-range';
import { etagOf, findObject, type MediaObject, mediaTag, readRange } from '#server/media/object';
import { mediaTypeOf } from '#server/media/kind';
import type { Store } from '#server/storage/port';
import { unchanged } from './answers.ts';
import { Refusal } from './refusal.ts';
import { protection } from '#lib/protection';
import type { Call } from './call.ts';

/** Bytes. A function cannot stream more in one answer. */
const MAX_ANSWER_BYTES = 20_000_000;

/**
 * `GET /media/{id}.{ext}`: 200 and a file, 206 and a range, or 304. iOS refuses a shortened range, so a bounded one is
 * exact; an open one gets the rest of its part. 404 for no such file, 416 beyond its end or for a whole file that needs
 * ranges.
 */
export async function sendMedia({ request, services, params }: Call): Promise<Response> {
  const object = await findObject(services.media, params['file'] ?? '');
  if (!object) throw new Refusal(404, 'noFile');
  const etag = etagOf(object);
  if (isUnchanged(request, etag)) return unchanged(guardOf(object));
  const asked = isStillCurrent(request, etag) ? parseRange(request.headers.get('range'), object.total) : null;
  if (asked === 'unsatisfiable') throw onlyInRanges(object, 'rangeBeyond');
  if (asked) return await send(request, services.media, object, { status: 206, range: rangeOf(asked) });
  if (object.total > MAX_ANSWER_BYTES && request.method !== 'HEAD') throw onlyInRanges(object, 'onlyRanges');
  return await send(request, services.media, object, { status: 200, range: { first: 0, last: object.total - 1 } });
}

function rangeOf({ first, last, isOpen }: AskedRange): ByteRange {
  const endOfPart = (Math.floor(first / PART_BYTES) + 1) * PART_BYTES - 1;
  return { first, last: Math.min(last, isOpen ? endOfPart : first + MAX_ANSWER_BYTES - 1) };
}

/** Does not open the file for HEAD. */
async function send(
  request: Request,
  media: Store,
  object: MediaObject,
  { status, range }: { status: 200 | 206; range: ByteRange },
): Promise<Response> {
  const headers = new Headers(headersOf(object));
  headers.set('content-length', String(range.last - range.first + 1));
  if (status === 206) headers.set('content-range', `bytes ${range.first}-${range.last}/${object.total}`);
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const body = await readRange(media, object, range);
  if (!body) throw new Refusal(404, 'noFile');
  return new Response(body, { status, headers });
}

/**
 * A file must never act as a page of ours: no rights and no origin. An address's content never changes, so browsers need
 * not ask again (RFC 8246). The CDN drops the file by its tag.
 */
function guardOf(object: MediaObject): Record<string, string> {
  return {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; sandbox; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'netlify-cdn-cache-control': 'public, max-age=31536000',
    'netlify-cache-tag': mediaTag(object.id),
    etag: etagOf(object),
  };
}

/** The file gets its checked type, and no sniffing. */
function headersOf(object: MediaObject): Record<string, string> {
  return {
    ...protection,
    ...guardOf(object),
    'accept-ranges': 'bytes',
    'content-disposition': `inline; filename="${object.id}.${object.extension}"`,
    'content-type': mediaTypeOf(object.extension),
  };
}

function onlyInRanges({ total }: MediaObject, sentence: 'rangeBeyond' | 'onlyRanges'): Refusal {
  return new Refusal(416, sentence, { headers: { 'accept-ranges': 'bytes', 'content-range': `bytes */${total}` } });
}
