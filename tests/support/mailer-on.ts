import { createMailer, type Mailer, type MailerOptions } from '#server/mail/mailer';
import type { OpenStore } from './stores/interleave.ts';

export const mailSite = {
  origin: 'https://www.example.com',
  from: { name: 'Larkspur', address: 'hello@example.com' },
};

/** Where nothing may go wrong. */
export function failingLog(line: string, error?: unknown): void {
  throw new Error(line, { cause: error });
}

/** A mailer over these stores, as each call of a function has one: without a mail server and without chance, unless given. */
export function mailerOn(
  open: OpenStore,
  given: Partial<Omit<MailerOptions, 'now'>> & { readonly now: number | (() => number) },
): Mailer {
  const { now } = given;
  return createMailer({
    leads: open('leads'),
    auth: open('auth'),
    limits: open('limits'),
    visits: { invites: () => false },
    site: mailSite,
    send: null,
    random: () => 0,
    log: failingLog,
    ...given,
    now: typeof now === 'number' ? () => now : now,
  });
}
