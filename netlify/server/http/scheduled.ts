import type { Context } from '@netlify/functions';
import { RESTORE } from '#server/slots/schedule';
import { isThere } from '#server/storage/port';
import { logHandled } from './log.ts';
import { empty, json } from './answers.ts';
import { type Services, servicesFor } from './services.ts';

/** The steps of a scheduled function, by their names in the log. */
type Steps = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Makes a scheduled function of steps. Runs each of them, although another one fails. Logs a failed step, and answers 500
 * and its name; else 204. Does nothing during a restore, or if nobody can tell. `now` in ms.
 */
export function scheduled(stepsOf: (services: Services, now: number) => Steps) {
  return async (_request: Request, context: Context): Promise<Response> => {
    const services = await servicesFor(context);
    const failed: string[] = [];
    const run = async (name: string, step: Steps[string]) => {
      try {
        return await step();
      } catch (error) {
        logHandled(name, error);
        failed.push(name);
        return null;
      }
    };
    // Half of the records are there: to a sweep, what belongs to the other half is nobody's.
    const isRestoring = await run('Looking for a restore', () => isThere(services.slots, RESTORE));
    if (isRestoring) services.log('A restore has not ended: the scheduled functions wait.');
    if (isRestoring === false)
      for (const [name, step] of Object.entries(stepsOf(services, services.now()))) await run(name, step);
    return failed.length > 0 ? json(500, { failed }) : empty();
  };
}
