import { createHash, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import * as z from 'zod/mini';
import type { Pieces } from '#lib/video-position';
import { readAll, type Store } from '#server/storage/port';
import { inspect, inspectWhole, type Inspected, type Unfit } from './inspect.ts';
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

/** For the first byte, in ms: a quarter of an hour. */
const BEGIN_WITHIN_MS = 15 * 60_000;
/** An upload that has begun may take this long, in ms: a day. */
const MAX_UPLOAD_MS = 24 * 60 * 60_000;
const AUDIENCE = 'upload';

/** The right to upload one object. */
export interface Grant {
  readonly id: string;
  /** Until when it must begin: ms since the epoch. */
  readonly beginUntil: number;
}

const Claims = z.object({ sub: z.string(), iat: z.int() });

/** The id of a new object: when it was granted and 80 random bits. Ids sort by time. */
export function newObjectId(now: number): string {
  return `${timePart(now)}${randomBytes(10).toString('hex')}`;
}

/** What the ids of everything granted before `now` sort below. */
function timePart(now: number): string {
  return now.toString(36).padStart(9, '0');
}

/** Signs a grant for the object `id` (RFC 7519, HS256). */
export function signGrant(secret: Uint8Array, id: string, now: number): Promise<string> {
  const seconds = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setAudience(AUDIENCE)
    .setSubject(id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + (BEGIN_WITHIN_MS + MAX_UPLOAD_MS) / 1000)
    .sign(secret);
}

/** The grant in a token for exactly this object; `forged` when it is not ours, `late` when even its upload's day has passed. */
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

/** One part of a file; a file of one part is a file sent whole. */
export interface Part {
  readonly index: number;
  /** Of the whole file, in bytes. */
  readonly total: number;
  readonly bytes: Uint8Array;
}

/** `spent`: the grant came late, was used for other bytes, or its object has been removed. */
export type Received =
  | { readonly mediaUrl: string }
  | { readonly received: number; readonly total: number }
  | { readonly unfit: Unfit }
  | 'spent';

const UploadRecord = z.union([z.object({ gone: z.literal(true) }), z.object({ total: z.int(), begunAt: z.int() })]);
const PartRecord = z.object({
  sha256: z.string(),
  /** Of the first part alone: what its bytes are. */
  file: z.optional(z.object({ extension: z.string(), width: z.optional(z.int()), height: z.optional(z.int()) })),
});
type PartRecord = z.infer<typeof PartRecord>;

/**
 * Takes one part of a granted file. Parts come in any order, at once and again: each is written under its content's
 * name, then reserved by a create-only key, so that the first bytes of a place count, the same bytes again are the same
 * success, and a death between any two writes is mended by sending the part again.
 */
export async function receivePart(media: Store, grant: Grant, part: Part, now: number): Promise<Received> {
  const inspected = part.index === 0 ? inspect(part.bytes, part.total) : null;
  if (typeof inspected === 'string') return { unfit: inspected };
  if (!(await begin(media, grant, part.total, now))) return 'spent';
  if (!(await keepPart(media, grant.id, part, inspected))) return 'spent';
  return await finishOrWait(media, grant.id, part.total);
}

/** Whether the grant is good for a file of that size: a first byte in time, or more of what has begun. */
async function begin(media: Store, { id, beginUntil }: Grant, total: number, now: number): Promise<boolean> {
  const key = keys.upload(id);
  const known = await media.get(key);
  if (!known && now > beginUntil) return false;
  if (!known && (await media.create(key, { total, begunAt: now }))) return true;
  const upload = UploadRecord.parse((known ?? (await media.get(key)))?.value);
  return !('gone' in upload) && upload.total === total && now <= upload.begunAt + MAX_UPLOAD_MS;
}

/** Keeps the bytes; `false` when other bytes have been kept in their place. */
async function keepPart(media: Store, id: string, part: Part, inspected: Inspected | null): Promise<boolean> {
  const sha256 = createHash('sha256').update(part.bytes).digest('hex');
  const reserved = await media.get(keys.part(id, part.index));
  if (reserved) return PartRecord.parse(reserved.value).sha256 === sha256;
  const bytesKey = keys.bytes(id, part.index, sha256);
  await media.putBytes(bytesKey, part.bytes);
  if (await media.create(keys.part(id, part.index), partRecord(sha256, inspected))) return true;
  const winner = await media.get(keys.part(id, part.index));
  if (winner && PartRecord.parse(winner.value).sha256 === sha256) return true;
  await media.delete(bytesKey);
  return false;
}

function partRecord(sha256: string, inspected: Inspected | null): PartRecord {
  return inspected ? { sha256, file: { extension: inspected.extension, ...inspected.size } } : { sha256 };
}

/** The object when this part made it whole; else how much has come. */
async function finishOrWait(media: Store, id: string, total: number): Promise<Received> {
  const known = await readObject(media, id);
  if (known) return { mediaUrl: addressOf(known) };
  const came = await media.list(keys.parts(id));
  if (came.length < partCount(total)) {
    const received = came.reduce((sum, { key }) => sum + partLength(Number(key.slice(-2)), total), 0);
    return { received, total };
  }
  const parts = await Promise.all(came.map(async ({ key }) => PartRecord.parse((await media.get(key))?.value)));
  const [first] = parts;
  const object = MediaObject.parse({ id, total, parts: parts.map(({ sha256 }) => sha256), ...first?.file });
  const unfit = await inspectWhole(object.extension, piecesOf(media, object));
  if (unfit) {
    await removeObject(media, id);
    return { unfit };
  }
  await media.create(keys.object(id), object);
  const whole = await readObject(media, id);
  return whole ? { mediaUrl: addressOf(whole) } : 'spent';
}

function piecesOf(media: Store, object: MediaObject): Pieces {
  const read = async (first: number, end: number) => {
    const last = Math.min(end, object.total) - 1;
    return await new Response(await readRange(media, object, { first, last })).arrayBuffer();
  };
  return { size: object.total, slice: (start, end) => ({ arrayBuffer: () => read(start, end) }) };
}

/** An hour more than an upload lives, so that nobody is still about to name its object in a gallery item. */
const KEPT_MS = MAX_UPLOAD_MS + 60 * 60_000;

/**
 * Removes what was uploaded more than a day ago and is used by nobody: uploads that were given up, pictures whose
 * dialog was cancelled, what a death left of a removed object. Answers the ids of what it removed. `now` in ms.
 */
export async function sweepMedia(media: Store, findUsed: FindUsed, now: number): Promise<string[]> {
  const used = await findUsed();
  if (!used) return [];
  const young = timePart(now - KEPT_MS);
  const listed = await media.list('uploads/');
  const unused = listed.map(({ key }) => key.slice('uploads/'.length)).filter((id) => id < young && !used.has(id));
  const removed: string[] = [];
  for (const id of unused) {
    if (!(await removeUnlessUsed(media, id, findUsed, now))) continue;
    await media.delete(keys.upload(id));
    removed.push(id);
  }
  await sweepMarks(media, 'removals/', now);
  return removed;
}

/** A function lives a minute: the mark of one that has not ended in this time, in ms, is that of a dead one. */
const MARK_MS = 60 * 60_000;
const Mark = z.object({ at: z.number() });

/** Removes the marks that deaths left behind. */
export async function sweepMarks(store: Store, prefix: string, now: number): Promise<void> {
  for (const { key, value } of await readAll(store, prefix, Mark)) {
    if (value.at < now - MARK_MS) await store.delete(key);
  }
}
