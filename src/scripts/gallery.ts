/**
 * What the public gallery does until its island lives. The pictures of the first row, which the page shows by itself
 * (islands/gallery/first-row.ts), come before all of it: on a slow line it would hold them up.
 */
import { track } from '#lib/track';
import { hydrated, whenIdle } from '#lib/intent';

const shown = globalThis.galleryFirstRow?.shown ?? Promise.resolve();
const loading = shown.then(() => import('#islands/gallery/begin.ts'));

/** A filter that is pressed before React lives counts. */
function chooseEarly({ target }: Event): void {
  const filter = target instanceof Element && target.closest<HTMLElement>('[data-filter]')?.dataset['filter'];
  if (filter) loading.then(({ choose }) => choose(filter)).catch(() => undefined);
}

async function begin(): Promise<void> {
  await shown;
  const living = hydrated('gallery');
  const { beginGallery, recognizeOwner } = await loading;
  // Where React cannot be had, what stands in the page stays.
  await Promise.all([beginGallery(), living]).catch(() => undefined);
  document.removeEventListener('click', chooseEarly);
  await recognizeOwner();
}

document.addEventListener('click', chooseEarly);
begin().catch(() => undefined);
// Later than the site's own script, which sets up what hears of it.
whenIdle(() => track('gallery_view', {}));
