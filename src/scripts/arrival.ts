import { transformSync } from 'esbuild';

/**
 * What a new page does after its first paint, in pieces: a layout of the whole page at once would hold up whoever wants to
 * scroll a phone. Runs at the top of the head. The function is written into the page: it knows nothing of this file.
 *
 * Parts of a long page that stand below its first screen (`main > link ~ *`, and the footer) are shown one by one, where
 * the page's styles hide them under `.arriving`; not after a reload, with "back" or at an anchor, when the browser wants
 * to scroll there. Text is written with the fallbacks under `.plain`, until the first picture and the typefaces are there.
 * Whoever has them from an earlier page of this visit sees them from the start, as without scripts or storage.
 */
function arrive(): void {
  const { classList } = document.documentElement;
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const parsed = new Promise((resolve) => document.addEventListener('readystatechange', resolve));
  const painted = new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    addEventListener('load', resolve);
  });
  const pieceByPiece = async (pieces: Iterable<Element>, mark: string) => {
    let end = 0;
    for (const piece of pieces) {
      if (performance.now() > end) {
        await new Promise((resolve) => setTimeout(resolve));
        // ms until the browser has its turn again.
        end = performance.now() + 4;
      }
      piece.toggleAttribute(mark, true);
      // Laid out here and now, not with all others before the next frame.
      piece.getBoundingClientRect();
    }
  };
  const showParts = async () => {
    const showAll = () => classList.remove('arriving');
    classList.add('arriving');
    // Somebody may follow a link to a part.
    addEventListener('pointerdown', showAll);
    await painted;
    await parsed;
    await pieceByPiece(document.querySelectorAll('main > link ~ *, footer'), 'data-here');
    showAll();
  };
  const slices = (whole: Element): Element[] =>
    whole.querySelectorAll('*').length < 60 ? [whole] : [...whole.children].flatMap(slices);
  const setType = async () => {
    classList.add('plain');
    await painted;
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority]');
    await picture?.decode().catch(() => {});
    // The sheet of a long page brings them.
    await parsed;
    await Promise.all(['300 1em Newsreader', '1em Figtree'].map((font) => document.fonts.load(font)));
    await pieceByPiece(slices(document.body), 'data-set');
    classList.remove('plain');
    sessionStorage['typefaces'] = 1;
  };
  if (visit?.type === 'navigate' && !location.hash) void showParts();
  if (!sessionStorage['typefaces']) setType().catch(() => {});
}

/** The script of it, for the page's head. */
export const arrivalScript = transformSync(`(${String(arrive)})()`, { minify: true }).code.trim();
