import { byEasternDay } from '#lib/eastern-time';
import type { Times } from './state.ts';
import type { Surroundings } from './surroundings.ts';

/** ms between a failed read and its one repetition: long enough for a restart or a lost packet, too short to annoy. */
const RETRY_AFTER = 1000;

/**
 * Reads the open times, with one retry (specification, section 9). Never rejects: a failure is `failed`,
 * and so is an answer that brings an error. Aborting `signal` ends the request and the retry; the result is then of no use.
 */
export async function readTimes(
  { api, wait }: Pick<Surroundings, 'api' | 'wait'>,
  signal: AbortSignal,
): Promise<Times> {
  try {
    const answer = await api.availability(signal).catch(async () => {
      await wait(RETRY_AFTER);
      return api.availability(signal);
    });
    if (answer.error) return { state: 'failed' };
    if (answer.slots.length === 0) return { state: 'empty' };
    return { state: 'ready', days: byEasternDay(answer.slots) };
  } catch {
    return { state: 'failed' };
  }
}
