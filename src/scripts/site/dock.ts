/** Half of a pair of buttons in view is a pair. */
const SEEN = 0.5;

/** The dock stands back while the page's own "Schedule" and "Call" are in view: a screen never has two pairs of them. */
export function standBack(): void {
  const dock = document.querySelector<HTMLElement>('[data-dock]');
  const seen = new Set<Element>();
  const watcher = new IntersectionObserver(
    (rows) => {
      for (const { target, isIntersecting } of rows) seen[isIntersecting ? 'add' : 'delete'](target);
      dock?.toggleAttribute('data-away', seen.size > 0);
    },
    { threshold: SEEN },
  );
  for (const row of document.querySelectorAll('.btn-row')) {
    if (row.querySelector('[data-book]')) watcher.observe(row);
  }
}
