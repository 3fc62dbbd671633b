import type { Store } from '#server/storage/port';
import { forgetLater } from '../api.ts';

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
  const step =
    <Args extends unknown[], Answer>(run: (...args: Args) => Promise<Answer>) =>
    async (...args: Args): Promise<Answer> => {
      steps += 1;
      if (lands(steps - 1)) return await run(...args);
      setTimeout(() => death.resolve('dead'), lingersMs);
      return await new Promise<never>(() => undefined);
    };
  for (const store of stores) {
    const { get, create, replace, put, delete: remove, list } = store;
    const mortal = { get: step(get), create: step(create), replace: step(replace), put: step(put) };
    Object.assign(store, { ...mortal, delete: step(remove), list: step(list) });
  }
  const outcome = await Promise.race([work(), death.promise]).finally(() => {
    for (const [index, store] of stores.entries()) Object.assign(store, living[index]);
  });
  if (outcome === 'dead') forgetLater();
  return outcome;
}
