import { GIF_MOST_BYTES, type MediaExtension, MEDIA_MOST_BYTES } from '#contracts/media';
import { headOf } from './byte-reader.ts';
import { kindOf } from './kind.ts';
import { isPicture, type PictureSize, pictureSize } from './picture-size.ts';
import { tellsPosition } from './position.ts';

/** What the first bytes of a file that is taken say of it. */
export interface Inspected {
  readonly extension: MediaExtension;
  readonly size: PictureSize | null;
}

/** Why a file is not taken. */
export type Unfit = 'type' | 'unreadable' | 'gif-size' | 'pixels' | 'position';

/** Far above what a page shows, far below what makes a browser or a resizer stumble. */
const PIXELS_MOST = 50_000_000;
const EDGE_MOST = 16_384;

/** Judges a file of `total` bytes by its first part. */
export function inspect(first: Uint8Array, total: number): Inspected | Unfit {
  const head = headOf(first, total);
  const extension = kindOf(head);
  if (!extension) return 'type';
  if (!isPicture(extension)) return { extension, size: null };
  const size = pictureSize(extension, head);
  if (!size) return 'unreadable';
  if (extension === 'gif' && total > GIF_MOST_BYTES) return 'gif-size';
  if (size.width > EDGE_MOST || size.height > EDGE_MOST || size.width * size.height > PIXELS_MOST) return 'pixels';
  return tellsPosition(first) ? 'position' : { extension, size };
}

const megabytes = (bytes: number): string => `${bytes / 1_048_576} MB`;

/** What is said of each, and the most that a file may have in all. */
export const unfitSentences: Record<Unfit | 'size', string> = {
  type: 'This is not a JPEG, PNG, WebP, AVIF or GIF picture nor an MP4, WebM, MOV or AVI video',
  unreadable: 'This picture is damaged: its size cannot be read',
  'gif-size': `A GIF may have at most ${megabytes(GIF_MOST_BYTES)}`,
  pixels: `A picture may have at most ${PIXELS_MOST / 1_000_000} megapixels and ${EDGE_MOST} pixels on a side`,
  position: 'This picture still tells where it was taken. Please remove the position first',
  size: `A file may have at most ${megabytes(MEDIA_MOST_BYTES)}`,
};
