/** A refusal in Google's words. The driver reads only the status and `reason`. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`Google refuses: ${status} ${JSON.stringify(body)}`);
    this.status = status;
    this.body = body;
  }
}

/** An error of the Calendar API (https://developers.google.com/workspace/calendar/api/guides/errors). */
function apiRefusal(status: number, reason: string, message: string, domain = 'global'): Refusal {
  return new Refusal(status, { error: { code: status, message, errors: [{ domain, reason, message }] } });
}

/** An error of the token endpoint (RFC 6749, 5.2). */
export function tokenRefusal(status: number, error: string, description: string): Refusal {
  return new Refusal(status, { error, error_description: description });
}

export const invalid = (message: string): Refusal => apiRefusal(400, 'invalid', message);
export const required = (message: string): Refusal => apiRefusal(400, 'required', message);
export const notFound = (): Refusal => apiRefusal(404, 'notFound', 'Not Found');
export const deleted = (): Refusal => apiRefusal(410, 'deleted', 'Resource has been deleted');
export const duplicate = (): Refusal => apiRefusal(409, 'duplicate', 'The requested identifier already exists.');
export const emptyRange = (): Refusal => apiRefusal(400, 'timeRangeEmpty', 'The specified time range is empty.');
export const badCredentials = (): Refusal => apiRefusal(401, 'authError', 'Invalid Credentials');
export const tooFewScopes = (): Refusal => apiRefusal(403, 'insufficientPermissions', 'Insufficient scopes.');
export const noInvitations = (): Refusal =>
  apiRefusal(403, 'forbiddenForServiceAccounts', 'Service accounts cannot invite attendees.', 'calendar');

export type GoogleCall = 'authorize' | 'token' | 'create' | 'insert' | 'patch' | 'get' | 'delete' | 'list' | 'freeBusy';

/** The answers of some faults. */
const answers = {
  rateLimit: () => apiRefusal(403, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'),
  userRateLimit: () => apiRefusal(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded', 'usageLimits'),
  quota: () => apiRefusal(403, 'quotaExceeded', 'Calendar usage limits exceeded.', 'usageLimits'),
  tooMany: () => apiRefusal(429, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'),
  forbidden: () => apiRefusal(403, 'forbidden', 'Forbidden'),
  error500: () => apiRefusal(500, 'backendError', 'Backend Error'),
  error503: () => new Refusal(503, '<html><title>Error 503 (Service Unavailable)</title></html>'),
} satisfies Record<string, () => Refusal>;

/** `…After` does the work and loses the answer. `late` cuts the connection; `land()` does the work. */
export type Fault =
  | keyof typeof answers
  | 'error500After'
  | 'hang'
  | 'hangAfter'
  | 'cut'
  | 'cutAfter'
  | 'late'
  | 'garbage';

export const refusalOf = (fault: Fault): Refusal | null => (fault in answers ? answers[fault as 'quota']() : null);

export class Faults {
  /** Asked first for every call, for random tests. */
  decide: (call: GoogleCall) => Fault | null = () => null;
  #planned: { readonly call: GoogleCall; readonly fault: Fault }[] = [];

  /** The next `times` calls of that kind meet the fault, after those planned before. */
  next(call: GoogleCall, fault: Fault, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#planned.push({ call, fault });
  }

  clear(): void {
    this.#planned = [];
    this.decide = () => null;
  }

  /** Takes the fault of this call. */
  take(call: GoogleCall): Fault | null {
    const decided = this.decide(call);
    if (decided) return decided;
    const index = this.#planned.findIndex((planned) => planned.call === call);
    return this.#planned.splice(index, index < 0 ? 0 : 1)[0]?.fault ?? null;
  }
}
