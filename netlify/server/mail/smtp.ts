import type { SendMailOptions } from 'nodemailer';
import * as z from 'zod/mini';
import { business } from '#business';
import type { Variables } from '#server/env';
import { leadReference } from '#server/leads/lead-id';
import { SECOND } from '#lib/time/units';
import type { Attempt, Send } from './delivery.ts';
import { hostOf, type Mailbox, type MailSite, readMailbox } from './letter.ts';

/** The sender and the transport. `send` is `null` if no mail may go out. */
export function mailSettings(env: Variables, context: string): { site: MailSite; send: Send | null } {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: owner } = env;
  const origin = siteOrigin(env);
  const nobody = { name: business.name, address: `visits@${new URL(origin).hostname}` };
  const site = { origin, from: from ? readMailbox(from) : nobody };
  if (!url || !from || !owner || !mayReachOut(context)) return { site, send: null };
  return { site, send: smtpSender({ url, from: site.from, owner: readMailbox(owner) }, hostOf(site)) };
}

/** False on previews and branch deploys. They have the same variables, and a trial must not write to a customer. */
export function mayReachOut(context: string): boolean {
  return context === 'production' || context === 'dev';
}

/** The site's own address, else Netlify's (`URL`, set inside functions), else the local one. */
export function siteOrigin(env: Variables): string {
  const { SITE_URL: own, URL: given, PORT: port = '8888' } = env;
  const address = [own, given].find((text) => text && URL.canParse(text)) ?? `http://localhost:${port}`;
  return new URL(address).origin;
}

export interface MailAccount {
  /** `smtp://` or `smtps://`, with user name and password. */
  readonly url: string;
  readonly from: Mailbox;
  readonly owner: Mailbox;
}

/** In ms: for DNS, connection, greeting, answers and close. */
const timeouts = {
  dnsTimeout: 4 * SECOND,
  connectionTimeout: 5 * SECOND,
  greetingTimeout: 5 * SECOND,
  socketTimeout: 8 * SECOND,
  socketCloseTimeout: SECOND,
};

/**
 * Sends each message over its own connection. The Message-ID depends only on the key and `host`, so that mail programs
 * show a repeated message once.
 */
export function smtpSender(account: MailAccount, host: string): Send {
  return async (key, mail, signal) => {
    // Loaded only to send, so that a booking does not wait for the import.
    const { createTransport } = await import('nodemailer');
    try {
      const transport = createTransport({ ...timeouts, requireTLS: needsTls(account.url), url: account.url });
      await transport.sendMail({ ...toMail(account, host, key, mail), signal });
      return 'sent';
    } catch (error) {
      return failureOf(error);
    }
  };
}

/** Passwords need TLS, except on this machine. `?requireTLS=false` in the address overrides it. */
export function needsTls(url: string): boolean {
  const { username, hostname } = new URL(url);
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function toMail(
  account: MailAccount,
  host: string,
  key: string,
  { message, createdAt }: Parameters<Send>[1],
): SendMailOptions {
  const resolved = (mailbox: 'owner' | Mailbox) => (mailbox === 'owner' ? account.owner : mailbox);
  const { invitation, subject, text, html } = message;
  return {
    from: account.from,
    to: resolved(message.to),
    replyTo: resolved(message.replyTo),
    subject,
    text,
    html,
    ...(invitation && { icalEvent: { ...invitation, filename: 'visit.ics' } }),
    // The time of writing, not of sending: mail programs then sort the mails about a visit correctly.
    date: new Date(createdAt),
    messageId: `<${key.replaceAll('/', '.')}@${host}>`,
    references: `<lead.${leadReference(message.lead)}@${host}>`,
    // Stops out-of-office replies (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const Failure = z.object({
  code: z.optional(z.string()),
  originalCode: z.optional(z.string()),
  command: z.optional(z.string()),
  response: z.optional(z.string()),
  responseCode: z.optional(z.number()),
  timeoutType: z.optional(z.string()),
});
type Failure = z.infer<typeof Failure>;

const MAX_ERROR_LENGTH = 200;
const NOT_REACHED = ['EDNS', 'ETLS', 'EAUTH', 'ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH'];

function failureOf(error: unknown): Exclude<Attempt, 'sent'> {
  const read = Failure.safeParse(error);
  const failure: Failure = read.success ? read.data : {};
  const words = [failure.originalCode ?? failure.code ?? 'Error', failure.command, failure.response];
  return { failed: kindOf(failure), error: words.filter(Boolean).join(' ').slice(0, MAX_ERROR_LENGTH) };
}

function kindOf(failure: Failure): 'refused' | 'later' | 'unreachable' {
  const { code, originalCode, command, responseCode = 0, timeoutType } = failure;
  // 5xx is permanent (RFC 5321, 4.2.1), but 503 and 530 are our fault: wrong order or no login.
  const isPermanent = responseCode >= 500 && responseCode !== 503 && responseCode !== 530;
  if (command === 'RCPT TO' && isPermanent) return 'refused';
  const isTimedOut = timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT';
  const isNotReached = [code, originalCode].some((name) => name !== undefined && NOT_REACHED.includes(name));
  return isTimedOut || isNotReached ? 'unreachable' : 'later';
}
