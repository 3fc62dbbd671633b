/** An event, because Astro bundles the directive of `client:intent` (src/browser/hydrate-directive.ts) separately. */
const HYDRATE = 'intent:hydrate';

/** The event's detail. `onHydrate` sets `hydrated`. */
interface HydrateRequest {
  readonly name: string;
  hydrated?: Promise<void>;
}

/** Has `hydrate(name)` load by `load`: once, or again after a failure. Returns what does so. */
export function onHydrate(name: string, load: () => Promise<void>): () => Promise<void> {
  let hydrated: Promise<void> | undefined;
  const begin = () =>
    (hydrated ??= load().catch((error: unknown) => {
      hydrated = undefined;
      throw error;
    }));
  document.addEventListener(HYDRATE, (event) => {
    const { detail } = event as CustomEvent<HydrateRequest>;
    if (detail.name === name) detail.hydrated = begin();
  });
  return begin;
}

/** Hydrates the named island once. Rejects if it is missing or fails to load; the next call tries again. */
export function hydrate(name: string): Promise<void> {
  const request: HydrateRequest = { name };
  document.dispatchEvent(new CustomEvent(HYDRATE, { detail: request }));
  return request.hydrated ?? Promise.reject(new Error(`No island ${name}`));
}

/** Loads the island ahead of time. Ignores a failure: `hydrate` tries again. */
export const warmUp = (name: string): void => void hydrate(name).catch(() => undefined);

/** True for a click that follows a link here, not in a new tab or window. */
export const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Runs the work when the page has loaded and the browser is idle, at most a second later. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback. Without a limit, Chromium on a busy machine may never call.
  const spare = () =>
    'requestIdleCallback' in window ? requestIdleCallback(work, { timeout: 1000 }) : setTimeout(work, 200);
  if (document.readyState === 'complete') spare();
  else window.addEventListener('load', spare, { once: true });
}
