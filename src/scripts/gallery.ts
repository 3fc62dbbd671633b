/**
 * What the public gallery does before its island lives: the list is read, which the page has asked for, and the pictures
 * of the first row are shown where their cards will be. React comes after them: on a slow line it would hold them up.
 */
import type { GalleryItem } from '#contracts/gallery';
import { filterCategories } from '#contracts/gallery-enums';
import { track } from '#lib/track';
import { hydrated, whenIdle } from '#lib/intent';
import { followAddress } from '#islands/gallery/address.ts';
import { cardPicture, cardPoster, columnsOf, fetchPicture, type PictureSource } from '#islands/gallery/pictures.ts';
import { gallery, recognizeOwner } from '#islands/gallery/store.ts';

/** ms that React waits for the pictures of the first row, at most. */
const FIRST_ROW_TIMEOUT = 1000;

/** Resolves when the pictures are seen, or cannot be had. */
async function showFirstRow(): Promise<void> {
  const grid = document.querySelector<HTMLElement>('[data-grid]');
  const skeletons = grid?.querySelectorAll('[data-skeleton] > *');
  const row = gallery.$shown.get().slice(0, grid ? columnsOf(grid) : 1);
  const pictures = row.map(async (item, index) => {
    const source = stillPicture(item);
    if (!source) return false;
    const picture = fetchPicture(source, index === 0 ? 'high' : 'auto');
    picture.setAttribute('elementtiming', 'first-row');
    await picture.decode();
    // React replaces the skeleton by the card, with the same picture in it.
    skeletons?.[index]?.classList.remove('skeleton');
    skeletons?.[index]?.append(picture);
    return true;
  });
  const painted = nextPaint();
  const shown = await Promise.allSettled(pictures);
  if (shown.some((one) => one.status === 'fulfilled' && one.value)) await painted;
}

/** Resolves when a marked picture is on the screen, where the browser tells that; else with a later frame. */
function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('element')) {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      return;
    }
    const observer = new PerformanceObserver(() => {
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: 'element' });
  });
}

/** What a card shows while it is still: the picture, or a film's poster. */
function stillPicture(item: GalleryItem): PictureSource | undefined {
  if (item.mediaType === 'image') return cardPicture(item);
  const poster = cardPoster(item);
  return poster ? { src: poster, srcSet: '', sizes: '' } : undefined;
}

/** A filter that is pressed before React lives counts. */
function chooseEarly({ target }: Event): void {
  const pressed = target instanceof Element && target.closest<HTMLElement>('[data-filter]');
  const filter = (['all', ...filterCategories] as const).find((one) => pressed && one === pressed.dataset['filter']);
  if (filter) gallery.choose(filter);
}

async function begin(): Promise<void> {
  // What the island waits for: it fails with the island.
  import('#islands/gallery/words.ts').catch(() => undefined);
  await gallery.load();
  followAddress(gallery);
  const timeout = new Promise((resolve) => setTimeout(resolve, FIRST_ROW_TIMEOUT));
  await Promise.race([showFirstRow(), timeout]);
  await hydrated('gallery');
  document.removeEventListener('click', chooseEarly);
}

document.addEventListener('click', chooseEarly);
// Where React cannot be had, what stands in the page stays.
begin()
  .catch(() => undefined)
  .then(recognizeOwner);
// Later than the site's own script, which sets up what hears of it.
whenIdle(() => track('gallery_view', {}));
