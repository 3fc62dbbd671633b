import pMap from 'p-map';
import type { Outcome } from './sign-in/session.ts';

/** Quick for a few items, gentle with hundreds. */
const MAX_CALLS_AT_ONCE = 4;

interface Tally<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly Item[];
  readonly serverMessage: string | undefined;
  readonly signedOut: boolean;
}

/** Does the work for each item, a few at once. Goes on after a failure, but not after the session's end. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome<unknown>>,
): Promise<Tally<Item>> {
  const done: Item[] = [];
  const failed: Item[] = [];
  let serverMessage: string | undefined;
  let signedOut = false;
  const workOn = async (item: Item) => {
    const outcome: Outcome<unknown> = signedOut ? { state: 'signed-out' } : await work(item);
    (outcome.state === 'done' ? done : failed).push(item);
    if (outcome.state === 'failed') serverMessage ??= outcome.serverMessage;
    signedOut ||= outcome.state === 'signed-out';
  };
  await pMap(items, workOn, { concurrency: MAX_CALLS_AT_ONCE });
  return { done, failed, serverMessage, signedOut };
}
