/** Does the work once the page has loaded and the browser has a moment to spare. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  const spare = () => ('requestIdleCallback' in window ? requestIdleCallback(work) : setTimeout(work, 200));
  if (document.readyState === 'complete') spare();
  else window.addEventListener('load', spare, { once: true });
}
