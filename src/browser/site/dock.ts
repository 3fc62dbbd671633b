const SEEN = 0.5;

/** Hides the dock while the page's own "Schedule" and "Call" buttons are in view. */
export function standBack(): void {
  const dock = document.querySelector<HTMLElement>('[data-dock]');
  const seen = new Set<Element>();
  const watcher = new IntersectionObserver(
    (rows) => {
      for (const { target, isIntersecting } of rows) seen[isIntersecting ? 'add' : 'delete'](target);
      if (dock) dock.dataset['dock'] = seen.size > 0 ? 'away' : 'shown';
    },
    { threshold: SEEN },
  );
  for (const button of document.querySelectorAll('.btn-row > [data-book]')) {
    watcher.observe(button.parentElement as Element);
  }
}
