import type { SendMailOptions } from 'nodemailer';
import * as z from 'zod/mini';
import { business } from '#business';
import type { Variables } from '#server/env';
import { leadReference } from '#server/leads/lead';
import type { Attempt, Send } from './delivery.ts';
import { hostOf, type Mailbox, type MailSite, readMailbox } from './letter.ts';

/** Where mails say they come from, and how they are sent; `send` is `null` where none are. */
export function mailSettings(env: Variables, context: string): { site: MailSite; send: Send | null } {
  const { SMTP_URL: url, MAIL_FROM: from, MAIL_TO: owner } = env;
  const origin = siteOrigin(env);
  const nobody = { name: business.name, address: `visits@${new URL(origin).hostname}` };
  const site = { origin, from: from ? readMailbox(from) : nobody };
  if (!url || !from || !owner || !mayReachOut(context)) return { site, send: null };
  return { site, send: smtpSender({ url, from: site.from, owner: readMailbox(owner) }, hostOf(site)) };
}

/**
 * The variables reach previews and branch deploys too, so only the live site and a developer's own machine
 * mail, or tell anybody in another way: nobody's trial may write to a customer.
 */
export function mayReachOut(context: string): boolean {
  return context === 'production' || context === 'dev';
}

/** The site's own address, else the one that Netlify gave it (`URL`, set where functions run), else the local host's. */
export function siteOrigin(env: Variables): string {
  const { SITE_URL: own, URL: given, PORT: port = '8888' } = env;
  const address = [own, given].find((text) => text && URL.canParse(text)) ?? `http://localhost:${port}`;
  return new URL(address).origin;
}

/** Through which server, in whose name and to which owner the site mails. */
export interface MailAccount {
  /** `smtp://` or `smtps://`, with the user's name and password. */
  readonly url: string;
  readonly from: Mailbox;
  readonly owner: Mailbox;
}

const SECOND = 1000;
/** How long to wait for the server's name, for the connection and for its greeting, and for each answer. */
const timeouts = {
  dnsTimeout: 4 * SECOND,
  connectionTimeout: 5 * SECOND,
  greetingTimeout: 5 * SECOND,
  socketTimeout: 8 * SECOND,
  socketCloseTimeout: SECOND,
};

/**
 * Sends through the account's SMTP server, with a connection of its own for each message. `host` names the site in the
 * Message-ID, which belongs to the outbox key: should a message be sent twice because its sender died between the
 * server's 250 and our note of it, mail programs show one.
 */
export function smtpSender(account: MailAccount, host: string): Send {
  return async (key, mail, signal) => {
    // Loaded when there is something to send: a visitor's booking does not wait for it.
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

/** A password is not sent in the clear, save to this machine. `?requireTLS=false` in the address overrides it. */
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
    // When it was written, not when it got through: mail programs then show in their order what is told of a visit.
    date: new Date(createdAt),
    messageId: `<${key.replaceAll('/', '.')}@${host}>`,
    references: `<lead.${leadReference(message.lead)}@${host}>`,
    // No holiday notice answers a machine (RFC 3834, 5).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** What nodemailer tells of a failure. */
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

function kindOf({
  code,
  originalCode,
  command,
  responseCode,
  timeoutType,
}: Failure): 'refused' | 'later' | 'unreachable' {
  if (command === 'RCPT TO' && responseCode !== undefined && speaksOfRecipient(responseCode)) return 'refused';
  const isTimedOut = timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT';
  const isNotReached = [code, originalCode].some((name) => name !== undefined && NOT_REACHED.includes(name));
  return isTimedOut || isNotReached ? 'unreachable' : 'later';
}

/** 5xx is for good (RFC 5321, 4.2.1), but 503 and 530 are about us: out of turn, or not signed in. */
function speaksOfRecipient(responseCode: number): boolean {
  return responseCode >= 500 && responseCode !== 503 && responseCode !== 530;
}
