import { loggedPath } from '#lib/logged-path';
import type { Message } from '#server/mail/letter';

/**
 * Writes to the function's log what nobody expected, with its cause. Never anything that a visitor typed, and of the
 * address of a visit or a lead not the part that names it.
 */
export function logUnexpected(request: Request, error: unknown): void {
  console.error(`${request.method} ${loggedPath(request.url)}`, error);
}

/** Writes a failure that the visitor need not know of: what was done went well without it. */
export function logHandled(what: string, error: unknown): void {
  console.error(`${what} failed`, error);
}

/** Writes a line for whoever looks after the site. Never anything that a visitor typed. */
export function logLine(line: string, error?: unknown): void {
  if (error === undefined) console.warn(line);
  else console.error(line, error);
}

/** On the local host without a mail server: the mail that would have been sent. */
export function showMail({ to, subject, text }: Pick<Message, 'to' | 'subject' | 'text'>): void {
  const recipient = to === 'owner' ? 'the owner' : to.address;
  console.log(`Mail, kept in the outbox\nTo: ${recipient}\nSubject: ${subject}\n\n${text}`);
}
