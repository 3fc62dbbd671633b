import { transformSync } from 'esbuild';

declare global {
  /** What the page does by itself where the site's script does not come. */
  var arrival: ReturnType<typeof setTimeout> | undefined;
}

/**
 * What must be known before a new page is drawn. Runs at the top of the body. The function is written into the page: it
 * knows nothing of this file.
 *
 * Text is written with the fallbacks under `.plain`, until the typefaces are there. Whoever has them from an earlier page
 * of this visit sees them from the start, as without scripts or storage.
 *
 * Parts of a long page below its first screen are hidden under `.arriving`, where the page has src/styles/arriving.css: a
 * layout of them all at once would hold up the first paint. A sheet of theirs stands in a `<noscript>` before this, so that
 * it takes nothing of the first picture's line. The site's script brings them all (site/rest.ts). After a reload, with
 * "back" or at an anchor, when the browser wants to scroll there, all is there at once, and the sheet before it.
 */
function arrive(): void {
  const { classList } = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const rest = document.querySelector('noscript');
  if (visit?.type === 'navigate' && !location.hash) {
    classList.add('arriving');
    const show = () => classList.remove('arriving');
    globalThis.arrival = setTimeout(() => {
      if (!rest) return show();
      rest.outerHTML = rest.textContent;
      const sheet = document.body.firstElementChild as HTMLElement;
      sheet.onload = sheet.onerror = show;
    }, 6000);
  } else if (rest) document.write(rest.textContent);
  if (!sessionStorage['typefaces']) classList.add('plain');
}

/** The script of it. */
export const arrivalScript = transformSync(`(${String(arrive)})()`, { minify: true }).code.trim();
