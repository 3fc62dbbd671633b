import { measureApi } from '../support/api-uses.ts';

/** What a call of the platform's storage takes, in ms: a local database hides that. */
const STORAGE_MS = 30;

/** ms until the answer, in a process that has answered before. */
const REACH: Readonly<Record<string, number>> = {
  'availability, warm': 70,
  'request, warm': 160,
  'booking, warm': 350,
  'leads, warm': 120,
};

/**
 * Prints what each call of the API asks of storage: how many calls, how many of them wait for one another, how many come
 * after the answer, and how long the answer takes over a store that takes 30 ms a call. `npm test` keeps the counts.
 */
export async function printCalls({ isDetailed }: { readonly isDetailed: boolean }): Promise<void> {
  console.log('storage calls of           before the answer   in a row   after it        ms');
  for (const { what, calls, chain, after, ms } of await measureApi(STORAGE_MS)) {
    const reach = REACH[what];
    const verdict = reach === undefined ? '' : `of ${reach} ms${ms > reach ? '  TOO MUCH' : ''}`;
    const figures = [calls.length, chain, after.length].map((count, index) => String(count).padStart(index ? 11 : 18));
    console.log(`${what.padEnd(26)}${figures.join('')}${ms.toFixed(0).padStart(10)}  ${verdict}`.trimEnd());
    if (isDetailed) for (const call of [...calls, ...after.map((one) => `after: ${one}`)]) console.log(`    ${call}`);
  }
}
