import { MailServer } from '#tests/support/mail-server';
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

/** The subjects of somebody's mails in the order of the alphabet: what is sent at the same time may come in either order. */
export const subjectsTo = (server: MailServer, address: string) =>
  server.received
    .filter(({ to }) => to.includes(address))
    .map(({ mail }) => mail.subject ?? '')
    .toSorted();
