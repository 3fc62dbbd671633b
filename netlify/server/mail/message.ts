import * as z from 'zod/mini';

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
