import type { Outcome } from './attempt.ts';

/** Calls under way at once: quick for a handful, gentle with hundreds. */
const AT_ONCE = 4;

export interface Tally<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly Item[];
  /** What the server said first, if it said anything. */
  readonly said: string | undefined;
  readonly signedOut: boolean;
}

/** Does the work for each item, a few at once, and counts; one failure does not stop the others, an ended session does. */
export async function forEach<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome<unknown>>,
): Promise<Tally<Item>> {
  const waiting = [...items];
  const done: Item[] = [];
  const failed: Item[] = [];
  let said: string | undefined;
  let signedOut = false;

  async function workThrough(): Promise<void> {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      const outcome: Outcome<unknown> = signedOut ? { state: 'signed-out' } : await work(item);
      (outcome.state === 'done' ? done : failed).push(item);
      if (outcome.state === 'failed') said ??= outcome.said;
      signedOut ||= outcome.state === 'signed-out';
    }
  }

  await Promise.all(Array.from({ length: AT_ONCE }, workThrough));
  return { done, failed, said, signedOut };
}
