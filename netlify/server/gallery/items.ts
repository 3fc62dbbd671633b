import { changedSince } from '#lib/changed-since';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { type GalleryChange, GalleryItem, type NewGalleryItem } from '#contracts/gallery';
import type { Conflict } from '#contracts/problem';
import { findUnlessRemoving, idOf, mediaTag, removeUnlessUsed } from '#server/media/object';
import { isPicture } from '#server/media/kind';
import { readEvery, StorageError, type Store } from '#server/storage/port';
import { recordsOf } from '#server/storage/typed-records';

export interface GalleryStores {
  readonly gallery: Store;
  readonly media: Store;
  /** Deletes the cached copies with that tag. Never fails. */
  purge(tag: string): Promise<void>;
}

type NewItem = z.output<typeof NewGalleryItem>;

/** The field whose file is missing, or is no picture although one is required. */
export interface MissingFile {
  readonly missing: 'mediaUrl' | 'posterUrl';
}

/** All readable items by `displayOrder`, then newest first. */
export async function listItems(gallery: Store): Promise<GalleryItem[]> {
  const { records } = await readEvery(gallery, 'items/', GalleryItem);
  return records.map(({ value }) => value).sort(byOrder);
}

function byOrder(one: GalleryItem, other: GalleryItem): number {
  if (one.displayOrder !== other.displayOrder) return one.displayOrder - other.displayOrder;
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? 1 : -1;
  return one.id < other.id ? -1 : 1;
}

/** Stores a new item for uploaded files. `now` in ms. */
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
    await gallery.create(items.place + id, item);
    return item;
  });
}

export const Hold = z.object({ objects: z.array(z.string()), at: z.number() });

interface NamedFiles {
  readonly mediaUrl?: string | undefined;
  readonly posterUrl?: string | null | undefined;
}

/** Holds the files while `write` runs, so that nobody deletes them. After a crash, the sweep removes the hold. */
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

/** A field that has changed since the caller saw it. Nothing is written. */
interface Changed {
  readonly conflict: Conflict;
}

/** Changes an item; `null` if it does not exist. Deletes files that are no longer used. `now` in ms. */
export async function changeItem(
  stores: GalleryStores,
  id: string,
  change: GalleryChange,
  now: number,
): Promise<GalleryItem | MissingFile | Changed | null> {
  const outcome = await withHold(stores.gallery, change, now, () => writeChange(stores, id, change, now));
  if (!outcome || !('item' in outcome)) return outcome;
  await removeUnused(stores, { before: outcome.before, after: outcome.item, now });
  return outcome.item;
}

async function writeChange(
  { gallery, media }: GalleryStores,
  id: string,
  { seen, ...change }: GalleryChange,
  now: number,
): Promise<{ before: GalleryItem; item: GalleryItem } | MissingFile | Changed | null> {
  if (!ID.test(id)) return null;
  let refused: MissingFile | Changed | null = null;
  const { before, after } = await recordsOf(gallery, items).change(id, async (item) => {
    const fields = item && changedSince({ present: item, change, seen });
    refused = fields && { conflict: { fields, at: item.updatedAt } };
    if (!item || fields) return null;
    const found = await findFiles(media, change);
    refused = 'missing' in found ? found : null;
    if ('missing' in found) return null;
    const isOther = change.mediaUrl !== undefined && change.mediaUrl !== item.mediaUrl;
    const kept = isOther ? { ...withoutLook(item), ...found.size } : item;
    return toItem({ ...kept, ...present(change), updatedAt: new Date(now).toISOString() });
  });
  return before && after ? { before, item: after } : refused;
}

/** Deletes an item and its files; `false` if there is none. `now` in ms. */
export async function removeItem(stores: GalleryStores, id: string, now: number): Promise<boolean> {
  const { gallery } = stores;
  if (!ID.test(id)) return false;
  const { value: before, etag } = await recordsOf(gallery, { ...items, isReplaceable: true }).find(id);
  if (etag === null) return false;
  await gallery.delete(items.place + id);
  if (before) await removeUnused(stores, { before, after: null, now });
  return true;
}

const ID = /^[a-z0-9]{1,64}$/;

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

/** The fields that were sent. `toItem` then removes those that are `null` or empty. */
function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** Answers have the fields that the site knows. */
const StoredItem = keptObject({
  ...GalleryItem.shape,
  focus: z.optional(keptObject({ x: z.number(), y: z.number() })),
});
const items = { place: 'items/', schema: StoredItem };

function toItem(fields: Readonly<Record<string, unknown>>): GalleryItem {
  return StoredItem.parse(
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== '')),
  );
}

/** The item without the fields that describe one file. */
function withoutLook(item: GalleryItem): Partial<GalleryItem> {
  const { posterUrl, width, height, placeholder, hasLimitedPlayback, focus, ...rest } = item;
  return rest;
}

/** Deletes files that only `before` uses, also from the caches. On failure `sweepMedia` does it later. */
async function removeUnused(
  { gallery, media, purge }: GalleryStores,
  { before, after, now }: { before: GalleryItem; after: GalleryItem | null; now: number },
): Promise<void> {
  const kept = filesOf(after);
  const given = filesOf(before).filter((file) => !kept.includes(file));
  try {
    for (const id of given.map(idOf)) {
      // An address of another form, as in a record of former rules, names no object.
      if (id === '') continue;
      if (await removeUnlessUsed(media, id, () => usedObjects(gallery), now)) await purge(mediaTag(id));
    }
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
  }
}

/**
 * The ids of all objects in use; `null` if a record is unreadable or names a file in another form, since it may use any
 * object. Reads the holds first: a hold that ends meanwhile has become an item.
 */
export async function usedObjects(gallery: Store): Promise<ReadonlySet<string> | null> {
  const holds = await readEvery(gallery, 'holds/', Hold);
  const items = await readEvery(gallery, 'items/', GalleryItem);
  if (holds.unreadable.length + items.unreadable.length > 0) return null;
  const held = holds.records.flatMap(({ value }) => value.objects);
  const shown = items.records.flatMap(({ value }) => filesOf(value)).map(idOf);
  return shown.includes('') ? null : new Set([...held, ...shown]);
}

function filesOf(item: GalleryItem | null): string[] {
  return item ? [item.mediaUrl, item.posterUrl].filter((file) => file !== undefined) : [];
}
