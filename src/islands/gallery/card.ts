import type { GalleryItem } from '#contracts/gallery';
import { pictureWidths, resizedPicture } from '#lib/resized-picture';
import { lazyVideo } from './lazy-video.ts';
import { restrict } from './protection.ts';
import { softLook } from './soft-look.ts';

const FRAME = 9 / 16;
const WIDTHS = [320, 480, 720, 960, 1280];
/** The columns of grid3.css, in the widths of the page. */
const SIZES = '(min-width: 90rem) 27rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw';

/** When a card's media are asked for: `first` before all others, `now` with it, or after something. */
export type Turn = 'first' | 'now' | Promise<unknown>;

/** The card of one item: its media in a 16:9 frame, and the words over it. */
export function makeCard(item: GalleryItem, turn: Turn): HTMLElement {
  const template = document.querySelector<HTMLTemplateElement>('template#work');
  const card = template?.content.firstElementChild?.cloneNode(true);
  if (!(card instanceof HTMLElement)) throw new Error('The gallery has no template for a card');
  const button = card.querySelector('button');
  const media = card.querySelector<HTMLElement>('.work-media');
  if (button) button.dataset['item'] = item.id;
  card.querySelector('b')?.append(item.title);
  if (item.description) card.querySelector('small')?.append(item.description);
  else card.querySelector('small')?.remove();
  const isVideo = item.mediaType === 'video';
  card.querySelector('.play')?.toggleAttribute('hidden', !isVideo);
  const shown = isVideo ? lazyVideo(item, posterOf(item)) : makePicture(item, turn);
  restrict(shown);
  media?.append(...softLook(item, shown));
  if (turn instanceof Promise) void turn.then(() => media?.append(shown));
  else media?.append(shown);
  return card;
}

const posterOf = ({ posterUrl }: GalleryItem) => posterUrl && resizedPicture(posterUrl, 900, FRAME);

/** The title is read from the card's words, so the picture itself says only what its own alt text adds. */
function makePicture({ mediaUrl, alt }: GalleryItem, turn: Turn): HTMLImageElement {
  const picture = document.createElement('img');
  picture.alt = alt ?? '';
  picture.width = 640;
  picture.height = 360;
  picture.decoding = 'async';
  picture.loading = turn instanceof Promise ? 'lazy' : 'eager';
  picture.fetchPriority = turn === 'first' ? 'high' : 'auto';
  picture.sizes = SIZES;
  picture.srcset = pictureWidths(mediaUrl, { widths: WIDTHS, shape: FRAME });
  picture.src = resizedPicture(mediaUrl, 640, FRAME);
  return picture;
}
