import * as z from 'zod/mini';
import { Failure } from './attempts.ts';
import type { GoogleAccess } from './settings.ts';

/** What an answer brought. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
}

const ApiProblem = z.object({ error: z.object({ errors: z.array(z.object({ reason: z.string() })) }) });

/** The reason of a refusal, such as `rateLimitExceeded`; `''` where none is given. */
export function reasonOf({ data }: Answer): string {
  const problem = ApiProblem.safeParse(data);
  return problem.success ? (problem.data.error.errors[0]?.reason ?? '') : '';
}

const limits = new Set(['rateLimitExceeded', 'userRateLimitExceeded']);

/**
 * The failure that an answer of the Calendar API stands for. Its sentence names the status and Google's reason, and
 * nothing that a visitor typed.
 */
export function failureOf(answer: Answer, changes: boolean): Failure {
  const { status } = answer;
  const reason = reasonOf(answer);
  const what = `Google answered ${status} ${reason}`.trim();
  if (status === 429 || (status === 403 && limits.has(reason)))
    return new Failure(what, { passes: true, mayBeDone: false });
  if (status < 400 || status === 408 || status >= 500) return new Failure(what, { passes: true, mayBeDone: changes });
  return status === 404 ? calendarUnknown(what) : new Failure(what, { passes: false, mayBeDone: false });
}

/** Google knows no such calendar, or does not show it to us: it stays so until somebody mends it. */
export function calendarUnknown(what: string): Failure {
  const hint = 'Does GOOGLE_CALENDAR_ID name a calendar that is shared with this account?';
  return new Failure(`${what}. ${hint}`, { passes: false, mayBeDone: false });
}

const Caused = z.object({ code: z.optional(z.unknown()), cause: z.optional(z.unknown()) });

/** Codes of connections that never came about: nothing was sent. */
const unsent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The failure of a call that brought no answer. */
export function silenceOf(error: unknown, changes: boolean): Failure {
  const codes = codesOf(error);
  const why = codes[0] ?? (error instanceof Error ? error.name : 'unknown');
  const mayBeDone = changes && !codes.some((code) => unsent.has(code));
  return new Failure(`Google did not answer (${why})`, { passes: true, mayBeDone });
}

function codesOf(error: unknown): string[] {
  const parsed = Caused.safeParse(error);
  if (!parsed.success) return [];
  const { code, cause } = parsed.data;
  return [...codesOf(cause), ...(typeof code === 'string' ? [code] : [])];
}

/** Google does not let us in, and will not until somebody does something about it: what, this says. */
export function lockedOut(why: string, access: GoogleAccess): Failure {
  const remedy =
    access.kind === 'account'
      ? 'Run `npm run google:connect` and set the variables that it prints.'
      : 'Check GOOGLE_SERVICE_ACCOUNT_EMAIL, GOOGLE_SERVICE_ACCOUNT_KEY and, with GOOGLE_IMPERSONATE, the delegation in the domain’s admin console.';
  const what = `Google does not let the site into the calendar (${why}). ${remedy}`;
  return new Failure(what, { passes: false, mayBeDone: false });
}
