import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { type GalleryChange, GalleryItem, type NewGalleryItem } from '#contracts/gallery';
import { findUnlessRemoving, idOf, mediaTag, removeUnlessUsed } from '#server/media/object';
import { isPicture } from '#server/media/kind';
import { readEvery, shaped, StorageError, type Store, unlessUnreadable } from '#server/storage/port';

export interface GalleryStores {
  readonly gallery: Store;
  readonly media: Store;
  /** Takes the copies of that tag out of every cache; never fails. */
  purge(tag: string): Promise<void>;
}

type NewItem = z.output<typeof NewGalleryItem>;

/** The field whose file is not there, or is no picture where one must be. */
export interface MissingFile {
  readonly missing: 'mediaUrl' | 'posterUrl';
}

/** Every item that can be read: by `displayOrder`, then newest first. */
export async function listItems(gallery: Store): Promise<GalleryItem[]> {
  const { records } = await readEvery(gallery, 'items/', GalleryItem);
  return records.map(({ value }) => value).sort(byOrder);
}

function byOrder(one: GalleryItem, other: GalleryItem): number {
  return one.displayOrder - other.displayOrder || newestFirst(one, other);
}

function newestFirst(one: GalleryItem, other: GalleryItem): number {
  if (one.createdAt === other.createdAt) return one.id < other.id ? -1 : 1;
  return one.createdAt < other.createdAt ? 1 : -1;
}

/** Stores a new item for files that have been uploaded. `now` in ms. */
export async function createItem(
  { gallery, media }: GalleryStores,
  newItem: NewItem,
  now: number,
): Promise<GalleryItem | MissingFile> {
  return await withHold(gallery, newItem, now, async () => {
    const found = await findFiles(media, newItem);
    if ('missing' in found) return found;
    const createdAt = new Date(now).toISOString();
    const id = randomUUID().replaceAll('-', '');
    const item = toItem({ ...found.size, ...present(newItem), id, createdAt, updatedAt: createdAt });
    await gallery.create(itemKey(id), item);
    return item;
  });
}

const Hold = z.object({ objects: z.array(z.string()), at: z.number() });

/** The files that a request names. */
interface NamedFiles {
  readonly mediaUrl?: string | undefined;
  readonly posterUrl?: string | null | undefined;
}

/**
 * Says which files an item is about to show, and takes that back when the item does, or will not. So whoever removes
 * files beside it leaves them. The hold of a process that was killed is left to the sweep.
 */
async function withHold<Outcome>(
  gallery: Store,
  { mediaUrl, posterUrl }: NamedFiles,
  now: number,
  write: () => Promise<Outcome>,
): Promise<Outcome> {
  const objects = [mediaUrl, posterUrl].flatMap((file) => (file ? [idOf(file)] : []));
  if (objects.length === 0) return await write();
  const key = `holds/${randomUUID()}`;
  await gallery.put(key, { objects, at: now });
  const outcome = await write();
  await gallery.delete(key);
  return outcome;
}

/**
 * Changes an item, whatever else changes it meanwhile; `null` when there is no such item. Files that it used before and
 * nobody uses now are removed.
 */
export async function changeItem(
  stores: GalleryStores,
  id: string,
  change: GalleryChange,
  now: number,
): Promise<GalleryItem | MissingFile | null> {
  const outcome = await withHold(stores.gallery, change, now, () => writeChange(stores, id, change, now));
  if (!outcome || 'missing' in outcome) return outcome;
  await removeUnused(stores, { before: outcome.before, after: outcome.item, now });
  return outcome.item;
}

async function writeChange(
  { gallery, media }: GalleryStores,
  id: string,
  change: GalleryChange,
  now: number,
): Promise<{ before: GalleryItem; item: GalleryItem } | MissingFile | null> {
  for (;;) {
    const stored = await findStored(gallery, id);
    if (!stored) return null;
    const before = shaped(GalleryItem, itemKey(id), stored.value);
    const found = await findFiles(media, change);
    if ('missing' in found) return found;
    const isOther = change.mediaUrl !== undefined && change.mediaUrl !== before.mediaUrl;
    const kept = isOther ? { ...withoutLook(before), ...found.size } : before;
    const item = toItem({ ...kept, ...present(change), updatedAt: new Date(now).toISOString() });
    if (await gallery.replace(itemKey(id), item, stored.etag)) return { before, item };
  }
}

/** Removes an item and its files; `false` when there is none. The files of one that cannot be read go with the sweep. */
export async function removeItem(stores: GalleryStores, id: string, now: number): Promise<boolean> {
  const { gallery } = stores;
  const stored = await unlessUnreadable(findStored(gallery, id), () => ({ value: undefined }));
  if (!stored) return false;
  await gallery.delete(itemKey(id));
  const item = GalleryItem.safeParse(stored.value);
  if (item.success) await removeUnused(stores, { before: item.data, after: null, now });
  return true;
}

const ID = /^[a-z0-9]{1,64}$/;

function itemKey(id: string): string {
  return `items/${id}`;
}

async function findStored(gallery: Store, id: string) {
  return ID.test(id) ? await gallery.get(itemKey(id)) : null;
}

/** Looks for the files that are named; the picture's size comes along. */
async function findFiles(
  media: Store,
  { mediaUrl, posterUrl }: NamedFiles,
): Promise<{ size: { width?: number; height?: number } } | MissingFile> {
  const file = mediaUrl === undefined ? undefined : await findUnlessRemoving(media, mediaUrl);
  if (file === null) return { missing: 'mediaUrl' };
  const poster = posterUrl ? await findUnlessRemoving(media, posterUrl) : undefined;
  if (poster === null || (poster && !isPicture(poster.extension))) return { missing: 'posterUrl' };
  return { size: file?.width && file.height ? { width: file.width, height: file.height } : {} };
}

/** The fields that were sent; `null` and the empty text take the stored one away in `toItem`. */
function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function toItem(fields: Readonly<Record<string, unknown>>): GalleryItem {
  return GalleryItem.parse(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '')),
  );
}

/** Poster, size, placeholder and focus point are those of one file. */
function withoutLook({ posterUrl, width, height, placeholder, focus, ...item }: GalleryItem): Partial<GalleryItem> {
  return item;
}

/**
 * Removes the files of `before` that neither `after` nor any other item uses, also from the caches. One that cannot be
 * removed now is left to `sweepMedia`: the change itself has been made.
 */
async function removeUnused(
  { gallery, media, purge }: GalleryStores,
  { before, after, now }: { before: GalleryItem; after: GalleryItem | null; now: number },
): Promise<void> {
  const kept = filesOf(after);
  const given = filesOf(before).filter((file) => !kept.includes(file));
  try {
    for (const id of given.map(idOf)) {
      if (await removeUnlessUsed(media, id, () => usedObjects(gallery), now)) await purge(mediaTag(id));
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

/**
 * The ids of all objects that an item shows, or is about to; `null` while an item cannot be read: it may show any, and
 * once it is restored its files must still be there. The holds first: one that has gone by then has become an item.
 */
export async function usedObjects(gallery: Store): Promise<ReadonlySet<string> | null> {
  const holds = await readEvery(gallery, 'holds/', Hold);
  const items = await readEvery(gallery, 'items/', GalleryItem);
  if (holds.unreadable.length + items.unreadable.length > 0) return null;
  const held = holds.records.flatMap(({ value }) => value.objects);
  return new Set([...held, ...items.records.flatMap(({ value }) => filesOf(value)).map(idOf)]);
}

function filesOf(item: GalleryItem | null): string[] {
  return item ? [item.mediaUrl, item.posterUrl].filter((file) => file !== undefined) : [];
}
