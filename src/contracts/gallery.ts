import * as z from 'zod/mini';
import { defaultCategory, galleryCategories, mediaTypes, PLACEHOLDER, MAX_PLACEHOLDER } from './gallery-enums.ts';
import { MediaUrl } from './media.ts';
import { type Rule, seen } from './problem.ts';
import { absentWhenEmpty, emptiable, line, paragraph } from './text.ts';

export * from './gallery-enums.ts';

/** In characters. */
export const galleryTextLimits = { title: 200, description: 2000, alt: 300 } as const;

const category = z.enum(galleryCategories, { error: 'category' satisfies Rule });
const mediaType = z.enum(mediaTypes, { error: 'mediaType' satisfies Rule });
const title = line(galleryTextLimits.title, 'title').check(z.minLength(1, 'title' satisfies Rule));
const isPublished = z.boolean('isPublished' satisfies Rule);
/** Smaller comes first. Fractions allow a move that changes one item. */
const displayOrder = z.number('displayOrder' satisfies Rule);
const pixels = z.int('pixels' satisfies Rule).check(z.minimum(1), z.maximum(65_535));

const words = {
  description: paragraph(galleryTextLimits.description),
  alt: line(galleryTextLimits.alt),
  titleEs: line(galleryTextLimits.title),
  descriptionEs: paragraph(galleryTextLimits.description),
  altEs: line(galleryTextLimits.alt),
};

const percent = z
  .number('focusPercent' satisfies Rule)
  .check(z.minimum(0, 'focusPercent' satisfies Rule), z.maximum(100, 'focusPercent' satisfies Rule));
/** Percent of the width from the left, and of the height from the top. */
export const FocusPoint = z.object({ x: percent, y: percent }, 'focus' satisfies Rule);
export type FocusPoint = z.infer<typeof FocusPoint>;

const placeholder = z
  .string()
  .check(z.maxLength(MAX_PLACEHOLDER, 'tooLong' satisfies Rule), z.regex(PLACEHOLDER, 'placeholder' satisfies Rule));

const look = {
  /** The picture of a video before it plays. */
  posterUrl: MediaUrl,
  /** Pixels of the picture or video frame. */
  width: pixels,
  height: pixels,
  placeholder,
  /** A video that some browsers cannot play, as the upload found. */
  hasLimitedPlayback: z.boolean(),
  /** The point that a crop keeps. Default: the middle. */
  focus: FocusPoint,
};

/**
 * An item as stored and in all answers. The forms' lists, limits and patterns are not asked: the item may be older than
 * they are. A field that is added to it needs a default. Without `alt`, use the title. Times are UTC instants.
 */
export const GalleryItem = z.object({
  id: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  alt: z.optional(z.string()),
  /** Shown on Spanish pages in place of the three above. Without a title in Spanish, none of them is. */
  titleEs: z.optional(z.string()),
  descriptionEs: z.optional(z.string()),
  altEs: z.optional(z.string()),
  category: z._default(z.string(), defaultCategory),
  /** All but `video` is a picture. */
  mediaType: z._default(z.string(), 'image'),
  mediaUrl: z.string(),
  posterUrl: z.optional(z.string()),
  width: z.optional(z.number()),
  height: z.optional(z.number()),
  placeholder: z.optional(z.string()),
  hasLimitedPlayback: z.optional(z.boolean()),
  focus: z.optional(z.object({ x: z.number(), y: z.number() })),
  isPublished: z._default(z.boolean(), false),
  displayOrder: z._default(z.number(), 0),
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
  description: absentWhenEmpty(words.description),
  alt: absentWhenEmpty(words.alt),
  titleEs: absentWhenEmpty(words.titleEs),
  descriptionEs: absentWhenEmpty(words.descriptionEs),
  altEs: absentWhenEmpty(words.altEs),
  category: z._default(category, defaultCategory),
  mediaType,
  mediaUrl: MediaUrl,
  ...z.partial(z.object(look)).shape,
  isPublished: z._default(isPublished, false),
  displayOrder: z._default(displayOrder, 0),
});
export type NewGalleryItem = z.input<typeof NewGalleryItem>;

/**
 * `PUT /api/gallery/{id}`: absent fields stay; `''` and `null` remove. A new `mediaUrl` removes all that was said of the
 * old file (poster, size, placeholder, limited playback, focus point), unless they are sent, and deletes it. 409 by `seen`.
 */
export const GalleryChange = z.object({
  ...z.partial(z.object({ title, ...words, category, mediaType, mediaUrl: MediaUrl, isPublished, displayOrder })).shape,
  ...emptiable(look),
  seen,
});
export type GalleryChange = z.infer<typeof GalleryChange>;
