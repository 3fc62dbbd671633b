import { measureApi } from '../support/api-uses.ts';

/** ms for a call of the platform's storage, which a local database hides. */
const STORAGE_MS = 30;

/** ms until the answer, in a warm process. */
const REACH: Readonly<Record<string, number>> = {
  'availability, warm': 70,
  'request, warm': 160,
  'booking, warm': 350,
  'leads, warm': 120,
};

/** Prints the storage calls of each API call, and its time with 30 ms for each. `npm test` keeps the counts. */
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
