import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { LeadPicture, MAX_PICTURES } from '#contracts/pictures';
import { shaped, type Store, writeOver } from '#server/storage/port';
import { findLead } from './lead.ts';
import { LEAD_ID, leadIdOf, leadKey } from './lead-id.ts';

const Picture = keptObject({ ...LeadPicture.shape, extension: z.string(), sha256: z.string() });
export type Picture = z.infer<typeof Picture>;

/** The lists of the pictures of the leads' windows, each by its lead's id. */
export const PICTURES = 'pictures/';
export const PictureList = keptObject({ pictures: z.array(Picture) });
/** Their bytes, in a folder of each lead. They are no records, and nobody but this file finds them. */
export const PICTURE_BYTES = 'picture-bytes/';
const bytesKey = (lead: string, id: string) => `${PICTURE_BYTES}${lead}/${id}`;

async function readList(leads: Store, lead: string) {
  const key = PICTURES + lead;
  const stored = LEAD_ID.test(lead) ? await leads.get(key) : null;
  const list = stored ? shaped(PictureList, key, stored.value) : { pictures: [] };
  return { list, etag: stored?.etag };
}

type ReadList = Awaited<ReturnType<typeof readList>>;

/** Writes the list with these pictures; `false` if it has changed meanwhile. */
async function replaceList(leads: Store, lead: string, { list, etag }: ReadList, pictures: Picture[]) {
  return (await writeOver(leads, PICTURES + lead, { ...list, pictures }, etag)) !== null;
}

/** The lead's pictures, the oldest first. Throws `UnreadableRecord`. */
export async function picturesOf(leads: Store, lead: string): Promise<readonly Picture[]> {
  return (await readList(leads, lead)).list.pictures;
}

/**
 * Stores a picture, unless the lead has the same one. `full`: the lead has as many as it may. `unknown`: the lead is gone,
 * or goes. A removal marks its lead before it deletes the pictures, so it sees this one, or this call sees its mark.
 */
export async function addPicture(
  leads: Store,
  lead: string,
  { bytes, ...facts }: Omit<Picture, 'id' | 'sha256'> & { readonly bytes: Uint8Array },
): Promise<'kept' | 'full' | 'unknown'> {
  const picture = {
    ...facts,
    id: randomBytes(8).toString('hex'),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const key = bytesKey(lead, picture.id);
  for (let isStored = false; ; isStored = true) {
    const read = await readList(leads, lead);
    const { pictures } = read.list;
    const isKnown = pictures.some(({ sha256 }) => sha256 === picture.sha256);
    if (isKnown || pictures.length >= MAX_PICTURES) {
      if (isStored) await leads.delete(key);
      return isKnown ? 'kept' : 'full';
    }
    if (!isStored) await leads.putBytes(key, bytes);
    if (await replaceList(leads, lead, read, [...pictures, picture])) break;
  }
  const found = await findLead(leads, lead);
  if (found && !found.lead.isRemoving) return 'kept';
  await forgetPictures(leads, lead);
  return 'unknown';
}

/** Deletes a picture if `mayRemove` it. A missing one is no error. */
export async function removePicture(
  leads: Store,
  lead: string,
  id: string,
  mayRemove: (picture: Picture) => boolean = () => true,
): Promise<void> {
  for (;;) {
    const read = await readList(leads, lead);
    const picture = read.list.pictures.find((one) => one.id === id);
    if (!picture || !mayRemove(picture)) return;
    const others = read.list.pictures.filter((one) => one !== picture);
    if (await replaceList(leads, lead, read, others)) return await leads.delete(bytesKey(lead, id));
  }
}

/** The bytes of a lead's picture and its kind, or `null`. The caller must read or cancel the stream. */
export async function openPicture(leads: Store, lead: string, id: string) {
  const picture = (await picturesOf(leads, lead)).find((one) => one.id === id);
  const bytes = picture ? await leads.getBytes(bytesKey(lead, id)) : null;
  return picture && bytes && { ...bytes, extension: picture.extension };
}

/** Deletes all pictures of a lead. */
export async function forgetPictures(leads: Store, lead: string): Promise<void> {
  await leads.delete(PICTURES + lead);
  for (const { key } of await leads.list(`${PICTURE_BYTES}${lead}/`)) await leads.delete(key);
}

/** Deletes what a process that died has left of the pictures of leads that are gone. */
export async function sweepPictures(leads: Store): Promise<void> {
  const owners = new Set((await leads.list(PICTURE_BYTES)).map(({ key }) => key.split('/')[1] ?? ''));
  if (owners.size === 0) return;
  for (const { key } of await leads.list(leadKey(''))) owners.delete(leadIdOf(key));
  for (const lead of owners) await forgetPictures(leads, lead);
}
