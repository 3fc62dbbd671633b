import {
  MAX_GIF_BYTES,
  MAX_MEDIA_BYTES,
  PART_BYTES,
  type UploadAnswer,
  type UploadGrant,
  type UploadProgress,
} from '#contracts/media';
import { MAX_EDGE, MAX_PIXELS, type Unfit } from '#server/media/inspect';
import { partLength } from '#server/media/object';
import { newObjectId, readGrant, type Part, type Received, receivePart, signGrant } from '#server/media/upload';
import { type AdminCall, requireAccess } from './owner-session.ts';
import { json } from './answers.ts';
import { Refusal, type Refused } from './refusal.ts';
import { readBytes } from './request-body.ts';
import type { Message } from './language.ts';
import { type Call, requireOwnOrigin } from './call.ts';

/** `POST /api/objects/upload`: 200 and an address that permits the upload of one file. */
export async function grantUpload({ request, services }: AdminCall): Promise<Response> {
  const { secret } = await requireAccess(services);
  const now = services.now();
  const id = newObjectId(now);
  const uploadURL = new URL(`/api/uploads/${id}`, request.url);
  uploadURL.searchParams.set('grant', await signGrant(secret, id, now));
  return json(200, { uploadURL: uploadURL.href, partSize: PART_BYTES } satisfies UploadGrant);
}

/**
 * `PUT {uploadURL}`: a file or a part of it. 200 when the file is whole, else 202. The grant permits it, since the
 * session may end meanwhile. 401 without a grant, 403 for a forged one or a foreign page, 410 for a spent one, 413 and
 * 415 for the wrong size or type, 400 for a cut-off body.
 */
export async function takeUpload({ request, services, params }: Call): Promise<Response> {
  const { secret } = await requireAccess(services);
  const now = services.now();
  const token = new URL(request.url).searchParams.get('grant');
  if (!token) throw new Refusal(401, 'noGrant');
  const grant = await readGrant(secret, { id: params['id'] ?? '', token, now });
  if (grant === 'forged') throw new Refusal(403, 'grantForged');
  requireOwnOrigin(request);
  if (grant === 'late') throw new Refusal(410, 'grantSpent');
  return answer(await receivePart(services.media, grant, await readPart(request), now));
}

const MEGABYTE = 1_048_576;
const MEGAPIXEL = 1_000_000;
const fileTooLarge: Message = { code: 'fileSize', megabytes: MAX_MEDIA_BYTES / MEGABYTE };

const unfit: Record<Unfit, Refused> = {
  type: [415, 'fileType'],
  unreadable: [415, 'fileDamaged'],
  'gif-size': [413, { code: 'gifSize', megabytes: MAX_GIF_BYTES / MEGABYTE }],
  pixels: [413, { code: 'pictureSize', megapixels: MAX_PIXELS / MEGAPIXEL, edge: MAX_EDGE }],
  'film-position': [400, 'filmPosition'],
};

function answer(outcome: Received): Response {
  if (outcome === 'spent') throw new Refusal(410, 'grantSpent');
  if ('unfit' in outcome) throw new Refusal(...unfit[outcome.unfit]);
  if ('mediaUrl' in outcome) return json(200, outcome satisfies UploadAnswer);
  return json(202, outcome satisfies UploadProgress);
}

/** The part in a PUT. Refuses with 413 when it is too large, 400 when it does not match its header. */
async function readPart(request: Request): Promise<Part> {
  const header = request.headers.get('content-range');
  const range = header === null ? null : readContentRange(header);
  const bytes = await readBytes(request, PART_BYTES).catch(() => 'cut' as const);
  const declared = request.headers.get('content-length');
  if (bytes === null) {
    const isBeyond = Number(declared) > MAX_MEDIA_BYTES;
    throw new Refusal(413, isBeyond ? fileTooLarge : { code: 'onlyParts', bytes: PART_BYTES });
  }
  const isCut = bytes === 'cut' || (declared !== null && Number(declared) !== bytes.byteLength);
  if (isCut) throw new Refusal(400, 'fileCut');
  if (bytes.byteLength === 0) throw new Refusal(400, 'fileEmpty');
  if (!range) return { index: 0, total: bytes.byteLength, bytes };
  if (bytes.byteLength !== partLength(range.index, range.total)) throw new Refusal(400, 'partLength');
  return { ...range, bytes };
}

const CONTENT_RANGE = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/;

/** The part that a `Content-Range` header names (RFC 9110, 14.4 and 14.5). */
function readContentRange(header: string): { index: number; total: number } {
  const [, first, last, total] = (CONTENT_RANGE.exec(header.trim()) ?? []).map(Number);
  if (first === undefined || last === undefined || total === undefined) {
    throw new Refusal(400, 'contentRange');
  }
  if (total > MAX_MEDIA_BYTES) throw new Refusal(413, fileTooLarge);
  const index = first / PART_BYTES;
  const isWhole = Number.isInteger(index) && first < total && last === first + partLength(index, total) - 1;
  if (!isWhole) throw new Refusal(400, { code: 'parts', bytes: PART_BYTES });
  return { index, total };
}
