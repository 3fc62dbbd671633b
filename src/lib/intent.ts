/**
 * How a page talks to its `client:intent` islands, whose directive (src/scripts/intent.ts) is bundled apart from
 * everything else: a `CustomEvent` on the document, with the name of the island as its detail.
 */
export const HYDRATE = 'intent:hydrate';

/** The island is needed now: it loads, if it has not, and hydrates. */
export const hydrate = (name: string) => void document.dispatchEvent(new CustomEvent(HYDRATE, { detail: name }));

/** A click that follows a link here: not one that opens a tab, a window or a menu. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Does the work once the page has loaded and the browser has a moment to spare, or a second later. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback. Chromium, where the machine is busy and nothing moves, may never call without a limit.
  const spare = () =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 1000 }) : setTimeout(work, 200);
  if (document.readyState === 'complete') spare();
  else window.addEventListener('load', spare, { once: true });
}
