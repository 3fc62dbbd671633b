import * as z from 'zod/mini';
import { defaultCategory, galleryCategories, mediaTypes, PLACEHOLDER, MAX_PLACEHOLDER } from './gallery-enums.ts';
import { MediaUrl } from './media.ts';
import type { Rule } from './problem.ts';
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

const category = z.enum(galleryCategories, { error: 'category' satisfies Rule });
const mediaType = z.enum(mediaTypes, { error: 'mediaType' satisfies Rule });
const title = line(galleryTextLimits.title, 'title').check(z.minLength(1, 'title' satisfies Rule));
const isPublished = z.boolean('isPublished' satisfies Rule);
/** Smaller comes first; between two items there is always another number, so that a move changes one item. */
const displayOrder = z.number('displayOrder' satisfies Rule);
const pixels = z.int('pixels' satisfies Rule).check(z.minimum(1), z.maximum(65_535));

const percent = z
  .number('focusPercent' satisfies Rule)
  .check(z.minimum(0, 'focusPercent' satisfies Rule), z.maximum(100, 'focusPercent' satisfies Rule));
/** Percent of the width from the left, and of the height from the top. */
const focus = z.object({ x: percent, y: percent }, 'focus' satisfies Rule);
export type FocusPoint = z.infer<typeof focus>;

const placeholder = z
  .string()
  .check(z.maxLength(MAX_PLACEHOLDER, 'tooLong' satisfies Rule), z.regex(PLACEHOLDER, 'placeholder' satisfies Rule));

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
