import { apiRefusal, Refusal } from './google-refusal.ts';

export type GoogleCall = 'authorize' | 'token' | 'insert' | 'patch' | 'get' | 'delete' | 'list' | 'freeBusy';

/** `…After` does the work and loses the answer. `late` cuts the connection; `land()` does the work. */
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

/** The answers of some faults. */
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
