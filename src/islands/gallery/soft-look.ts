import type { GalleryItem } from '#contracts/gallery';

/** A few pixels of the item, blurred: what is seen until the picture itself is there. None where there are none. */
export function softLook({ placeholder }: GalleryItem): HTMLElement[] {
  if (!placeholder) return [];
  const look = document.createElement('span');
  look.className = 'soft-look';
  look.style.backgroundImage = `url("${placeholder}")`;
  return [look];
}
