import type { GalleryItem } from '#contracts/gallery';

/**
 * A few pixels of the item, blurred, under its media: what is seen until the media themselves are there. Then it goes,
 * or it would show through a picture that is transparent. None where there are none.
 */
export function softLook({ placeholder }: GalleryItem, media: HTMLImageElement | HTMLVideoElement): HTMLElement[] {
  if (!placeholder) return [];
  const look = document.createElement('span');
  look.className = 'soft-look';
  look.style.backgroundImage = `url("${placeholder}")`;
  media.addEventListener(media instanceof HTMLVideoElement ? 'loadeddata' : 'load', () => look.remove(), {
    once: true,
  });
  return [look];
}
