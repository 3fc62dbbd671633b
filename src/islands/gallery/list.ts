import { categoryLabels, MEDIA_URL, mediaTypes, PLACEHOLDER, MAX_PLACEHOLDER } from '#contracts/gallery-enums';
import type { GalleryItem, GalleryList } from '#contracts/gallery';
import { readJson } from './first-screen.ts';

/**
 * The two answers that the public gallery reads. It checks them by hand: the API client and zod are 12 kB, which this
 * page has not beside React. `list.test.ts` holds the checks against the contract.
 */
export async function readPublished(origin = ''): Promise<GalleryList> {
  const items = await (takeFirst() ?? readJson(`${origin}/api/gallery`));
  if (Array.isArray(items) && items.every(isItem)) return items;
  throw new Error('The answer is not a list of gallery items');
}

/** The answer that the page has asked for, once: whoever tries again asks anew. */
function takeFirst(): Promise<unknown> | undefined {
  const list = globalThis.galleryFirstScreen?.list;
  globalThis.galleryFirstScreen = undefined;
  return list;
}

/** Whether the owner is signed in here. Rejects when that cannot be known. */
export async function isSignedIn(): Promise<boolean> {
  const status = await readJson('/api/auth/check');
  return isObject(status) && status['authenticated'] === true;
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isMediaUrl: Check = (value) => typeof value === 'string' && MEDIA_URL.test(value);
const isPixels: Check = (value) => Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 65_535;
const isPlaceholder: Check = (value) =>
  typeof value === 'string' && value.length <= MAX_PLACEHOLDER && PLACEHOLDER.test(value);
const isPercent: Check = (value) => Number(value) >= 0 && Number(value) <= 100 && typeof value === 'number';
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

const checks: Readonly<Record<keyof GalleryItem, Check>> = {
  id: isText,
  title: isText,
  description: optional(isText),
  alt: optional(isText),
  category: (value) => isText(value) && Object.hasOwn(categoryLabels, String(value)),
  mediaType: (value) => mediaTypes.some((type) => type === value),
  mediaUrl: isMediaUrl,
  posterUrl: optional(isMediaUrl),
  width: optional(isPixels),
  height: optional(isPixels),
  placeholder: optional(isPlaceholder),
  focus: optional((value) => isObject(value) && isPercent(value['x']) && isPercent(value['y'])),
  isPublished: (value) => typeof value === 'boolean',
  displayOrder: Number.isFinite,
  createdAt: isText,
  updatedAt: isText,
};

/** Whether a value keeps the contract of an item. */
export function isItem(value: unknown): value is GalleryItem {
  return isObject(value) && Object.entries(checks).every(([field, check]) => check(value[field]));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
