import { filterCategories } from '#contracts/gallery-enums';
import { track } from '#browser/track';
import { followAddress } from './address.ts';
import { gallery, recognizeOwner } from './gallery-store.ts';

/** Starts the hydrated gallery. Never rejects. */
export async function beginGallery(): Promise<void> {
  track('gallery_view', {});
  choose(globalThis.galleryBegun?.filter);
  await gallery.load();
  followAddress(gallery);
  await recognizeOwner();
}

/** Chooses a filter; ignores unknown names. */
function choose(name: string | undefined): void {
  const filter = (['all', ...filterCategories] as const).find((one) => one === name);
  if (filter) gallery.choose(filter);
}
