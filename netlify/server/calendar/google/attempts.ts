import { setTimeout as wait } from 'node:timers/promises';
import { CalendarError } from '../port.ts';

/** What varies between the real site and a test. Times are in milliseconds. */
export interface Surroundings {
  /** Since the epoch. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** How long one call may take: a server that hangs is asked again. */
  readonly callMostMs: number;
}

export const realSurroundings: Surroundings = {
  now: Date.now,
  sleep: (ms) => wait(ms),
  random: Math.random,
  callMostMs: 4000,
};

/** One call that failed. */
export class Failure extends Error {
  override readonly name = 'Failure';
  /** Whether asking again may help. */
  readonly passes: boolean;
  /** Whether Google may have done what it was asked for all the same. */
  readonly mayBeDone: boolean;

  constructor(message: string, { passes, mayBeDone }: { passes: boolean; mayBeDone: boolean }) {
    super(message);
    this.passes = passes;
    this.mayBeDone = mayBeDone;
  }
}

/**
 * Runs the call until it succeeds, with growing pauses after failures that pass, and never beyond `giveUpAt`. Throws
 * `CalendarError`. A definite no is believed only when no earlier call was left in the dark: what that one did, the no
 * does not tell.
 */
export async function persist<Answer>(
  run: (signal: AbortSignal) => Promise<Answer>,
  giveUpAt: number,
  { now, sleep, random, callMostMs }: Surroundings,
): Promise<Answer> {
  let sent = false;
  for (let tries = 0; ; tries += 1) {
    const left = giveUpAt - now();
    if (left <= 0) throw new CalendarError('No time was left to ask Google', { kind: 'silent', sent });
    try {
      return await run(AbortSignal.timeout(Math.min(left, callMostMs)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      sent ||= error.mayBeDone;
      const pause = pauseAfter(tries, random());
      const isRefused = !error.passes && !sent;
      if (!error.passes || now() + pause >= giveUpAt) {
        throw new CalendarError(error.message, { kind: isRefused ? 'refused' : 'silent', sent });
      }
      await sleep(pause);
    }
  }
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4000;

/** Doubled after each try and cut by chance by up to a half, so that many who failed at once do not come back at once. */
function pauseAfter(tries: number, chance: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS) * (1 - chance / 2);
}
