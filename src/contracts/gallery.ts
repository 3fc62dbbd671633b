import * as z from 'zod/mini';
import { defaultCategory, galleryCategories, mediaTypes, PLACEHOLDER, MAX_PLACEHOLDER } from './gallery-enums.ts';
import { MediaUrl } from './media.ts';
import { absentWhenEmpty, line, paragraph } from './text.ts';

export {
  categoryLabels,
  defaultCategory,
  filterCategories,
  galleryCategories,
  type GalleryCategory,
  isGalleryCategory,
  type MediaType,
  mediaTypeLabels,
  mediaTypes,
} from './gallery-enums.ts';

/** In characters. */
export const galleryTextLimits = { title: 200, description: 2000, alt: 300 } as const;

const category = z.enum(galleryCategories, { error: 'Please select a category' });
const mediaType = z.enum(mediaTypes, { error: 'Please select image or video' });
const title = line(galleryTextLimits.title, 'Please enter a title').check(z.minLength(1, 'Please enter a title'));
const isPublished = z.boolean('Please send isPublished as true or false');
/** Smaller comes first. Fractions are allowed, so that moving an item changes no other. */
const displayOrder = z.number('Please send displayOrder as a number');
const pixels = z.int('Please send the size in whole pixels').check(z.minimum(1), z.maximum(65_535));

const percent = z
  .number('Please send the focus point in percent')
  .check(
    z.minimum(0, 'Please send the focus point in percent'),
    z.maximum(100, 'Please send the focus point in percent'),
  );
/** Percent from the left and from the top. */
const focus = z.object({ x: percent, y: percent }, 'Please send the focus point as x and y');
export type FocusPoint = z.infer<typeof focus>;

const placeholder = z
  .string()
  .check(
    z.maxLength(MAX_PLACEHOLDER, `Please use at most ${MAX_PLACEHOLDER} characters`),
    z.regex(PLACEHOLDER, 'Please send a WebP, JPEG or PNG as a data URL'),
  );

const look = {
  /** The picture of a video before it plays. */
  posterUrl: z.optional(MediaUrl),
  /** Pixels of the picture or video frame. */
  width: z.optional(pixels),
  height: z.optional(pixels),
  /** A few pixels as a data URL, blurred until the picture loads. */
  placeholder: z.optional(placeholder),
  /** The point that a crop keeps. Default: the middle. */
  focus: z.optional(focus),
};

/** An item in all answers. Without `alt`, use the title. Times are UTC instants. */
export const GalleryItem = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  alt: z.optional(z.string()),
  category,
  mediaType,
  mediaUrl: MediaUrl,
  ...look,
  isPublished,
  displayOrder,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type GalleryItem = z.infer<typeof GalleryItem>;

/** `GET /api/gallery` and `GET /api/gallery/all`. */
export const GalleryList = z.array(GalleryItem);
export type GalleryList = z.infer<typeof GalleryList>;

/** `POST /api/gallery`, after the file's upload. Answer: 201 with the item. */
export const NewGalleryItem = z.object({
  title,
  description: absentWhenEmpty(paragraph(galleryTextLimits.description)),
  alt: absentWhenEmpty(line(galleryTextLimits.alt)),
  category: z._default(category, defaultCategory),
  mediaType,
  mediaUrl: MediaUrl,
  ...look,
  isPublished: z._default(isPublished, false),
  displayOrder: z._default(displayOrder, 0),
});
export type NewGalleryItem = z.input<typeof NewGalleryItem>;

/**
 * `PUT /api/gallery/{id}`: absent fields stay; `''` and `null` remove. A new `mediaUrl` removes the poster, size,
 * placeholder and focus point too, unless they are sent, and deletes the old file.
 */
export const GalleryChange = z.object({
  title: z.optional(title),
  description: z.optional(paragraph(galleryTextLimits.description)),
  alt: z.optional(line(galleryTextLimits.alt)),
  category: z.optional(category),
  mediaType: z.optional(mediaType),
  mediaUrl: z.optional(MediaUrl),
  posterUrl: z.optional(z.nullable(MediaUrl)),
  width: z.optional(z.nullable(pixels)),
  height: z.optional(z.nullable(pixels)),
  placeholder: z.optional(z.nullable(placeholder)),
  focus: z.optional(z.nullable(focus)),
  isPublished: z.optional(isPublished),
  displayOrder: z.optional(displayOrder),
});
export type GalleryChange = z.infer<typeof GalleryChange>;
