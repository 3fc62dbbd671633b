/** Writes a surprise to the function's log, with its cause. Never anything that a visitor typed. */
export function logSurprise(request: Request, error: unknown): void {
  console.error(`${request.method} ${new URL(request.url).pathname}`, error);
}
