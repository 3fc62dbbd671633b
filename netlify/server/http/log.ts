/**
 * Writes a surprise to the function's log, with its cause. Never anything that a visitor typed, and of a visit's
 * address not the part that is its key.
 */
export function logSurprise(request: Request, error: unknown): void {
  const path = new URL(request.url).pathname.replace(/^(\/visit\/).+/, '$1...');
  console.error(`${request.method} ${path}`, error);
}

/** Writes a failure that the visitor need not know of: what was done went well without it. */
export function logFailure(what: string, error: unknown): void {
  console.error(`${what} failed`, error);
}
