import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { type GalleryChange, GalleryItem, type NewGalleryItem } from '#contracts/gallery';
import { findObject, idOf, removeObject } from '#server/media/object';
import { isPicture } from '#server/media/picture-size';
import { readEvery, shaped, StorageError, type Store, unlessUnreadable } from '#server/storage/port';

export interface GalleryStores {
  readonly gallery: Store;
  readonly media: Store;
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

/** What visitors see. */
export async function listPublished(gallery: Store): Promise<GalleryItem[]> {
  return (await listItems(gallery)).filter(({ isPublished }) => isPublished);
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
  const found = await findFiles(media, newItem);
  if ('missing' in found) return found;
  const createdAt = new Date(now).toISOString();
  const id = randomUUID().replaceAll('-', '');
  const item = toItem({ ...found.size, ...present(newItem), id, createdAt, updatedAt: createdAt });
  await gallery.create(itemKey(id), item);
  return item;
}

/**
 * Changes an item, whatever else changes it meanwhile; `null` when there is no such item. Files that it used before and
 * nobody uses now are removed.
 */
export async function changeItem(
  { gallery, media }: GalleryStores,
  id: string,
  change: GalleryChange,
  now: number,
): Promise<GalleryItem | MissingFile | null> {
  for (;;) {
    const stored = await findStored(gallery, id);
    if (!stored) return null;
    const before = shaped(GalleryItem, itemKey(id), stored.value);
    const found = await findFiles(media, change);
    if ('missing' in found) return found;
    const isOther = change.mediaUrl !== undefined && change.mediaUrl !== before.mediaUrl;
    const kept = isOther ? { ...withoutLook(before), ...found.size } : before;
    const item = toItem({ ...kept, ...present(change), updatedAt: new Date(now).toISOString() });
    if (!(await gallery.replace(itemKey(id), item, stored.etag))) continue;
    await removeUnused({ gallery, media }, before, item);
    return item;
  }
}

/** Removes an item and its files; `false` when there is none. The files of one that cannot be read go with the sweep. */
export async function removeItem({ gallery, media }: GalleryStores, id: string): Promise<boolean> {
  const stored = await unlessUnreadable(findStored(gallery, id), () => ({ value: undefined }));
  if (!stored) return false;
  await gallery.delete(itemKey(id));
  const item = GalleryItem.safeParse(stored.value);
  if (item.success) await removeUnused({ gallery, media }, item.data, null);
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
  { mediaUrl, posterUrl }: { mediaUrl?: string | undefined; posterUrl?: string | null | undefined },
): Promise<{ size: { width?: number; height?: number } } | MissingFile> {
  const file = mediaUrl === undefined ? undefined : await findObject(media, mediaUrl);
  if (file === null) return { missing: 'mediaUrl' };
  const poster = posterUrl ? await findObject(media, posterUrl) : undefined;
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

/** Poster, size and placeholder are those of one file. */
function withoutLook({ posterUrl, width, height, placeholder, ...item }: GalleryItem): Partial<GalleryItem> {
  return item;
}

/**
 * Removes the files of `before` that neither `after` nor any other item uses. One that cannot be removed now is left to
 * `sweepMedia`: the change itself has been made.
 */
async function removeUnused({ gallery, media }: GalleryStores, before: GalleryItem, after: GalleryItem | null) {
  const kept = filesOf(after);
  const given = filesOf(before).filter((file) => !kept.includes(file));
  if (given.length === 0) return;
  try {
    const used = await usedObjects(gallery);
    if (!used) return;
    await Promise.all(given.filter((file) => !used.has(idOf(file))).map((file) => removeObject(media, idOf(file))));
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

/**
 * The ids of all objects that an item shows; `null` while an item cannot be read: it may show any, and once it is
 * restored its files must still be there.
 */
export async function usedObjects(gallery: Store): Promise<ReadonlySet<string> | null> {
  const { records, unreadable } = await readEvery(gallery, 'items/', GalleryItem);
  return unreadable.length > 0 ? null : new Set(records.flatMap(({ value }) => filesOf(value)).map(idOf));
}

function filesOf(item: GalleryItem | null): string[] {
  return item ? [item.mediaUrl, item.posterUrl].filter((file) => file !== undefined) : [];
}
