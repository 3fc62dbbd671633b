import {
  MAX_MEDIA_BYTES,
  PART_BYTES,
  type UploadAnswer,
  type UploadGrant,
  type UploadProgress,
} from '#contracts/media';
import { type Unfit, unfitSentences } from '#server/media/inspect';
import { partLength } from '#server/media/object';
import { newObjectId, readGrant, type Part, type Received, receivePart, signGrant } from '#server/media/upload';
import { type AdminCall, requireAccess } from './admin.ts';
import { json, readBytes, Refusal } from './messages.ts';
import { type Call, requireOwnOrigin } from './endpoint.ts';

/** `POST /api/objects/upload`: 200 and where one file may be sent to, by whoever has this address. */
export async function grantUpload({ request, services, access }: AdminCall): Promise<Response> {
  const now = services.now();
  const id = newObjectId(now);
  const uploadURL = new URL(`/api/uploads/${id}`, request.url);
  uploadURL.searchParams.set('grant', await signGrant(access.secret, id, now));
  return json(200, { uploadURL: uploadURL.href, partSize: PART_BYTES } satisfies UploadGrant);
}

/**
 * `PUT {uploadURL}`: a file, or one part of it. 200 when the file is whole, else 202. The grant is the permission, since
 * a session may end meanwhile: 401 without one, 403 for a forged one or a foreign page, 410 for one that is spent. 413
 * and 415 for what is too large or no picture or film, 400 for what did not arrive whole.
 */
export async function takeUpload({ request, services, params }: Call): Promise<Response> {
  const { secret } = requireAccess(services);
  const now = services.now();
  const token = new URL(request.url).searchParams.get('grant');
  if (!token) throw new Refusal(401, 'Please ask for an upload address first');
  const grant = await readGrant(secret, { id: params['id'] ?? '', token, now });
  if (grant === 'forged') throw new Refusal(403, 'This upload address is not valid. Please choose the file again.');
  requireOwnOrigin(request);
  if (grant === 'late') throw spent();
  return answer(await receivePart(services.media, grant, await readPart(request), now));
}

const statuses: Record<Unfit, number> = {
  type: 415,
  unreadable: 415,
  'gif-size': 413,
  pixels: 413,
  position: 400,
  'film-position': 400,
};

function answer(outcome: Received): Response {
  if (outcome === 'spent') throw spent();
  if ('unfit' in outcome) throw new Refusal(statuses[outcome.unfit], unfitSentences[outcome.unfit]);
  if ('mediaUrl' in outcome) return json(200, outcome satisfies UploadAnswer);
  return json(202, outcome satisfies UploadProgress);
}

function spent(): Refusal {
  return new Refusal(410, 'This upload address has expired. Please choose the file again.');
}

/** The part of a file that a PUT brings. Refuses with 413 when it is too large, 400 when it is not what it says. */
async function readPart(request: Request): Promise<Part> {
  const header = request.headers.get('content-range');
  const range = header === null ? null : readContentRange(header);
  const bytes = await readBytes(request, PART_BYTES).catch(() => 'cut' as const);
  if (bytes === null) throw new Refusal(413, tooLarge(request));
  if (bytes === 'cut' || isShort(request, bytes))
    throw new Refusal(400, 'The file did not arrive whole. Please send it again.');
  if (bytes.byteLength === 0) throw new Refusal(400, 'The file is empty');
  if (!range) return { index: 0, total: bytes.byteLength, bytes };
  if (bytes.byteLength !== partLength(range.index, range.total)) {
    throw new Refusal(400, 'The part is not as long as its Content-Range says. Please send it again.');
  }
  return { ...range, bytes };
}

const CONTENT_RANGE = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/;

/** Which part a `Content-Range` header names (RFC 9110, 14.4 and 14.5). */
function readContentRange(header: string): { index: number; total: number } {
  const [, first, last, total] = (CONTENT_RANGE.exec(header.trim()) ?? []).map(Number);
  if (first === undefined || last === undefined || total === undefined) {
    throw new Refusal(400, 'Please send Content-Range as: bytes first-last/total');
  }
  if (total > MAX_MEDIA_BYTES) throw new Refusal(413, unfitSentences.size);
  const index = first / PART_BYTES;
  const isWhole = Number.isInteger(index) && first < total && last === first + partLength(index, total) - 1;
  if (!isWhole) throw new Refusal(400, `Please send parts of ${PART_BYTES} bytes, the last one shorter`);
  return { index, total };
}

function isShort(request: Request, bytes: Uint8Array): boolean {
  const declared = request.headers.get('content-length');
  return declared !== null && Number(declared) !== bytes.byteLength;
}

/** A file that is too large, or one that only has to come in parts. */
function tooLarge(request: Request): string {
  const size = Number(request.headers.get('content-length') ?? 0);
  return size > MAX_MEDIA_BYTES ? unfitSentences.size : `Please send a larger file in parts of ${PART_BYTES} bytes`;
}
