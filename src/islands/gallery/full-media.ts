import type { GalleryItem } from '#contracts/gallery';
import { pictureWidths, resizedPicture } from '#lib/resized-picture';
import { wholeFilm } from './store/film.ts';
import { restrict } from './protection.ts';
import { softLook } from './soft-look.ts';

const WIDTHS = [640, 960, 1280, 1920, 2560];
/** How wide the lightbox is (lightbox.css). */
const SIZES = '(min-width: 74rem) 72rem, 100vw';

/** The item's picture or player, as large as the lightbox, over a soft look of it. */
export function fullMedia(item: GalleryItem): HTMLElement[] {
  const media = item.mediaType === 'video' ? makePlayer(item) : makePicture(item);
  restrict(media);
  return [...softLook(item, media), media];
}

/** Fetches a picture that may be wanted next. */
export function preloadPicture(item: GalleryItem): void {
  if (item.mediaType === 'image') makePicture(item);
}

function makePicture({ mediaUrl, alt, title }: GalleryItem): HTMLImageElement {
  const picture = document.createElement('img');
  picture.alt = alt ?? title;
  picture.decoding = 'async';
  picture.sizes = SIZES;
  picture.srcset = pictureWidths(mediaUrl, { widths: WIDTHS });
  picture.src = resizedPicture(mediaUrl, 1280);
  return picture;
}

function makePlayer({ mediaUrl, posterUrl, alt, title }: GalleryItem): HTMLVideoElement {
  const player = document.createElement('video');
  player.controls = true;
  player.playsInline = true;
  player.preload = 'metadata';
  player.setAttribute('aria-label', alt ?? title);
  if (posterUrl) player.poster = resizedPicture(posterUrl, 1280);
  player.src = mediaUrl;
  player.addEventListener('error', () => void playWhole(player, mediaUrl), { once: true });
  return player;
}

/** Where a player cannot read a film by its ranges, it gets all of them joined (design, section 7). */
async function playWhole(player: HTMLVideoElement, url: string): Promise<void> {
  const film = await wholeFilm(url).catch(() => null);
  if (!film || !player.isConnected) return;
  const address = URL.createObjectURL(film);
  player.addEventListener('loadeddata', () => URL.revokeObjectURL(address), { once: true });
  player.src = address;
}
