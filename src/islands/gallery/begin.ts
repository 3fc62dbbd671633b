import { filterCategories } from '#contracts/gallery-enums';
import { followAddress } from './address.ts';
import { gallery } from './store.ts';

export { recognizeOwner } from './store.ts';

/** Reads the list, and follows the address from then on. Never rejects. */
export async function beginGallery(): Promise<void> {
  await gallery.load();
  followAddress(gallery);
}

/** As a filter's button does; a name that is no filter's does nothing. */
export function choose(name: string): void {
  const filter = (['all', ...filterCategories] as const).find((one) => one === name);
  if (filter) gallery.choose(filter);
}
