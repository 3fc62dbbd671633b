/** Lets a maker's promotion picture, a link to the picture alone, open enlarged over the page. */
export function enlargeLinks(): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-enlarge]') : null;
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!link || !plain) return;
    event.preventDefault();
    import('./enlarge.ts').then(({ enlarge }) => enlarge(link)).catch(() => location.assign(link.href));
  });
}
