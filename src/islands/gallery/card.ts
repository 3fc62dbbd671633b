import type { GalleryItem } from '#contracts/gallery';
import { pictureWidths, resizedPicture } from '#lib/resized-picture';
import { lazyVideo } from './lazy-video.ts';
import { restrict } from './protection.ts';
import { softLook } from './soft-look.ts';

const FRAME = 9 / 16;
const WIDTHS = [320, 480, 720, 960, 1280];
/** The columns of grid3.css, in the widths of the page. */
const SIZES = '(min-width: 90rem) 27rem, (min-width: 64rem) 30vw, (min-width: 40rem) 45vw, 92vw';
/** The first row, which is seen at once. */
const FIRST_ROW = 3;

/** The card of one item: its media in a 16:9 frame, and the words over it. */
export function makeCard(item: GalleryItem, place: number): HTMLElement {
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
  const shown = isVideo ? lazyVideo(item, posterOf(item)) : makePicture(item, place);
  restrict(shown);
  media?.append(...softLook(item, shown), shown);
  return card;
}

const posterOf = ({ posterUrl }: GalleryItem) => posterUrl && resizedPicture(posterUrl, 900, FRAME);

/** The title is read from the card's words, so the picture itself says only what its own alt text adds. */
function makePicture({ mediaUrl, alt }: GalleryItem, place: number): HTMLImageElement {
  const picture = document.createElement('img');
  const isFirst = place < FIRST_ROW;
  picture.alt = alt ?? '';
  picture.width = 640;
  picture.height = 360;
  picture.decoding = 'async';
  picture.loading = isFirst ? 'eager' : 'lazy';
  picture.fetchPriority = place === 0 ? 'high' : 'auto';
  picture.sizes = SIZES;
  picture.srcset = pictureWidths(mediaUrl, { widths: WIDTHS, shape: FRAME });
  picture.src = resizedPicture(mediaUrl, 640, FRAME);
  return picture;
}
