import type { Context } from '@netlify/functions';
import { logHandled } from './log.ts';
import { empty, json } from './answers.ts';
import { type Services, servicesFor } from './services.ts';

/** The steps of a scheduled function, by their names in the log. */
type Steps = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Makes a scheduled function of steps. Runs each of them, although another one fails. Logs a failed step, and answers 500
 * and its name; else 204. `now` in ms.
 */
export function scheduled(stepsOf: (services: Services, now: number) => Steps) {
  return async (_request: Request, context: Context): Promise<Response> => {
    const services = servicesFor(context);
    const failed: string[] = [];
    for (const [name, step] of Object.entries(stepsOf(services, services.now()))) {
      try {
        await step();
      } catch (error) {
        logHandled(name, error);
        failed.push(name);
      }
    }
    return failed.length > 0 ? json(500, { failed }) : empty();
  };
}
