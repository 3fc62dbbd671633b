import { whenIdle } from '#lib/intent';

/** Elements that are laid out anew at once: as many as a slow phone has ready before the next frame. */
const SLICE = 30;
/** ms that they wait at most for what is to be seen first. */
const TIMEOUT = 1000;
/** ms until a picture that has loaded is painted. */
const PICTURE = 200;

const sleep = (ms?: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Fetches the typefaces once the first screen is there, so that they compete with nothing of it, and sets the text with
 * them piece by piece: to lay out a whole page anew would hold up whoever wants to scroll a phone. Under `.plain` nothing
 * is written with them, and under `[data-set]` all (src/styles/typefaces.css).
 */
export function setTypefaces(): void {
  const { classList } = document.documentElement;
  const setAll = async () => {
    // A small page may have loaded before it is painted. The gallery asks for its first pictures later than the page.
    const painted = new Promise((resolve) =>
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }),
    );
    await Promise.race([Promise.all([painted, globalThis.galleryFirstScreen?.shown]), sleep(TIMEOUT)]);
    await sleep(PICTURE);
    await Promise.all(['300 1em Newsreader', '1em Figtree'].map((font) => document.fonts.load(font)));
    for (const slice of slices(document.body)) {
      await sleep();
      slice.toggleAttribute('data-set', true);
      // Laid out here and now, not with all others before the next frame.
      slice.getBoundingClientRect();
    }
    classList.remove('plain');
    sessionStorage['typefaces'] = 1;
  };
  // Without a connection the fallbacks stay.
  if (classList.contains('plain')) whenIdle(() => void setAll().catch(() => {}));
}

const slices = (whole: Element): Element[] =>
  whole.querySelectorAll('*').length < SLICE ? [whole] : [...whole.children].flatMap(slices);
