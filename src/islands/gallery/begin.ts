import { filterCategories } from '#contracts/gallery-enums';
import { track } from '#lib/track';
import { followAddress } from './address.ts';
import { gallery, recognizeOwner } from './store.ts';

/** What the page does once its gallery is hydrated. Never rejects. */
export async function beginGallery(): Promise<void> {
  track('gallery_view', {});
  choose(globalThis.galleryBegun?.filter);
  await gallery.load();
  followAddress(gallery);
  await recognizeOwner();
}

/** As a filter's button does; a name that is no filter's does nothing. */
function choose(name: string | undefined): void {
  const filter = (['all', ...filterCategories] as const).find((one) => one === name);
  if (filter) gallery.choose(filter);
}
