import { apiRefusal, Refusal } from './google-refusal.ts';

/** The calls that the double knows. */
export type GoogleCall = 'authorize' | 'token' | 'insert' | 'get' | 'delete' | 'list' | 'freeBusy';

/**
 * What may go wrong with a call. Those that end in `After` do what was asked for and lose the answer; `late` cuts the
 * connection and does it only when `land()` is called: a request that wandered about on its way.
 */
export type Fault =
  | 'rateLimit'
  | 'userRateLimit'
  | 'quota'
  | 'tooMany'
  | 'forbidden'
  | 'error500'
  | 'error500After'
  | 'error503'
  | 'hang'
  | 'hangAfter'
  | 'cut'
  | 'cutAfter'
  | 'late'
  | 'garbage';

/** The answers of those faults that are answers. */
const answers: Partial<Record<Fault, () => Refusal>> = {
  rateLimit: () => apiRefusal(403, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'),
  userRateLimit: () => apiRefusal(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded', 'usageLimits'),
  quota: () => apiRefusal(403, 'quotaExceeded', 'Calendar usage limits exceeded.', 'usageLimits'),
  tooMany: () => apiRefusal(429, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'),
  forbidden: () => apiRefusal(403, 'forbidden', 'Forbidden'),
  error500: () => apiRefusal(500, 'backendError', 'Backend Error'),
  error503: () => new Refusal(503, '<html><title>Error 503 (Service Unavailable)</title></html>'),
};

export const refusalOf = (fault: Fault): Refusal | null => answers[fault]?.() ?? null;

/** Which faults the next calls meet. */
export class Faults {
  /** Asked first for every call, for a test that decides by chance. */
  decide: (call: GoogleCall) => Fault | null = () => null;
  #planned: { readonly call: GoogleCall; readonly fault: Fault }[] = [];

  /** The next `times` calls of that kind meet the fault; what was planned before comes first. */
  next(call: GoogleCall, fault: Fault, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#planned.push({ call, fault });
  }

  /** No more faults. */
  clear(): void {
    this.#planned = [];
    this.decide = () => null;
  }

  /** The fault of this call, which is used up. */
  take(call: GoogleCall): Fault | null {
    const decided = this.decide(call);
    if (decided) return decided;
    const index = this.#planned.findIndex((planned) => planned.call === call);
    return this.#planned.splice(index, index < 0 ? 0 : 1)[0]?.fault ?? null;
  }
}
