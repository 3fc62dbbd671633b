import type { Mailbox } from '../message.ts';

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
