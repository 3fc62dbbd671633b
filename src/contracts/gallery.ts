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

/** How many characters the texts of an item may have. */
export const galleryTextLimits = { title: 200, description: 2000, alt: 300 } as const;

const category = z.enum(galleryCategories, { error: 'Please select a category' });
const mediaType = z.enum(mediaTypes, { error: 'Please select image or video' });
const title = line(galleryTextLimits.title, 'Please enter a title').check(z.minLength(1, 'Please enter a title'));
const isPublished = z.boolean('Please send isPublished as true or false');
/** Smaller comes first; between two items there is always another number, so that a move changes one item. */
const displayOrder = z.number('Please send displayOrder as a number');
const pixels = z.int('Please send the size in whole pixels').check(z.minimum(1), z.maximum(65_535));

const percent = z
  .number('Please send the focus point in percent')
  .check(
    z.minimum(0, 'Please send the focus point in percent'),
    z.maximum(100, 'Please send the focus point in percent'),
  );
/** Percent of the width from the left, and of the height from the top. */
const focus = z.object({ x: percent, y: percent }, 'Please send the focus point as x and y');
export type FocusPoint = z.infer<typeof focus>;

const placeholder = z
  .string()
  .check(
    z.maxLength(MAX_PLACEHOLDER, `Please use at most ${MAX_PLACEHOLDER} characters`),
    z.regex(PLACEHOLDER, 'Please send a WebP, JPEG or PNG as a data URL'),
  );

/** What the server knows of the picture as it is shown, beside its address. */
const look = {
  /** The picture that stands for a video before it plays. */
  posterUrl: z.optional(MediaUrl),
  /** Pixels, of the picture or the video's frame. */
  width: z.optional(pixels),
  height: z.optional(pixels),
  /** A few pixels as a data URL, shown blurred until the picture is there. */
  placeholder: z.optional(placeholder),
  /** What a frame that cuts the picture keeps in sight; its middle where this is absent. */
  focus: z.optional(focus),
};

/** An item as every call answers it. `alt` stands for the title where it is absent; times are UTC instants. */
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

/** `POST /api/gallery`: answered with 201 and the item. The file is uploaded before. */
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
 * `PUT /api/gallery/{id}`: any subset of the fields; what is absent stays. An empty description or alt text is removed;
 * `null` removes the poster, the size, the placeholder or the focus point. A new `mediaUrl` removes all that belonged to the old one
 * unless it is sent with it, and the old file itself.
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
