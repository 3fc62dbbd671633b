/**
 * Lets the typefaces count, whose sheet is linked just before this script: once the first screen is painted and its first
 * picture is there, so that they compete with neither. A browser fetches a sheet that does not count at its leisure.
 * Whoever has them from an earlier page of this visit sees them from the start (where storage is blocked, nobody has);
 * without scripts the sheet counts anyway. The function is written into the page: it knows nothing of this file.
 */
function showTypefaces(sheet: HTMLLinkElement): void {
  const show = () => {
    sheet.media = 'all';
    sessionStorage['typefaces'] = 1;
  };
  const later = () => {
    const painted = () => requestAnimationFrame(() => setTimeout(show));
    const picture = document.querySelector<HTMLImageElement>('img[fetchpriority]');
    if (picture) picture.decode().then(painted, painted);
    else show();
  };
  addEventListener('load', show);
  new PerformanceObserver(later).observe({ type: 'paint', buffered: true });
  if (sessionStorage['typefaces']) show();
}

/** The script of it, for the page's head. */
export const typefacesScript = `(${String(showTypefaces).replace(/\s+/g, ' ')})(document.currentScript.previousSibling)`;
