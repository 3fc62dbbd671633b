import * as z from 'zod/mini';
import { type MediaType, mediaTypes, type GalleryCategory, type NewGalleryItem } from '#contracts/gallery';
import { MediaUrl } from '#contracts/media';

/** A file that is safely on the server, and what the browser knows of its look. */
export const UploadedMedia = z.object({
  mediaUrl: MediaUrl,
  mediaType: z.enum(mediaTypes),
  posterUrl: z.optional(MediaUrl),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  placeholder: z.optional(z.string()),
});
export type UploadedMedia = z.infer<typeof UploadedMedia>;

const TITLE_MOST = 200;
const EXTENSION = /\.[^.]*$/;

/** By the extension, whatever its case (specification, section 5). */
export function mediaTypeOf(fileName: string): MediaType {
  return /\.(mp4|webm|mov|avi)$/i.test(fileName) ? 'video' : 'image';
}

/** The item that an uploaded file becomes (specification, section 5): unpublished, named after its file. `now` is local. */
export function newItemOf(
  fileName: string,
  media: UploadedMedia,
  category: GalleryCategory,
  now: Date,
): NewGalleryItem {
  return {
    title: (fileName.replace(EXTENSION, '').trim() || fileName).slice(0, TITLE_MOST),
    description: `Uploaded on ${now.toLocaleDateString()}`,
    category,
    ...media,
    isPublished: false,
    displayOrder: 0,
  };
}
