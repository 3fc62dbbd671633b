import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import { PART_BYTES } from '#contracts/media';
import { forEachAlone, shaped, type Store, unlessUnreadable } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { inspect, type Inspected, positionIn, type Unfit } from './inspect.ts';
import {
  addressOf,
  keys,
  MediaObject,
  partCount,
  partLength,
  readObject,
  readRange,
  removeObject,
  removeUnlessUsed,
  type FindUsed,
} from './object.ts';

/** The first byte must come within this time. */
const BEGIN_WITHIN_MS = 15 * MINUTE;
/** The whole upload must end within this time. */
const MAX_UPLOAD_MS = DAY;
const AUDIENCE = 'upload';

export interface Grant {
  readonly id: string;
  /** The upload must begin before then: ms since the epoch. */
  readonly beginUntil: number;
}

const Claims = z.object({ sub: z.string(), iat: z.int() });

/** A new object's id: the time (ms) and 80 random bits. Ids sort by time. */
export function newObjectId(now: number): string {
  return `${timePart(now)}${randomBytes(10).toString('hex')}`;
}

/** Sorts above the ids of all earlier grants. */
function timePart(now: number): string {
  return now.toString(36).padStart(9, '0');
}

/** Signs a grant for the object `id` (RFC 7519, HS256). `now` in ms. */
export function signGrant(secret: Uint8Array, id: string, now: number): Promise<string> {
  const iat = Math.floor(now / 1000);
  const claims = { aud: AUDIENCE, sub: id, iat, exp: iat + (BEGIN_WITHIN_MS + MAX_UPLOAD_MS) / 1000 };
  return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
}

/** The token's grant for this object; `forged` if not ours, `late` if the upload's time is over. `now` in ms. */
export async function readGrant(
  secret: Uint8Array,
  { id, token, now }: { id: string; token: string; now: number },
): Promise<Grant | 'forged' | 'late'> {
  try {
    const options = { algorithms: ['HS256'], audience: AUDIENCE, subject: id, currentDate: new Date(now) };
    const { sub, iat } = Claims.parse((await jwtVerify(token, secret, options)).payload);
    return { id: sub, beginUntil: iat * 1000 + BEGIN_WITHIN_MS };
  } catch (error) {
    return error instanceof errors.JWTExpired ? 'late' : 'forged';
  }
}

/** One part of a file. A small file is one part. */
export interface Part {
  readonly index: number;
  /** Size of the whole file in bytes. */
  readonly total: number;
  readonly bytes: Uint8Array;
}

/** `spent`: the grant is late, was used for other bytes, or its object was deleted or is damaged. */
export type Received =
  | { readonly mediaUrl: string }
  | { readonly received: number; readonly total: number }
  | { readonly unfit: Unfit }
  | 'spent';

export const UploadRecord = z.union([
  z.object({ gone: z.literal(true) }),
  z.object({ total: z.int(), begunAt: z.int() }),
]);
export const PartRecord = z.object({
  sha256: z.string(),
  /** The kind of file; only in the first part. */
  file: z.optional(z.object({ extension: z.string(), width: z.optional(z.int()), height: z.optional(z.int()) })),
});
type PartRecord = z.infer<typeof PartRecord>;

/**
 * Stores one part of a file. Parts may come in any order, in parallel and repeatedly. A create-only key reserves the
 * place: the first bytes win, and repeating them succeeds, also after a crash. `now` in ms.
 */
export async function receivePart(media: Store, grant: Grant, part: Part, now: number): Promise<Received> {
  return await unlessUnreadable(receive(media, grant, part, now), () => 'spent' as const);
}

async function receive(media: Store, grant: Grant, sent: Part, now: number): Promise<Received> {
  const inspected = sent.index === 0 ? inspect(sent.bytes, sent.total) : null;
  if (typeof inspected === 'string') return { unfit: inspected };
  const { bytes } = inspected ?? sent;
  const part = { ...sent, bytes, total: sent.bytes.length < sent.total ? sent.total : bytes.length };
  if (!(await begin(media, grant, part.total, now))) return 'spent';
  if (!(await keepPart(media, grant.id, part, inspected))) return 'spent';
  return await finishOrWait(media, grant.id, part.total);
}

/** True if the upload starts in time or continues with the same size. */
async function begin(media: Store, { id, beginUntil }: Grant, total: number, now: number): Promise<boolean> {
  const uploads = recordsOf(media, { place: keys.upload(''), schema: UploadRecord });
  const begun = now > beginUntil ? null : { total, begunAt: now };
  const { after: upload } = await uploads.change(id, (known) => known ?? begun);
  return upload !== null && !('gone' in upload) && upload.total === total && now <= upload.begunAt + MAX_UPLOAD_MS;
}

async function keepPart(media: Store, id: string, part: Part, inspected: Inspected | null): Promise<boolean> {
  const sha256 = createHash('sha256').update(part.bytes).digest('hex');
  const reserved = recordsOf(media, { place: keys.part(id, part.index), schema: PartRecord });
  const known = await reserved.read('');
  if (known) return known.sha256 === sha256;
  const bytesKey = keys.bytes(id, part.index, sha256);
  await media.putBytes(bytesKey, part.bytes);
  const file = inspected && { extension: inspected.extension, ...inspected.size };
  const record: PartRecord = { sha256, ...(file && { file }) };
  const { after } = await reserved.change('', (winner) => winner ?? record);
  if (after.sha256 !== sha256) await media.delete(bytesKey);
  return after.sha256 === sha256;
}

/** The object if it is complete; otherwise the progress. */
async function finishOrWait(media: Store, id: string, total: number): Promise<Received> {
  const known = await readObject(media, id);
  if (known) return { mediaUrl: addressOf(known) };
  const came = await media.list(keys.parts(id));
  if (came.length < partCount(total)) {
    const received = came.reduce((sum, { key }) => sum + partLength(Number(key.slice(-2)), total), 0);
    return { received, total };
  }
  const parts = await Promise.all(came.map(async ({ key }) => shaped(PartRecord, key, (await media.get(key))?.value)));
  const [first] = parts;
  const object = MediaObject.parse({ id, total, parts: parts.map(({ sha256 }) => sha256), ...first?.file });
  // A file that is one part has been judged. In a longer one a position may stand anywhere, or across two parts.
  const unfit = total > PART_BYTES ? positionIn(object.extension, await readWhole(media, object)) : null;
  if (unfit) {
    await removeObject(media, id);
    return { unfit };
  }
  await media.create(keys.object(id), object);
  const whole = await readObject(media, id);
  return whole ? { mediaUrl: addressOf(whole) } : 'spent';
}

async function readWhole(media: Store, object: MediaObject): Promise<Uint8Array> {
  return await new Response(await readRange(media, object, { first: 0, last: object.total - 1 })).bytes();
}

/** An hour longer than an upload, so that nobody is still creating its gallery item. */
const KEPT_MS = MAX_UPLOAD_MS + HOUR;

/** Deletes unused files and remains that are over a day old. `removed` hears of each id. `now` in ms. */
export async function sweepMedia(
  media: Store,
  { findUsed, now }: { findUsed: FindUsed; now: number },
  removed: (id: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const used = await findUsed();
  if (!used) return;
  const young = timePart(now - KEPT_MS);
  const listed = await media.list('uploads/');
  const unused = listed.map(({ key }) => key.slice('uploads/'.length)).filter((id) => id < young && !used.has(id));
  await forEachAlone(unused, async (id) => {
    if (!(await removeUnlessUsed(media, id, findUsed, now))) return;
    await media.delete(keys.upload(id));
    await removed(id);
  });
}

/** A function lives a minute, so the owner of an older mark is dead. */
const MARK_MS = HOUR;
export const Mark = z.object({ at: z.number() });

/** Deletes the marks of dead processes. `now` in ms. */
export async function sweepMarks(store: Store, place: string, now: number): Promise<void> {
  const marks = recordsOf(store, { place, schema: Mark });
  for (const { name, value } of (await marks.list()).records) {
    if (value.at < now - MARK_MS) await marks.delete(name);
  }
}
