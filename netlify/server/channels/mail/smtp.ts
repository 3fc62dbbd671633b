import type { SendMailOptions } from 'nodemailer';
import * as z from 'zod/mini';
import { SECOND } from '#lib/time/units';
import { leadReference } from '#server/leads/lead-id';
import type { ChannelEnvironment } from '#server/news/channel';
import type { Attempt, Send } from '#server/outbox/delivery';
import { hostOf, type Mailbox, mayReachOut, readMailbox, type Site } from '#server/site';
import type { Message } from './letter.ts';

export interface MailAccount {
  /** `smtp://` or `smtps://`, with user name and password. */
  readonly url: string;
  readonly owner: Mailbox;
  readonly site: Site;
}

/** The account that sends; `null` if no mail may go out. */
export function readSmtpSettings({
  env,
  context,
  site,
}: Pick<ChannelEnvironment, 'env' | 'context' | 'site'>): MailAccount | null {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: owner } = env;
  return url && from && owner && mayReachOut(context) ? { url, owner: readMailbox(owner), site } : null;
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
 * Sends each message over its own connection. The Message-ID depends only on the key and the site's host, so that mail
 * programs show a repeated message once.
 */
export function smtpSender(account: MailAccount): Send<Message> {
  return async (key, mail, signal) => await send(account, { ...toMail(account, key, mail), signal });
}

/** Mails the owner at once, without the outbox. */
export async function mailOwner({ url, owner, site }: MailAccount, subject: string, text: string): Promise<Attempt> {
  return await send({ url }, { from: site.from, to: owner, subject, text });
}

async function send({ url }: Pick<MailAccount, 'url'>, mail: SendMailOptions): Promise<Attempt> {
  // Loaded only to send, so that a booking does not wait for the import.
  const { createTransport } = await import('nodemailer');
  try {
    await createTransport({ ...timeouts, requireTLS: needsTls(url), url }).sendMail(mail);
    return 'sent';
  } catch (error) {
    return failureOf(error);
  }
}

/** Passwords need TLS, except on this machine. `?requireTLS=false` in the address overrides it. */
export function needsTls(url: string): boolean {
  const { username, hostname } = new URL(url);
  return username !== '' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function toMail(
  { owner, site }: MailAccount,
  key: string,
  { message, createdAt }: Parameters<Send<Message>>[1],
): SendMailOptions {
  const host = hostOf(site);
  const resolved = (mailbox: 'owner' | Mailbox) => (mailbox === 'owner' ? owner : mailbox);
  const { invitation, subject, text, html } = message;
  return {
    from: site.from,
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
