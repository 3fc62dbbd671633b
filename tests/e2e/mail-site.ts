import { type Received, MailServer } from '#tests/support/mail-server';
import { test as booking } from './booking-site.ts';
import { ownerEnv } from './gallery-site.ts';

/** Whom the site of these tests tells of everything. */
export const OWNER_ADDRESS = 'owner@example.com';

/** Every test has a mail server of its own, and its site mails through it. */
export const test = booking.extend<{ mailServer: MailServer }>({
  // Playwright reads in the first parameter what a fixture needs, so there must be one.
  mailServer: async ({ browserName: _ }, use) => {
    const server = new MailServer();
    await server.start();
    await use(server);
    await server.stop();
  },
  siteEnv: async ({ mailServer }, use) => {
    await use({
      ...ownerEnv,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'The shop <hello@example.com>',
      MAIL_TO: OWNER_ADDRESS,
    });
  },
});

/** The mails that have come for somebody. */
function mailsTo(server: MailServer, address: string): Received[] {
  return server.received.filter(({ to }) => to.includes(address));
}

/** Their subjects in the order of the alphabet: what is sent at the same time may come in either order. */
export const subjectsTo = (server: MailServer, address: string) =>
  mailsTo(server, address)
    .map(({ mail }) => mail.subject ?? '')
    .toSorted();

/** The one mail for somebody whose subject begins so. Throws when there is none, or more than one. */
export function mailTo(server: MailServer, address: string, beginning: string): Received {
  const found = mailsTo(server, address).filter(({ mail }) => mail.subject?.startsWith(beginning));
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${found.length} mails to ${address} begin with “${beginning}”`);
  return only;
}

/** The iCalendar object that a mail brings. Throws when it brings none. */
export function invitationOf({ mail }: Received): string {
  const file = mail.attachments.find(({ filename }) => filename === 'visit.ics');
  if (!file) throw new Error(`No invitation in “${mail.subject}”`);
  return typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content);
}

/** The link under a label of a mail's plain text. Throws when there is none. */
export function linkOf({ mail }: Received, label: string): string {
  const [, link] = mail.text?.split(`${label}:\n`) ?? [];
  const address = link?.split(/\s/)[0];
  if (!address) throw new Error(`No “${label}” in “${mail.subject}”`);
  return address;
}
