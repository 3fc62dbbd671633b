import type { Store } from '#server/storage/port';
import { wrapped } from './memory-store.ts';

/**
 * Runs the work in a process that dies at the first step that does not land, numbered from 0. Other running steps have
 * `lingersMs` to land. Then nobody is answered.
 */
export async function mortally<Result>(
  stores: readonly Store[],
  lands: (index: number) => boolean,
  { lingersMs }: { readonly lingersMs: number },
  work: () => Promise<Result>,
): Promise<Result | 'dead'> {
  const death = Promise.withResolvers<'dead'>();
  let steps = 0;
  const living = stores.map((store) => ({ ...store }));
  for (const store of stores) {
    const mortal = wrapped(store, (call) => async (...args) => {
      steps += 1;
      if (lands(steps - 1)) return await call(...args);
      setTimeout(() => death.resolve('dead'), lingersMs);
      return await new Promise<never>(() => undefined);
    });
    Object.assign(store, mortal);
  }
  return await Promise.race([work(), death.promise]).finally(() => {
    for (const [index, store] of stores.entries()) Object.assign(store, living[index]);
  });
}
