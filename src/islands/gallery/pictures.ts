import type { GalleryItem } from '#contracts/gallery';
import { framedPicture, pictureWidths, resizedPicture } from '#lib/resized-picture';

const FRAME = 9 / 16;
/** In pixels. 672, 768 and 1008 fit phones and tablets with 2 and 3 pixels per point. */
const CARD_WIDTHS = [320, 480, 672, 768, 1008, 1280];
/** Must match the grid's columns. */
const CARD_SIZES = '(min-width: 90rem) 27rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw';
const FULL_WIDTHS = [640, 960, 1280, 1920, 2560];
const FULL_SIZES = '(min-width: 74rem) 72rem, 100vw';

export interface PictureSource {
  readonly sizes?: string;
  readonly srcSet?: string;
  readonly src: string;
}

/** Of 100, as on all other pages. The usual 75 is half again as large without visible gain. */
const QUALITY = '&q=58';

/** A card's picture, cropped: the item's own or the video's poster, if any. */
export function cardPicture(item: GalleryItem): PictureSource | undefined {
  const url = item.mediaType === 'video' ? item.posterUrl : item.mediaUrl;
  if (!url) return undefined;
  const at = (width: number) => framedPicture(url, item, width, FRAME) + QUALITY;
  return { sizes: CARD_SIZES, srcSet: CARD_WIDTHS.map((width) => `${at(width)} ${width}w`).join(', '), src: at(640) };
}

/** A whole picture at the lightbox's width. */
export function fullPicture({ mediaUrl }: GalleryItem): PictureSource {
  return {
    sizes: FULL_SIZES,
    srcSet: pictureWidths(mediaUrl, FULL_WIDTHS),
    src: resizedPicture(mediaUrl, 1280),
  };
}

/** A video's poster in the lightbox, if any. */
export function fullPoster({ posterUrl }: GalleryItem): string | undefined {
  return posterUrl && resizedPicture(posterUrl, 1280);
}

/** Preloads a picture. An `<img>` with the same attributes reuses it. */
export function fetchPicture(
  { sizes, srcSet, src }: PictureSource,
  priority: 'high' | 'auto' = 'auto',
): HTMLImageElement {
  const picture = new Image();
  picture.fetchPriority = priority;
  if (sizes) picture.sizes = sizes;
  if (srcSet) picture.srcset = srcSet;
  picture.src = src;
  return picture;
}

/** The number of cards or skeletons on the first screen. */
export const firstSeen = (cards: readonly Element[]): number =>
  cards.filter((card) => card.getBoundingClientRect().top < innerHeight).length;
