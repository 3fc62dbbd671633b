/**
 * What the public gallery does before its island lives: the list is read, which the page has asked for, and the pictures
 * of the first row are fetched, so that they do not wait for React.
 */
import { track } from '#lib/track';
import { whenIdle } from '#lib/intent';
import { followAddress } from '#islands/gallery/address.ts';
import { cardPicture, columnsOf, fetchPicture } from '#islands/gallery/pictures.ts';
import { gallery, recognizeOwner } from '#islands/gallery/store.ts';

function fetchFirstRow(): void {
  const grid = document.querySelector<HTMLElement>('[data-grid]');
  const row = gallery.$shown.get().slice(0, grid ? columnsOf(grid) : 1);
  for (const [index, item] of row.entries()) {
    if (item.mediaType === 'image') fetchPicture(cardPicture(item), index === 0 ? 'high' : 'auto');
  }
}

void gallery.load().then(() => {
  fetchFirstRow();
  followAddress(gallery);
});
// Later than the site's own script, which sets up what hears of it.
whenIdle(() => {
  track('gallery_view', {});
  void recognizeOwner();
});
