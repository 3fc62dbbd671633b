import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { vi } from 'vitest';

/** A number from 0 up to, not including, 1. */
export type Chance = () => number;

/** How many seeds, or how many times as long a run: 1, and more in `npm run test:long`. */
export const SEEDS = Number(process.env['SEEDS'] ?? 1);

/** `SEEDS` numbers from the first one. */
export const seedsFrom = (first: number): number[] => Array.from({ length: SEEDS }, (_, index) => first + index);

/** The same numbers for the same seed (mulberry32). */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<Item>(random: Chance, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from');
  return item;
}

/** The current actor, and the number of names that each has made in this run. */
const turn = { actor: -1, made: new Map<number, number>() };

function nextCount(): number {
  const count = (turn.made.get(turn.actor) ?? 0) + 1;
  turn.made.set(turn.actor, count);
  return count;
}

function nextName(): string {
  return `${String(turn.actor + 1).padStart(4, '0')}${String(nextCount()).padStart(8, '0')}`;
}

/** Sets the actor that makes names. */
export function beginTurn(actor: number): void {
  turn.actor = actor;
}

/** Starts names anew. Until a turn begins they belong to nobody. */
export function forgetNames(): void {
  turn.actor = -1;
  turn.made.clear();
}

/** Does the work with a stopped clock, and with names that tell their maker instead of random ones. */
export async function withoutChance<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const { randomUUID, randomBytes, randomInt } = crypto;
  const isClockOurs = !vi.isFakeTimers();
  if (isClockOurs) vi.useFakeTimers({ toFake: ['Date'] });
  Object.assign(crypto, {
    randomUUID: () => `00000000-0000-4000-8000-${nextName()}`,
    randomBytes: (size: number) => Buffer.alloc(size, nextName()),
    // The same for all, so that they collide.
    randomInt: (end: number) => nextCount() % end,
  });
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    if (isClockOurs) vi.useRealTimers();
    Object.assign(crypto, { randomUUID, randomBytes, randomInt });
    syncBuiltinESMExports();
  }
}
