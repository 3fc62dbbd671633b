import * as z from 'zod/mini';
import { business } from '#business';
import type { Variables } from './env.ts';

/** A person's name and mail address, in separate fields so that a name cannot inject an address. */
export const Mailbox = z.object({ name: z.string(), address: z.string() });
export type Mailbox = z.infer<typeof Mailbox>;

/** Reads `Dealer <hello@example.com>` or a bare address. The environment's schema has checked the text. */
export function readMailbox(text: string): Mailbox {
  const [, name = '', address = text] = /^\s*(.*?)\s*<([^<>]+)>\s*$/.exec(text) ?? [];
  return { name: name.replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

/** The site's address, for links, and the sender of its mails. */
export interface Site {
  readonly origin: string;
  readonly from: Mailbox;
}

/** The site's own address, else Netlify's (`URL`, set inside functions), else the local one. */
export function siteOf(env: Variables): Site {
  const { SITE_URL: own, URL: given, PORT: port = '8888', MAIL_FROM: from } = env;
  const address = [own, given].find((text) => text && URL.canParse(text)) ?? `http://localhost:${port}`;
  const { origin, hostname } = new URL(address);
  return { origin, from: from ? readMailbox(from) : { name: business.name, address: `visits@${hostname}` } };
}

/** The site's host, which makes ids of messages and visits globally unique. */
export function hostOf({ origin }: Pick<Site, 'origin'>): string {
  return new URL(origin).hostname;
}

/** False on previews and branch deploys. They have the same variables, and a trial must not write to a customer. */
export function mayReachOut(context: string): boolean {
  return context === 'production' || context === 'dev';
}
