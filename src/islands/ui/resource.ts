import { atom, type ReadableAtom } from 'nanostores';

/** A store as a page sees it: it reads the atoms, and changes them by the store's actions only. */
export type ReadOnly<Store> = {
  readonly [Name in keyof Store]: Store[Name] extends ReadableAtom<infer Value>
    ? ReadableAtom<Value>
    : Store[Name] extends (...given: never) => unknown
      ? Store[Name]
      : ReadOnly<Store[Name]>;
};

/** The state of data from the server. */
export type Known<Shown extends object> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed' }
  | ({ readonly state: 'ready' } & Shown);

/** The result of a reading. `signed-out`: the page is about to go, so nothing changes on it. */
type Reading<Shown> = { readonly state: 'done'; readonly value: Shown } | { readonly state: 'failed' | 'signed-out' };

/** Data that `read` loads; `read` never rejects. An answer after a later question or change (`set`) is dropped. */
export function createResource<Shown extends object>(read: () => Promise<Reading<Shown>>) {
  const $known = atom<Known<Shown>>({ state: 'loading' });
  let version = 0;

  /** The shown data, or `null`. */
  const shown = () => {
    const known = $known.get();
    return known.state === 'ready' ? known : null;
  };

  /** Reads again. The shown data stays meanwhile, and if it fails. `late`: the answer was dropped. */
  async function reload(): Promise<Reading<Shown>['state'] | 'late'> {
    version += 1;
    const mine = version;
    const reading = await read();
    if (version !== mine) return 'late';
    if (reading.state === 'done') $known.set({ ...reading.value, state: 'ready' });
    else if (reading.state === 'failed' && !shown()) $known.set({ state: 'failed' });
    return reading.state;
  }

  return {
    $known,
    shown,
    reload,
    /** Reads with a loading state: first, or after a failure. */
    async load(): Promise<void> {
      $known.set({ state: 'loading' });
      await reload();
    },
    set(value: Shown): void {
      version += 1;
      $known.set({ ...value, state: 'ready' });
    },
    /** Changes the shown data without dropping the answer on its way. */
    amend(change: Partial<Shown>): void {
      const now = shown();
      if (now) $known.set({ ...now, ...change });
    },
    /** Removes the shown data: the failed question was another one. */
    fail: (): void => $known.set({ state: 'failed' }),
  };
}
