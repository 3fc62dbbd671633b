import type { GalleryItem } from '#contracts/gallery';
import { framedPicture, pictureWidths, resizedPicture } from '#lib/resized-picture';

/** Height divided by width, of a card. */
const FRAME = 9 / 16;
/** 672, 768 and 1008: what phones and tablets of 2 and 3 pixels to a point ask for, hardly more. */
const CARD_WIDTHS = [320, 480, 672, 768, 1008, 1280];
/** The columns of the grid, in the widths of the page. */
const CARD_SIZES = '(min-width: 90rem) 27rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw';
const FULL_WIDTHS = [640, 960, 1280, 1920, 2560];
/** How wide the lightbox is. */
const FULL_SIZES = '(min-width: 74rem) 72rem, 100vw';

/** How an `<img>` is told of a picture, in one width or in several. */
export interface PictureSource {
  readonly sizes?: string;
  readonly srcSet?: string;
  readonly src: string;
}

/** Of 100, as the pictures of all other pages. With the usual 75 a phone waits for a half more bytes, and nobody sees them. */
const QUALITY = '&q=58';

/** The still picture of a card, cut to its frame: the item's own, or a film's poster. A film may have none. */
export function cardPicture(item: GalleryItem): PictureSource | undefined {
  const url = item.mediaType === 'video' ? item.posterUrl : item.mediaUrl;
  if (!url) return undefined;
  const at = (width: number) => framedPicture(url, item, width, FRAME) + QUALITY;
  return { sizes: CARD_SIZES, srcSet: CARD_WIDTHS.map((width) => `${at(width)} ${width}w`).join(', '), src: at(640) };
}

/** All of a picture, at the width of the lightbox. */
export function fullPicture({ mediaUrl }: GalleryItem): PictureSource {
  return {
    sizes: FULL_SIZES,
    srcSet: pictureWidths(mediaUrl, FULL_WIDTHS),
    src: resizedPicture(mediaUrl, 1280),
  };
}

/** The picture that stands in the lightbox for a film until it plays, if there is one. */
export function fullPoster({ posterUrl }: GalleryItem): string | undefined {
  return posterUrl && resizedPicture(posterUrl, 1280);
}

/** Asks for a picture before anything shows it. An `<img>` that is told the same later gets what has come. */
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

/** How many of the cards, or of their skeletons, are on the first screen. */
export const firstSeen = (cards: readonly Element[]): number =>
  cards.filter((card) => card.getBoundingClientRect().top < innerHeight).length;
