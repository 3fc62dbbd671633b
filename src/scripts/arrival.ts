import { transformSync } from 'esbuild';

/**
 * What must be known before a new page is drawn. Runs at the top of the body. The function is written into the page: it
 * knows nothing of this file.
 *
 * Text is written with the fallbacks under `.plain`, until the typefaces are there (site/typefaces.ts). Whoever has them
 * from an earlier page of this visit sees them from the start, as without scripts or storage.
 *
 * Parts of a long page below its first screen are shown one by one once the first picture has loaded, where the page has
 * src/styles/arriving.css, which hides them under `.arriving`: a layout of them all at once would hold up the first paint,
 * and whoever wants to scroll a phone. A sheet of theirs stands in a `<noscript>` before this and is asked for then, so that
 * it takes nothing of the first picture's line. After a reload, with "back" or at an anchor, when the browser wants to
 * scroll there, all is there at once, and the sheet before it.
 */
function arrive(): void {
  const { classList } = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const rest = document.querySelector('noscript');
  const sleep = (ms?: number) => new Promise((resolve) => setTimeout(resolve, ms));
  const heard = (events: string, on: EventTarget = window) =>
    new Promise((resolve) => {
      for (const event of events.split(' ')) on.addEventListener(event, resolve);
    });
  // Somebody may follow a link to a part, press End, search the page or scroll.
  const PRESS = 'pointerdown keydown wheel';
  const showParts = async () => {
    // What has loaded is painted first. Not for ever: on some lines the first picture takes its time.
    await Promise.race([heard('load').then(() => sleep(200)), heard(PRESS), sleep(3000)]);
    if (rest) {
      rest.outerHTML = rest.textContent;
      // Without it the page can be read, too.
      await heard('load error', document.body.firstElementChild as Element);
      // What is shown already is laid out anew before the first part, not with it.
      document.body.getBoundingClientRect();
    }
    void heard(PRESS).then(() => classList.remove('arriving'));
    for (const part of document.querySelectorAll('[data-first] ~ *, .prose > *, main ~ *')) {
      // The page's styles alone say what is hidden.
      if (part.getClientRects().length > 0) continue;
      await sleep();
      part.toggleAttribute('data-here', true);
      // Laid out here and now, not with all others before the next frame.
      part.getBoundingClientRect();
    }
    classList.remove('arriving');
  };
  if (visit?.type === 'navigate' && !location.hash) {
    classList.add('arriving');
    void showParts();
  } else if (rest) document.write(rest.textContent);
  if (!sessionStorage['typefaces']) classList.add('plain');
}

/** The script of it. */
export const arrivalScript = transformSync(`(${String(arrive)})()`, { minify: true }).code.trim();
