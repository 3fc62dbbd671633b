import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod/mini';
import { CalendarError } from '../calendar.ts';
import type { GoogleAccess } from './settings.ts';

export interface Answer {
  readonly status: number;
  readonly data: unknown;
}

export class Failure extends Error {
  override readonly name = 'Failure';
  /** True if a retry may help. */
  readonly isTransient: boolean;
  /** True if Google may have carried out the call anyway. */
  readonly mayBeDone: boolean;

  constructor(message: string, { isTransient = false, mayBeDone = false } = {}) {
    super(message);
    this.isTransient = isTransient;
    this.mayBeDone = mayBeDone;
  }
}

const ApiProblem = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });

/** The reason of a refusal, such as `rateLimitExceeded`, or `''`. */
export function reasonOf({ data }: Answer): string {
  const problem = ApiProblem.safeParse(data);
  return problem.success ? (problem.data.error.errors[0]?.reason ?? '') : '';
}

const limits = new Set(['rateLimitExceeded', 'userRateLimitExceeded']);

/** The failure for an answer of the Calendar API. Its message holds nothing that a visitor typed. */
export function failureOf(answer: Answer, mayChange: boolean): Failure {
  const { status } = answer;
  const reason = reasonOf(answer);
  const what = `Google answered ${status} ${reason}`.trim();
  if (status === 429 || (status === 403 && limits.has(reason))) return new Failure(what, { isTransient: true });
  if (status < 400 || status === 408 || status >= 500) {
    return new Failure(what, { isTransient: true, mayBeDone: mayChange });
  }
  return status === 404 ? calendarUnknown(what) : new Failure(what);
}

/** Google does not know the calendar, or hides it from us. Retries do not help. */
export function calendarUnknown(what: string): Failure {
  return new Failure(`${what}. Does GOOGLE_CALENDAR_ID name a calendar that is shared with this account?`);
}

const Caused = z.object({ code: z.optional(z.unknown()), cause: z.optional(z.unknown()) });

const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function unanswered(error: unknown, mayChange: boolean): Failure {
  const codes = codesOf(error);
  const why = codes[0] ?? (error instanceof Error ? error.name : 'unknown');
  const mayBeDone = mayChange && !codes.some((code) => unsent.has(code));
  return new Failure(`Google did not answer (${why})`, { isTransient: true, mayBeDone });
}

function codesOf(error: unknown): string[] {
  const parsed = Caused.safeParse(error);
  if (!parsed.success) return [];
  const { code, cause } = parsed.data;
  return [...codesOf(cause), ...(typeof code === 'string' ? [code] : [])];
}

/** Google refuses the site's credentials. The message says how to fix that. */
export function lockedOut(why: string, access: GoogleAccess): Failure {
  const remedy =
    access.kind === 'account'
      ? 'Run `npm run google:connect` and set the variables that it prints.'
      : 'Check GOOGLE_SERVICE_ACCOUNT_EMAIL, GOOGLE_SERVICE_ACCOUNT_KEY and, with GOOGLE_IMPERSONATE, the delegation in the domain’s admin console.';
  return new Failure(`Google does not let the site into the calendar (${why}). ${remedy}`);
}

export interface Environment {
  now(): number;
  sleep(ms: number): Promise<void>;
  /** From 0 up to, not including, 1. */
  random(): number;
  /** Limit for one call, in ms, after which a hanging server is asked again. */
  readonly callTimeoutMs: number;
  /** Rejects with a `TimeoutError` when its signal times out. */
  readonly fetch: typeof fetch;
}

export const realEnvironment: Environment = {
  now: Date.now,
  sleep: (ms) => wait(ms),
  random: Math.random,
  callTimeoutMs: 4000,
  fetch,
};

/**
 * Retries until `deadline` (ms since the epoch), then throws `CalendarError`. If an earlier call may have been carried
 * out, a later refusal is `outcomeUnknown`.
 */
export async function retryUntil<Result>(
  deadline: number,
  run: (signal: AbortSignal) => Promise<Result>,
  { now, sleep, random, callTimeoutMs }: Environment,
): Promise<Result> {
  let mayBeDone = false;
  for (let tries = 0; ; tries += 1) {
    const left = deadline - now();
    const inVain = mayBeDone ? 'outcomeUnknown' : 'unavailable';
    if (left <= 0) throw new CalendarError('No time was left to ask Google', inVain);
    try {
      return await run(AbortSignal.timeout(Math.min(left, callTimeoutMs)));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      mayBeDone ||= error.mayBeDone;
      // Random, so that parallel failures do not retry together.
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** tries, MAX_PAUSE_MS) * (1 - random() / 2);
      if (!error.isTransient || now() + pause >= deadline) {
        const kind = error.isTransient ? 'unavailable' : 'refused';
        throw new CalendarError(error.message, mayBeDone ? 'outcomeUnknown' : kind);
      }
      await sleep(pause);
    }
  }
}

const FIRST_PAUSE_MS = 300;
const MAX_PAUSE_MS = 4000;
