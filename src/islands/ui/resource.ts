import { atom } from 'nanostores';

/** What is known of a thing that is read from the server. `Shown`: what there is to see. `message`: why there is nothing. */
export type Known<Shown extends object> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly message?: string | undefined }
  | ({ readonly state: 'ready' } & Shown);

/** How a reading went. `signed-out`: the page is being left, so nothing changes on it. */
type Reading<Shown> =
  | { readonly state: 'done'; readonly value: Shown }
  | { readonly state: 'failed'; readonly message?: string | undefined }
  | { readonly state: 'signed-out' };

/**
 * A thing that is read by `read`, which never rejects: it is loading, then ready or failed, and the last question wins. An
 * answer that comes behind a later question or a later change (`set`) is older than what is shown, and is dropped.
 */
export function createResource<Shown extends object>(read: () => Promise<Reading<Shown>>) {
  const $known = atom<Known<Shown>>({ state: 'loading' });
  let version = 0;

  /** What is shown; `null` while nothing is. */
  const shown = () => {
    const known = $known.get();
    return known.state === 'ready' ? known : null;
  };

  /** Reads behind what is shown, which stays while that takes, and if it fails. `late`: the answer was dropped. */
  async function reload(): Promise<Reading<Shown>['state'] | 'late'> {
    version += 1;
    const mine = version;
    const reading = await read();
    if (version !== mine) return 'late';
    if (reading.state === 'done') $known.set({ ...reading.value, state: 'ready' });
    else if (reading.state === 'failed' && !shown()) $known.set({ state: 'failed', message: reading.message });
    return reading.state;
  }

  return {
    $known,
    shown,
    reload,
    /** Reads in sight of the visitor: first, or again after a failure. */
    async load(): Promise<void> {
      $known.set({ state: 'loading' });
      await reload();
    },
    set(value: Shown): void {
      version += 1;
      $known.set({ ...value, state: 'ready' });
    },
    /** Changes what is shown, and still waits for the answer that is on its way. */
    amend(change: Partial<Shown>): void {
      const now = shown();
      if (now) $known.set({ ...now, ...change });
    },
    /** Takes away what is shown: the question that failed was another one. */
    fail: (): void => $known.set({ state: 'failed' }),
  };
}
