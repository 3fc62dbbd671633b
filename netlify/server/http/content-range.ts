import { MEDIA_MOST_BYTES, PART_BYTES } from '#contracts/media';
import { unfitSentences } from '#server/media/inspect';
import { partLength } from '#server/media/object';
import type { Part } from '#server/media/upload';
import { problem } from './answers.ts';
import { readBytes } from './body.ts';

/** The part of a file that a PUT brings, or the answer that refuses it: 413 when too large, 400 when not what it says. */
export async function readPart(request: Request): Promise<Part | Response> {
  const header = request.headers.get('content-range');
  const place = header === null ? null : readPlace(header);
  if (place instanceof Response) return place;
  const bytes = await readBytes(request, PART_BYTES).catch(() => 'cut' as const);
  if (bytes === null) return problem(413, tooLarge(request));
  if (bytes === 'cut' || isShort(request, bytes))
    return problem(400, 'The file did not arrive whole. Please send it again.');
  if (bytes.byteLength === 0) return problem(400, 'The file is empty');
  if (!place) return { index: 0, total: bytes.byteLength, bytes };
  if (bytes.byteLength !== partLength(place.index, place.total)) {
    return problem(400, 'The part is not as long as its Content-Range says. Please send it again.');
  }
  return { ...place, bytes };
}

const CONTENT_RANGE = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/;

/** Which part a `Content-Range` header names (RFC 9110, 14.4 and 14.5). */
function readPlace(header: string): { index: number; total: number } | Response {
  const [, first, last, all] = (CONTENT_RANGE.exec(header.trim()) ?? []).map(Number);
  if (first === undefined || last === undefined || all === undefined) {
    return problem(400, 'Please send Content-Range as: bytes first-last/total');
  }
  if (all > MEDIA_MOST_BYTES) return problem(413, unfitSentences.size);
  const index = first / PART_BYTES;
  const isWhole = Number.isInteger(index) && first < all && last === first + partLength(index, all) - 1;
  if (!isWhole) return problem(400, `Please send parts of ${PART_BYTES} bytes, the last one shorter`);
  return { index, total: all };
}

function isShort(request: Request, bytes: Uint8Array): boolean {
  const said = request.headers.get('content-length');
  return said !== null && Number(said) !== bytes.byteLength;
}

/** A file that is too large, or one that only has to come in parts. */
function tooLarge(request: Request): string {
  const size = Number(request.headers.get('content-length') ?? 0);
  return size > MEDIA_MOST_BYTES ? unfitSentences.size : `Please send a larger file in parts of ${PART_BYTES} bytes`;
}
