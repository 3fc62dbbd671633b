import { timeToCome } from '#lead/visits';
import { findLead, findRequest, idsOfLead } from '#server/leads/lead-records';
import { type LeadPictures, MAX_PICTURE_BYTES, MAX_PICTURES } from '#contracts/pictures';
import { protection } from '#lib/protection';
import { openPicture, picturesOf, removePicture } from '#server/leads/pictures';
import { readVisitToken, visitSecret } from '#server/leads/visit-link';
import { bookingLimit, pictureLimit } from '#server/limits/limits';
import { mediaTypeOf } from '#server/media/kind';
import type { AdminCall } from './owner-session.ts';
import { json, seeOther } from './answers.ts';
import type { Call } from './call.ts';
import { keepPictures } from './keep-pictures.ts';
import { seenByInstaller } from './lead-calls.ts';
import type { Message } from './language.ts';
import { Refusal, type Refused } from './refusal.ts';
import { readBytes, readForm } from './request-body.ts';
import { answerVisit, requireVisit, takeChange } from './visit-calls.ts';

/** Bytes of a form around its files. */
const MAX_FRAME_BYTES = 65_536;
const MEGABYTE = 1_048_576;
const megabytes = MAX_PICTURE_BYTES / MEGABYTE;

/** A form of files (RFC 7578), or why it is none. */
async function readFiles(request: Request): Promise<FormData | Refused> {
  const bytes = await readBytes(request, MAX_PICTURE_BYTES + MAX_FRAME_BYTES).catch(() => 'cut' as const);
  if (bytes === null) return [413, { code: 'picturesSize', megabytes }];
  const headers = { 'content-type': request.headers.get('content-type') ?? '' };
  if (bytes !== 'cut' && hasManyParts(bytes, headers['content-type']))
    return [409, { code: 'picturesFull', max: MAX_PICTURES }];
  const reading = new Response(bytes === 'cut' ? '' : new Uint8Array(bytes), { headers }).formData();
  return await reading.catch(() => [400, 'bodyCut'] as const);
}

/** Of a form: all pictures of a lead, and the picture to remove. To read thousands would hold up everybody else. */
const MAX_PARTS = MAX_PICTURES + 2;

function hasManyParts(bytes: Uint8Array, type: string): boolean {
  const boundary = /boundary="?([^";]+)/i.exec(type)?.[1];
  // It is no form, and is refused as that.
  if (!boundary) return false;
  const form = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let parts = 0;
  // The last one ends the form.
  for (let at = form.indexOf(`--${boundary}`); at >= 0 && parts <= MAX_PARTS + 1; parts += 1)
    at = form.indexOf(`--${boundary}`, at + 1);
  return parts > MAX_PARTS + 1;
}

/** In the place of a picture's id: all of the visitor's. */
const ALL = 'all';

// A browser sends an empty file where none is chosen.
const filesIn = (form: FormData) =>
  form.getAll('pictures').filter((file) => file instanceof File && file.size > 0) as File[];

const isFiles = ({ headers }: Request) => headers.get('content-type')?.startsWith('multipart/form-data') ?? false;

/** Pictures have a limit of their own. */
export const limitOfChange = (request: Request) => (isFiles(request) ? pictureLimit : bookingLimit);

/** `POST /visit/<token>`: `takePictures` or `takeChange`. */
export const changeVisit = async (call: Call): Promise<Response> =>
  isFiles(call.request) ? await takePictures(call) : await takeChange(await readForm(call.request), call);

/**
 * `POST /visit/<token>` with files: keeps them as pictures of the visitor's windows, or takes one of the visitor's away, or
 * all, at any time; 303 to the page. Else the page and its reason: 400, 404, 409 without a visit to come or with enough
 * pictures, 413, 415.
 */
async function takePictures(call: Call): Promise<Response> {
  const { state, lead } = await requireVisit(call);
  const { pathname } = new URL(call.request.url);
  const form = await readFiles(call.request);
  if (!(form instanceof FormData)) return await answerVisit(call, ...form);
  const removed = form.get('remove');
  if (typeof removed === 'string') {
    const { leads } = call.services;
    const ids = removed === ALL ? (await picturesOf(leads, lead.id)).map(({ id }) => id) : [removed];
    for (const id of ids) await removePicture(leads, lead.id, id, ({ by }) => by === undefined);
    return seeOther(`${pathname}#pictures`);
  }
  if (state !== 'booked') return await answerVisit(call, 409, 'picturesClosed');
  const refused = await keepPictures(call, filesIn(form), { lead: lead.id });
  return refused ? await answerVisit(call, ...refused) : seeOther(`${pathname}?done=pictures#pictures`);
}

/**
 * `GET /visit/<token>/pictures/{picture}`: 200 while the visit is to come, as its page shows it then; 404 later, and for a
 * wrong token or picture.
 */
export async function sendPictureOfVisit(call: Call): Promise<Response> {
  const { auth, leads, now } = call.services;
  const id = readVisitToken(await visitSecret(auth), call.params['token'] ?? '') ?? '';
  const lead = await findRequest(leads, id);
  const isToCome = lead?.visits.some((visit) => timeToCome(visit, now()));
  return await sendPicture(call, isToCome ? id : '');
}

/** `GET /api/leads/{id}/pictures/{picture}`: 200, 404. */
export async function sendPictureOfLead(call: AdminCall): Promise<Response> {
  const { leads } = call.services;
  await seenByInstaller(call);
  const ids = await idsOfLead(leads, call.params['id'] ?? '');
  const lists = await Promise.all(ids.map((id) => picturesOf(leads, id)));
  const index = lists.findIndex((list) => list.some(({ id }) => id === call.params['picture']));
  return await sendPicture(call, ids[index] ?? '');
}

/** Nobody may keep the picture, and it must never act as a page of ours. */
async function sendPicture({ services, params }: Call, lead: string): Promise<Response> {
  const picture = await openPicture(services.leads, lead, params['picture'] ?? '');
  if (!picture) throw new Refusal(404, 'noFile');
  return new Response(picture.stream, {
    headers: {
      ...protection,
      'cache-control': 'private, no-store',
      'content-disposition': 'inline',
      'content-length': String(picture.size),
      'content-security-policy': "default-src 'none'; img-src 'self'; sandbox; frame-ancestors 'none'",
      'content-type': mediaTypeOf(picture.extension),
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    },
  });
}

/** `GET /api/leads/{id}/pictures`: 200 and the list; to an installer, 404 for a lead that they do not see. */
export async function listPictures(call: AdminCall): Promise<Response> {
  const { services, params } = call;
  await seenByInstaller(call);
  const ids = await idsOfLead(services.leads, params['id'] ?? '');
  const pictures = (await Promise.all(ids.map((id) => picturesOf(services.leads, id)))).flat();
  return json(200, {
    pictures: pictures.map(({ id, at, by }) => ({ id, at, ...(by && { by }) })),
  } satisfies LeadPictures);
}

/** `POST /api/leads/{id}/pictures`, a form of files: 200 and the list; 400, 404, 409, 413, 415. */
export async function addPictures(call: AdminCall): Promise<Response> {
  const lead = call.params['id'] ?? '';
  if (!((await seenByInstaller(call)) ?? (await findLead(call.services.leads, lead)))) throw new Refusal(404, 'noLead');
  const form = await readFiles(call.request);
  const refused = form instanceof FormData ? await keepPictures(call, filesIn(form), { lead, by: call.subject }) : form;
  if (refused) throw new Refusal(...(refused satisfies readonly [number, Message]));
  return await listPictures(call);
}

/** `DELETE /api/leads/{id}/pictures/{picture}`: 200 and the list, also if it was gone. An installer removes own ones. */
export async function deletePicture(call: AdminCall): Promise<Response> {
  const { leads } = call.services;
  const isInstallers = (await seenByInstaller(call)) !== null;
  for (const id of await idsOfLead(leads, call.params['id'] ?? ''))
    await removePicture(leads, id, call.params['picture'] ?? '', ({ by }) => !isInstallers || by === call.subject);
  return await listPictures(call);
}
