/**
 * How a page talks to its `client:intent` islands, whose directive (src/scripts/intent.ts) is bundled apart from
 * everything else: a `CustomEvent` on the document, whose detail names the island.
 */
export const HYDRATE = 'intent:hydrate';

/** What the event carries. The directive of the island answers in `hydrated`. */
export interface HydrateRequest {
  readonly name: string;
  hydrated?: Promise<void>;
}

/**
 * Loads and hydrates the island of that name, once. Resolves when it is live. Rejects when the page has no such island or
 * it cannot be loaded; the next call tries again.
 */
export function hydrate(name: string): Promise<void> {
  const request: HydrateRequest = { name };
  document.dispatchEvent(new CustomEvent(HYDRATE, { detail: request }));
  return request.hydrated ?? Promise.reject(new Error(`No island ${name}`));
}

/** The island may soon be needed. If it cannot be loaded, nobody is told: whoever needs it asks again. */
export const warmUp = (name: string): void => void hydrate(name).catch(() => undefined);

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
