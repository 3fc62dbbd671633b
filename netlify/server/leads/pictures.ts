import { findLead } from '#server/leads/lead-records';
import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { LeadPicture, MAX_PICTURES } from '#contracts/pictures';
import type { Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';
import { LEAD_ID, leadIdOf, leadKey } from './lead-id.ts';

const Picture = keptObject({ ...LeadPicture.shape, extension: z.string(), sha256: z.string() });
export type Picture = z.infer<typeof Picture>;

/** The lists of the pictures of the leads' windows, each by its lead's id. */
const PictureList = keptObject({ pictures: z.array(Picture) });
export const pictureLists = { place: 'pictures/', schema: PictureList } as const;
/** Their bytes, in a folder of each lead. They are no records, and nobody but this file finds them. */
export const PICTURE_BYTES = 'picture-bytes/';
const bytesKey = (lead: string, id: string) => `${PICTURE_BYTES}${lead}/${id}`;

/** The lead's pictures, the oldest first. Throws `UnreadableRecord`. */
export async function picturesOf(leads: Store, lead: string): Promise<readonly Picture[]> {
  return (LEAD_ID.test(lead) ? await recordsOf(leads, pictureLists).read(lead) : null)?.pictures ?? [];
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
  let isStored = false;
  const { before, isWritten } = await recordsOf(leads, pictureLists).change(lead, async (list) => {
    const { pictures } = list ?? { pictures: [] };
    if (pictures.length >= MAX_PICTURES || pictures.some(({ sha256 }) => sha256 === picture.sha256)) return null;
    if (!isStored) await leads.putBytes(key, bytes);
    isStored = true;
    return { ...list, pictures: [...pictures, picture] };
  });
  if (!isWritten) {
    if (isStored) await leads.delete(key);
    return before?.pictures.some(({ sha256 }) => sha256 === picture.sha256) ? 'kept' : 'full';
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
  if (!LEAD_ID.test(lead)) return;
  const { isWritten } = await recordsOf(leads, pictureLists).change(lead, (list) => {
    const picture = list?.pictures.find((one) => one.id === id);
    if (!list || !picture || !mayRemove(picture)) return null;
    return { ...list, pictures: list.pictures.filter((one) => one !== picture) };
  });
  if (isWritten) await leads.delete(bytesKey(lead, id));
}

/** The bytes of a lead's picture and its kind, or `null`. The caller must read or cancel the stream. */
export async function openPicture(leads: Store, lead: string, id: string) {
  const picture = (await picturesOf(leads, lead)).find((one) => one.id === id);
  const bytes = picture ? await leads.getBytes(bytesKey(lead, id)) : null;
  return picture && bytes && { ...bytes, extension: picture.extension };
}

/** Deletes all pictures of a lead. */
export async function forgetPictures(leads: Store, lead: string): Promise<void> {
  await leads.delete(pictureLists.place + lead);
  for (const { key } of await leads.list(`${PICTURE_BYTES}${lead}/`)) await leads.delete(key);
}

/** Deletes what a process that died has left of the pictures of leads that are gone. */
export async function sweepPictures(leads: Store): Promise<void> {
  const owners = new Set((await leads.list(PICTURE_BYTES)).map(({ key }) => key.split('/')[1] ?? ''));
  if (owners.size === 0) return;
  for (const { key } of await leads.list(leadKey(''))) owners.delete(leadIdOf(key));
  for (const lead of owners) await forgetPictures(leads, lead);
}
