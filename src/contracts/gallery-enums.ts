/** The part of the gallery's contract without zod, for pages that must stay small. */
import { kinds, labelsIn, OTHER } from '#lib/range';

/** The dealer's categories. An item may have another one, which the dealer has removed since. */
export const categoryLabels = labelsIn('en');
export const galleryCategories = Object.keys(categoryLabels);
export const defaultCategory = OTHER;

/** The public gallery's filters besides All. */
export const filterCategories = kinds.map(({ category }) => category) as [string, ...string[]];

export const mediaTypeLabels = { image: 'Image', video: 'Video' } as const;
export type MediaType = keyof typeof mediaTypeLabels;
export const mediaTypes = Object.keys(mediaTypeLabels) as [MediaType, ...MediaType[]];

/** The accepted kinds of file, recognized by their bytes: extension and media type. */
export const mediaKinds = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
} as const;
export type MediaExtension = keyof typeof mediaKinds;

export const MEDIA_URL = new RegExp(`^/media/[a-z0-9]{16,40}\\.(${Object.keys(mediaKinds).join('|')})$`);

/** A few pixels as a data URL, at most `MAX_PLACEHOLDER` characters. */
export const PLACEHOLDER = /^data:image\/(webp|jpeg|png);base64,[A-Za-z0-9+/]+={0,2}$/;
export const MAX_PLACEHOLDER = 1500;
