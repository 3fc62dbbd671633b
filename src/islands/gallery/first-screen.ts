import type { GalleryItem } from '#contracts/gallery';
import { hydrate, whenIdle } from '#lib/intent';
import { track } from '#lib/track';
import { cardPicture, fetchPicture, firstSeen } from './pictures.ts';

/*
 * What the page of the gallery does before any of its scripts are there: it asks for the list, shows the pictures of the
 * first screen where their cards will be, and then brings React. It is written into the page
 * (src/scripts/first-screen.ts), so that these wait for nothing but the page and the list: on a slow line all else would
 * hold them up.
 */

/** ms. A list that takes longer is as good as failed: there is a Try again beside the sentence that says so. */
const TIMEOUT = 20_000;
/** ms that React and the typefaces wait for the pictures of the first screen, once the list is there, at most. */
const FIRST_SCREEN_TIMEOUT = 1000;

/** Rejects when there is no answer in time, a refusal, or one that is not JSON. */
export async function readJson(address: string): Promise<unknown> {
  // Not AbortSignal.timeout: phones of 2023 do not have it.
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), TIMEOUT);
  try {
    const answer = await fetch(address, { credentials: 'include', signal: stop.signal });
    if (!answer.ok) throw new Error(`${address} was refused with ${answer.status}`);
    return await answer.json();
  } finally {
    clearTimeout(timer);
  }
}

/** What was begun in the page. */
interface FirstScreen {
  /** The answer to the page's own request, which nobody has checked. */
  readonly list: Promise<unknown>;
  /** Resolves when the pictures are seen, or cannot be had. */
  readonly shown: Promise<void>;
  /** The filter that was pressed before React was there. */
  filter?: string;
}

declare global {
  /** Absent where the page has not begun: in a test, or once the list has been taken. */
  var galleryFirstScreen: FirstScreen | undefined;
}

/** Begins, in the page: called by the script that src/scripts/first-screen.ts writes. @public */
export function beginFirstScreen(): void {
  const list = readJson('/api/gallery');
  const shown = list
    .then((items) => within(FIRST_SCREEN_TIMEOUT, showFirstScreen(items as readonly GalleryItem[])))
    .catch(() => undefined);
  const begun: FirstScreen = { list, shown };
  globalThis.galleryFirstScreen = begun;
  const parsed = new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve));
  const bringReact = () => Promise.all([parsed, shown]).then(() => hydrate('gallery'));
  document.addEventListener('click', ({ target }) => {
    const filter = target instanceof Element && target.closest<HTMLElement>('[data-filter]')?.dataset['filter'];
    if (!filter) return;
    begun.filter = filter;
    // It may have failed to come.
    void bringReact();
  });
  void bringReact();
  // Later than the page's own script, which sets up what hears of it; React may not be had.
  whenIdle(() => track('gallery_view', {}));
}

async function within(timeout: number, work: Promise<void>): Promise<void> {
  await Promise.race([work, new Promise((resolve) => setTimeout(resolve, timeout))]);
}

async function showFirstScreen(items: readonly GalleryItem[]): Promise<void> {
  // The first is asked for at once: to know what is on the screen the browser lays out the page.
  const [first] = items.slice(0, 1).map((item) => askFor(item, 'high'));
  const grid = document.querySelector<HTMLElement>('[data-grid]');
  const others = items.slice(1, grid ? firstSeen(grid) : 1).map((item) => askFor(item, 'auto'));
  const skeletons = grid?.querySelectorAll('[data-skeleton] > *');
  const pictures = [first, ...others].map(async (picture, index) => {
    if (!picture) return false;
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

/** Asks for what a card shows while it is still: the picture, or a film's poster. */
function askFor(item: GalleryItem, priority: 'high' | 'auto'): HTMLImageElement | undefined {
  const source = cardPicture(item);
  const picture = source && fetchPicture(source, priority);
  picture?.setAttribute('elementtiming', 'first-screen');
  return picture;
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
