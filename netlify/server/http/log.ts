/** Writes a surprise to the function's log, with its cause. Never anything that a visitor typed. */
export function logSurprise(request: Request, error: unknown): void {
  console.error(`${request.method} ${new URL(request.url).pathname}`, error);
}

/** Writes a failure that the visitor need not know of: what was done went well without it. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what} failed`, error);
}
