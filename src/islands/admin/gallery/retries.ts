import { isApiError, isUnanswered } from '#islands/ui/api-client.ts';
import type { Environment } from '#islands/ui/environment.ts';

/** ms before each new try: five tries in all. */
export const RETRY_DELAYS = [0, 1000, 3000, 5000] as const;

/** Of the 4xx these may pass: too slow, taken for a moment, a teapot, locked, too often. */
const RETRIED_4XX = new Set([408, 409, 418, 423, 429]);

/** Whether an answer with that status may be another one next time; 0 is no answer at all. */
export function isRetried(status: number): boolean {
  if (status === 0 || RETRIED_4XX.has(status)) return true;
  return status >= 500 && status !== 501 && status !== 505;
}

/**
 * Runs the work, and again where that may help. While the browser is offline it waits, however long, and counts nothing.
 * Rejects with the error of the last try, or with the signal's reason.
 */
export async function persistently<T>(
  work: () => Promise<T>,
  { wait, isOnline, backOnline }: Pick<Environment, 'wait' | 'isOnline' | 'backOnline'>,
  signal: AbortSignal,
): Promise<T> {
  for (let failures = 0; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const delay = RETRY_DELAYS[failures];
      if (!mayHelp(error)) throw error;
      if (!isOnline()) {
        await orAborted(backOnline(), signal);
        failures = -1;
      } else if (delay === undefined) throw error;
      else await orAborted(wait(delay), signal);
    }
  }
}

const mayHelp = (error: unknown) => (isApiError(error) ? isRetried(error.status) : isUnanswered(error));

/** The promise, unless the signal comes first; then its reason. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  let giveUp = () => {};
  const aborted = new Promise<never>((_, reject) => {
    giveUp = () => reject(signal.reason);
    signal.addEventListener('abort', giveUp);
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
