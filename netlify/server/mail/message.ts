import * as z from 'zod/mini';
import { easternDayAndTime } from '#lib/eastern-time';
import { isNamePart, nameInLetters } from '#lib/person-name';
import { type Interval, toSlot } from '#server/slots/times';

/** A person's name and mail address; apart, so that nothing in the name can become an address. */
export const Mailbox = z.object({ name: z.string(), address: z.string() });
export type Mailbox = z.infer<typeof Mailbox>;

/** A mail as it waits in the outbox: rendered, so that it says what was true when it was written. */
export const Message = z.object({
  /** The owner's address is looked up when the mail is sent, so that a mended one counts. */
  to: z.union([z.literal('owner'), Mailbox]),
  /** Whom an answer reaches. */
  replyTo: z.union([z.literal('owner'), Mailbox]),
  /** The lead: mail programs show together what concerns one. */
  lead: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  /** An iCalendar object and its METHOD (RFC 6047, 2.4). */
  invitation: z.optional(z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() })),
});
export type Message = z.infer<typeof Message>;

/** Reads `Sunhaven <hello@example.com>` or a bare address, as the environment's schema lets through. */
export function readMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return { name: name.replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

/** What a mail must know of the site that sends it. */
export interface MailSite {
  /** The origin that links begin with. */
  readonly origin: string;
  /** In whose name it mails. */
  readonly from: Mailbox;
}

/** The site's host: the second half of ids that must be unlike all others'. */
export function hostOf(site: MailSite): string {
  return new URL(site.origin).hostname;
}

/** `Tuesday, December 1 at 10:30 AM ET` */
export function whenOf(interval: Interval): string {
  return `${easternDayAndTime(toSlot(interval).start)} ET`;
}

/** One line for a header: no control or invisible characters (which also turn the direction of what follows). */
export function oneLine(text: string, max = 150): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
}

/** The lines of a longer text, without the marks that turn the direction of what follows. */
export function linesOf(text: string): string[] {
  return text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '').split(/\r\n?|\n/);
}

/** The first name to greet somebody by, or `null` when what they typed is no name. */
export function firstName(name: string): string | null {
  const [first = ''] = oneLine(name).split(' ');
  return isNamePart(first) ? first : null;
}

/** A name for the address line of a mail: the whole name if every part of it is one. */
export function addressName(name: string): string {
  return nameInLetters(oneLine(name));
}
