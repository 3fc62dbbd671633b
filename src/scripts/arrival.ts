import { transformSync } from 'esbuild';

/**
 * What must be known before a new page is drawn. Runs at the top of the head. The function is written into the page: it
 * knows nothing of this file.
 *
 * Text is written with the fallbacks under `.plain`, until the typefaces are there (site/typefaces.ts). Whoever has them
 * from an earlier page of this visit sees them from the start, as without scripts or storage.
 *
 * Parts of a long page below its first screen (`main > link ~ *`, and the footer) are shown one by one after the first
 * paint, where the page's styles hide them under `.arriving`: a layout of them all at once would hold up whoever wants to
 * scroll a phone. Not after a reload, with "back" or at an anchor, when the browser wants to scroll there.
 */
function arrive(): void {
  const { classList } = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const showParts = async () => {
    for (const part of document.querySelectorAll('main > link ~ *, footer')) {
      await new Promise((resolve) => setTimeout(resolve));
      part.toggleAttribute('data-here', true);
      // Laid out here and now, not with all others before the next frame.
      part.getBoundingClientRect();
    }
    classList.remove('arriving');
  };
  if (visit?.type === 'navigate' && !location.hash) {
    classList.add('arriving');
    // Somebody may follow a link to a part, press End or search the page.
    for (const press of ['pointerdown', 'keydown']) addEventListener(press, () => classList.remove('arriving'));
    const parsed = new Promise((resolve) => document.addEventListener('readystatechange', resolve));
    const painted = new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
      addEventListener('load', resolve);
    });
    void Promise.all([parsed, painted]).then(showParts);
  }
  if (!sessionStorage['typefaces']) classList.add('plain');
}

/** The script of it, for the page's head. */
export const arrivalScript = transformSync(`(${String(arrive)})()`, { minify: true }).code.trim();
