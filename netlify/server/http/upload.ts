import { PART_BYTES, type UploadAnswer, type UploadGrant, type UploadProgress } from '#contracts/media';
import { newObjectId, readGrant, signGrant } from '#server/media/upload';
import { type Unfit, unfitSentences } from '#server/media/inspect';
import { type Received, receivePart } from '#server/media/upload';
import { type AdminCall, notSetUp } from './admin.ts';
import { json, problem } from './answers.ts';
import { readPart } from './content-range.ts';
import { type Call, foreign } from './endpoint.ts';

/** `POST /api/objects/upload`: where one file may be sent to, by whoever has this address. */
export async function grantUpload({ request, services, access }: AdminCall): Promise<Response> {
  const now = services.now();
  const id = newObjectId(now);
  const uploadURL = new URL(`/api/uploads/${id}`, request.url);
  uploadURL.searchParams.set('grant', await signGrant(access.secret, id, now));
  return json(200, { uploadURL: uploadURL.href, partSize: PART_BYTES } satisfies UploadGrant);
}

/** `PUT {uploadURL}`: a file, or one part of it. The grant is the permission: a session may end meanwhile. */
export async function takeUpload(call: Call): Promise<Response> {
  const { request, services, params } = call;
  if (!services.access) return notSetUp();
  const now = services.now();
  const token = new URL(request.url).searchParams.get('grant');
  if (!token) return problem(401, 'Please ask for an upload address first');
  const grant = await readGrant(services.access.secret, { id: params['id'] ?? '', token, now });
  if (grant === 'forged') return problem(403, 'This upload address is not valid. Please choose the file again.');
  const refused = foreign(call);
  if (refused) return refused;
  if (grant === 'late') return spent();
  const part = await readPart(request);
  if (part instanceof Response) return part;
  return answer(await receivePart(services.media, grant, part, now));
}

function answer(outcome: Received): Response {
  if (outcome === 'spent') return spent();
  if ('unfit' in outcome) return problem(statuses[outcome.unfit], unfitSentences[outcome.unfit]);
  if ('mediaUrl' in outcome) return json(200, outcome satisfies UploadAnswer);
  return json(202, outcome satisfies UploadProgress);
}

function spent(): Response {
  return problem(410, 'This upload address has expired. Please choose the file again.');
}

const statuses: Record<Unfit, number> = { type: 415, unreadable: 415, 'gif-size': 413, pixels: 413, position: 400 };
