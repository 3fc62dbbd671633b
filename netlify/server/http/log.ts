import { loggedPath } from '#lib/logged-path';

/** Logs an unexpected error with its cause. Never logs a visitor's words or the secret part of an address. */
export function logUnexpected(request: Request, error: unknown): void {
  console.error(`${request.method} ${loggedPath(request.url)}`, error);
}

/** Logs a failure that the visitor need not know: the work succeeded without it. */
export function logHandled(what: string, error: unknown): void {
  console.error(`${what} failed`, error);
}

/** Logs a line for the site's maintainer. Never a visitor's words. */
export function logLine(line: string, error?: unknown): void {
  if (error === undefined) console.warn(line);
  else console.error(line, error);
}

/** Prints a text on the local host's console. */
export function print(text: string): void {
  console.log(text);
}
