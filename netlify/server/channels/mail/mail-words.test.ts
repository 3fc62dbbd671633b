import type { Lead } from '#lead/lead';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linesOf } from '#contracts/text';
import { SEEDS } from '#tests/support/chance';
import { MailServer, type Received } from '#tests/support/mail-server';
import { bookedNews, hourFrom, leadOf } from '#tests/support/visits';
import type { Message } from './letter.ts';
import { smtpSender } from './smtp.ts';
import { englishWords, wordsIn } from '#i18n/owner-words';
import { ownerMessage } from './owner-messages.ts';
import { visitorMessage } from './visitor-messages.ts';

const site = {
  origin: 'https://www.example.com',
  from: { name: 'Larkspur Smart Shades', address: 'hello@example.com' },
};
const owner = { name: 'The owner', address: 'owner@example.com' };
const visitLink = 'https://www.example.com/visit/token';
const mail = { site, visitLink, isInvited: false, now: Date.parse('2026-11-20T15:00:00Z') };

const server = new MailServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

/** The mail as a mail program gets it, over the wire. */
async function sent(message: Message | null): Promise<Received> {
  if (!message) throw new Error('There is no such mail');
  const send = smtpSender({ url: server.url, owner, site });
  expect(await send('key-1', { message, createdAt: mail.now, attempts: 1 }, new AbortController().signal)).toBe('sent');
  const received = server.received.at(-1);
  if (!received) throw new Error('Nothing arrived');
  return received;
}

const requestNotice = (lead: Lead, isChanged = false) =>
  ownerMessage({ kind: 'request', lead, isChanged }, site, englishWords);

/** A lead as storage might hold it after somebody changed it by hand: past the contract's tidying. */
function untidyLead(request: Partial<Lead['request']>): Lead {
  const lead = leadOf('ann');
  return { ...lead, request: { ...lead.request, ...request } };
}

test('the confirmation: from the business, answers go to the owner, with the invitation and the link', async () => {
  const { mail: got, raw } = await sent(visitorMessage(bookedNews('ann', { address: '612 Sycamore Street' }), mail));
  expect(got.from).toEqual({ name: 'Larkspur Smart Shades', address: 'hello@example.com' });
  expect(got.to).toEqual([{ name: 'Elise Romero', address: 'elise.romero@example.com' }]);
  expect(got.replyTo).toEqual([owner]);
  expect(got.subject).toBe('Your consultation is scheduled: Tuesday, December 1 at 10:30 AM ET');
  expect(got.messageId).toBe('<key-1@www.example.com>');
  expect(got.references).toMatch(/^<lead\.[0-9a-f]{32}@www\.example\.com>$/);
  expect(got.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
  for (const words of ['Tuesday, December 1 at 10:30 AM ET', 'Roswell, GA', visitLink]) {
    expect(got.text).toContain(words);
    expect(got.html).toContain(words);
  }
  expect(raw).toMatch(/multipart\/alternative/);
  expect(raw.replaceAll(/\s+/g, ' ')).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/);
});

test('no invitation where the calendar sends its own, and none for a visitor without a mail address', () => {
  const message = visitorMessage(bookedNews('ann'), { ...mail, isInvited: true });
  expect(message?.invitation).toBeUndefined();
  expect(message?.text).toContain('comes in a message of its own');
  expect(message?.text).not.toContain('attached');
  expect(visitorMessage(bookedNews('ann', { email: '' }), mail)).toBeNull();
});

test('a moved visit names both times, a cancelled one takes the invitation back', () => {
  const news = bookedNews('ann');
  const moved = {
    ...news,
    kind: 'moved' as const,
    visit: { ...news.visit, changes: 2 },
    former: hourFrom('2026-11-30T15:30:00Z'),
  };
  const message = visitorMessage(moved, mail);
  for (const text of [message?.text, message?.html, ownerMessage(moved, site, englishWords).text]) {
    expect(text).toContain('Tuesday, December 1 at 10:30 AM ET');
    expect(text).toContain('Monday, November 30 at 10:30 AM ET');
  }
  expect(message?.invitation?.content).toContain('SEQUENCE:2\r\n');
  const cancelled = visitorMessage({ ...news, kind: 'cancelled', visit: { ...news.visit, changes: 3 } }, mail);
  expect(cancelled?.subject).toBe('Your consultation is cancelled: Tuesday, December 1 at 10:30 AM ET');
  expect(cancelled?.invitation?.method).toBe('CANCEL');
  expect(cancelled?.invitation?.content).toContain('SEQUENCE:3\r\n');
  expect(cancelled?.text).toContain('https://www.example.com/book');
});

test("the owner's notice has everything, answers go to the visitor, and the phone is a link", async () => {
  const lead = leadOf('ann', { address: '612 Sycamore Street', message: 'Two dogs.\nPlease ring.' });
  const { mail: got } = await sent(requestNotice(lead));
  expect(got.to).toEqual([owner]);
  expect(got.replyTo).toEqual([{ name: 'Elise Romero', address: 'elise.romero@example.com' }]);
  expect(got.subject).toBe('New request: Elise Romero, Roswell');
  const all = ['Elise Romero', '(407) 555-0188', 'elise.romero@example.com', 'Text Message', '612 Sycamore Street'];
  for (const words of [...all, 'Roswell 30047', 'Motorized Shades', 'Two dogs.', 'Please ring.']) {
    expect(got.text).toContain(words);
    expect(got.html).toContain(words);
  }
  expect(got.html).toContain('href="tel:+14075550188"');
  expect(got.html).toContain('href="mailto:elise.romero@example.com"');
});

test('a phone number that cannot be dialed is told, and no link or button', () => {
  const { text, html } = requestNotice(leadOf('ann', { phone: '----------' }));
  expect(text).toContain('----------');
  expect(html).not.toContain('tel:');
  expect(text).not.toContain('Call');
});

test('a request that is most likely spam is marked, a changed one says so', () => {
  const lead = { ...leadOf('ann'), isSpam: true };
  expect(requestNotice(lead).subject).toBe('[Possible spam] New request: Elise Romero, Roswell');
  expect(requestNotice(leadOf('ann'), true).subject).toContain('Changed request');
});

const nasty = [
  'Ann\r\nBcc: everybody@example.com',
  'Ann\nSubject: Cheap pills',
  'Ann <root@example.com>',
  '"Ann" <root@example.com>, bob@example.com',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=?utf-8?B?QmNjOiBldmVyeWJvZHk=?=',
  '\u202eevil\u202c name',
  'a very long name',
  ...['\r', '\u0085', '\u0000'].map((end) => `A${end}Bcc: evil@evil.example${end}X-Evil: 1`),
  'A\r\n.\r\nMAIL FROM:<evil@evil.example>',
  'Ann\u0000\u0007Bell',
  'https://evil.example/win Click here',
  'a\u2028b',
];

// biome-ignore format: one line
const headers = [
  'auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'references', 'reply-to', 'subject', 'to',
];

const typedIn = ['name', 'phone', 'address', 'message', 'about'];

test.each(nasty.map((words, index) => [words, index] as const))(
  'nothing in %j adds a header, a recipient or markup',
  async (words, index) => {
    const name = words === 'a very long name' ? 'A'.repeat(5000) : words;
    const lead = untidyLead(Object.fromEntries(typedIn.map((field) => [field, name])));
    const news = { ...bookedNews('ann'), lead };
    const messages = [
      requestNotice(lead),
      ownerMessage(news, site, englishWords),
      ownerMessage({ kind: 'undelivered', lead, key: 'k', subject: 'Your consultation' }, site, englishWords),
      visitorMessage(news, mail),
    ];
    // Each text goes into one of them in `npm test`.
    for (const message of SEEDS > 1 ? messages : messages.slice(index % 4, (index % 4) + 1)) {
      const { mail: got, to } = await sent(message);
      expect(to).toEqual([message?.to === 'owner' ? owner.address : 'elise.romero@example.com']);
      expect(got.headers.map(({ key }) => key).toSorted()).toEqual(headers);
      expect([...(got.to ?? []), ...(got.replyTo ?? [])].map(({ address }) => address).toSorted()).toEqual([
        'elise.romero@example.com',
        'owner@example.com',
      ]);
      expect(got.subject?.length).toBeLessThanOrEqual(160);
      expect(got.html).not.toMatch(/<(script|img|iframe|svg|object|link|form)\b/i);
      expect(got.html).not.toMatch(/[\u202a-\u202e]/);
    }
  },
);

test.each(['https://evil.example/win', 'www.evil.example', 'Write to me@evil.example', 'Go to evil.example now'])(
  'a stranger cannot have us mail %j to somebody',
  (words) => {
    const typed = { name: words, address: words, message: words, phone: '(407) 666-0000', zipCode: '31899' };
    const news = { ...bookedNews('ann'), lead: untidyLead(typed) };
    const moved = { ...news, kind: 'moved', former: hourFrom('2026-11-30T15:30:00Z') } as const;
    for (const item of [news, moved, { ...news, kind: 'cancelled' } as const]) {
      const message = visitorMessage(item, mail);
      expect(message?.to).toMatchObject({ name: '' });
      expect(JSON.stringify(message)).not.toMatch(/evil|666.?0000|31899/);
    }
    expect(visitorMessage(news, mail)?.text).toContain('Roswell, GA\n');
  },
);

test('whatever is typed stands in the notice as it was typed, and is nowhere markup', () => {
  const tags = (markup: string) => markup.match(/<\w+/g)?.filter((tag) => tag !== '<br');
  const plain = tags(requestNotice(untidyLead({ message: 'x' })).html);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (typed) => {
      const { html, text } = requestNotice(untidyLead({ message: typed }));
      for (const line of linesOf(typed)) expect(text).toContain(line.trimEnd());
      const bare = html.replace(/<(style)>.*?<\/\1>/gs, '').replace(/<[^<>]*>/g, '');
      expect(bare).not.toMatch(/[<>]/);
      expect(tags(html)).toEqual(typed ? plain : tags(html));
    }),
  );
});

test('no mail loads anything from elsewhere', () => {
  for (const html of [
    visitorMessage(bookedNews('ann'), mail)?.html,
    ownerMessage(bookedNews('ann'), site, englishWords).html,
  ]) {
    expect(html).not.toMatch(/\bsrc=|url\(|@import|<link/i);
    expect(html).toContain('prefers-color-scheme:dark');
  }
});

test('a visitor who asked in Spanish is written to in Spanish, and the owner is told to call in Spanish', async () => {
  const news = bookedNews('ann', { language: 'es', serviceInterest: 'Motorized Drapery' });
  const spanishLink = 'https://www.example.com/es/visit/ann';
  const message = visitorMessage(
    { ...news, kind: 'moved', former: hourFrom('2026-11-30T18:30:00Z') },
    { ...mail, visitLink: spanishLink },
  );
  const plain = (text = '') => text.replaceAll('\u00a0', ' ');
  expect(plain(message?.subject)).toBe(
    'Su consulta tiene una nueva hora: martes, 1 de diciembre a las 10:30 a. m., hora del este',
  );
  expect(message?.html).toContain('<html lang="es-US">');
  expect(plain(message?.text)).toContain('Antes era el lunes, 30 de noviembre a la 1:30 p. m., hora del este.');
  for (const words of [
    'Cortinas motorizadas',
    'Cambiar o cancelar la visita',
    'Llamar al (404) 555-0142',
    spanishLink,
  ]) {
    expect(message?.text).toContain(words);
  }
  expect(message?.text).not.toMatch(/\b(visit|Call|When|Where|minutes|and)\b(?!\/)/);
  expect(message?.invitation?.content).toContain('SUMMARY:Consulta gratis en su casa con Larkspur Smart Shades');
  const cancelled = visitorMessage({ ...news, kind: 'cancelled' }, mail);
  expect(cancelled?.text).toContain('https://www.example.com/es/book');
  const notice = ownerMessage(news, site, englishWords);
  expect(notice.text).toContain('Call in Spanish');
  expect(notice.subject).toBe('Visit booked: Tuesday, December 1 at 10:30 AM ET, Elise Romero');
  expect(ownerMessage(bookedNews('ann'), site, englishWords).text).not.toContain('Spanish');
});

test('whoever has chosen Spanish is told all in Spanish', async () => {
  const words = await wordsIn('es');
  const { id, request } = leadOf('ann', { zipCode: '30500', message: '' });
  const lead = { ...leadOf('ann'), id, request: { ...request, language: 'es' }, isSpam: true };
  const news = { ...bookedNews('ann'), lead };
  const told = { lead, key: 'k', text: '¿A qué hora?', about: 'booked', id: 'id' };
  const mails = [
    { ...news, visitKind: 'service' },
    { ...news, kind: 'moved' as const, former: news.interval },
    { ...news, kind: 'cancelled' as const },
    ...[true, false].map((isChanged) => ({ kind: 'request' as const, lead, isChanged })),
    { ...told, kind: 'undelivered' as const, subject: 'Su consulta' },
    ...['', '30005', '1'].map((code) => ({ ...told, kind: 'textFailed' as const, code })),
    { ...told, kind: 'incoming' as const },
  ].map((one) => ownerMessage(one, site, words));
  expect(mails[0]?.subject.replaceAll('\u00a0', ' ')).toBe(
    '[Posible spam] Reserva: Servicio, martes, 1 de diciembre a las 10:30 a. m., hora del este, Elise Romero',
  );
  for (const { subject, text, html } of mails) {
    expect(subject + text).not.toMatch(/\b(the|is|in|and|not|of|visit|when|where|phone|call|email|about|text)\b/i);
    expect(html).toContain('<html lang="es-US">');
  }
});
