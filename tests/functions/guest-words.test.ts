import { expect, test } from 'vitest';
import { googleSite } from '#tests/support/google/google-site';
import { mailServerForTests } from '#tests/support/admin-api';

const site = googleSite();
const server = mailServerForTests();

/** What a stranger would have us say to somebody. Each field holds a word that must not be read. */
const scam = {
  name: 'Win at https://evil.example',
  phone: '(407) 666-0000',
  email: 'somebody.else@example.org',
  zipCode: '31899',
  city: 'Roswell',
  address: 'Account suspended, call 407 666 0000',
  message: 'Pay at evil.example <a href="https://evil.example">now</a>',
};
/** The number and not its first digits, which ids and signatures hold now and then. */
const TYPED = /evil|666.?0000|\b31899\b|suspended|Pay at/i;

test.each([
  ['Google invites', () => site.google.env],
  ['we invite ourselves', () => site.google.serviceAccountEnv],
])('where %s, nobody is mailed what a stranger typed: booked, moved and cancelled', async (_, env) => {
  site.connect(env());
  const [first, other] = (await site.openSlots()).slice(4);
  if (!first || !other) throw new Error('No slots');
  const id = await site.request(scam);
  const guests: unknown[] = [];
  const look = () => guests.push(...site.google.events.all().filter(({ attendees }) => attendees?.length));
  expect((await site.book(id, first)).status).toBe(201);
  look();
  expect(await site.move(id, other)).toBe(303);
  look();
  expect(await site.cancel(id)).toBe(303);
  await site.api.settled();
  const mailed = server.received.filter(({ to }) => to.includes(scam.email));
  const attached = mailed.flatMap(({ mail }) => mail.attachments.map(({ content }) => textOf(content)));
  const read = mailed.map(({ mail }) => [mail.to, mail.subject, mail.text, mail.html]);
  expect(JSON.stringify([guests, read, attached])).not.toMatch(TYPED);
  expect(
    [guests.length, mailed.length].some((count) => count >= 2),
    'somebody was told of the visit',
  ).toBe(true);
  const toOwner = server.received.filter(({ to }) => to.includes('owner@example.com'));
  expect(toOwner.map(({ mail }) => mail.text).join(), 'the owner reads it all').toMatch(/Account suspended/);
});

/** An attachment, its folded lines (RFC 5545, 3.1) made whole. */
function textOf(content: ArrayBuffer | Uint8Array | string): string {
  const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
  return text.replaceAll(/\r\n[ \t]/g, '');
}
