import type { Context } from '@netlify/functions';
import { afterEach, expect, test, vi } from 'vitest';
import { zonedDayAndTime, zoneNames } from '#lib/time/zone';
import { servicesFor } from '#server/http/services';
import { BOOKING_WAIT_MS } from '#server/news/news';
import { countWaiting } from '#server/outbox/outbox';
import { siteOf } from '#server/site';
import { apiForTests, mailServerForTests } from '#tests/support/admin-api';
import { intervalOf, readEvent } from '#tests/support/ics-event';
import { invitationOf, type Received } from '#tests/support/mail-server';
import { bookedNews, storeVisit } from '#tests/support/visits';
import { consultation } from '#tests/support/visitor';

const api = apiForTests();
const server = mailServerForTests();
afterEach(() => {
  vi.useRealTimers();
  delete process.env['SITE_URL'];
});

const contextOf = (context: string) => ({ ip: '127.0.0.1', deploy: { context, id: '0', published: false } }) as Context;
const runScheduled = () => api.run('deliver-mail');
const subjects = () => server.received.map(({ mail }) => mail.subject).toSorted();

async function send(body: object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await api.ask('POST', '/api/consultation-requests', { body, headers });
  expect(answer.status).toBe(201);
  return (await answer.json()).id;
}

/** The address under a label of a mail's plain text. */
const linkOf = ({ mail }: Received, label: string) => new RegExp(`${label}:\\n(\\S+)`).exec(mail.text ?? '')?.[1] ?? '';

/** Who asks for a callback books no time. */
const callback = { ...consultation, serviceInterest: 'General Inquiry' };

/** Lets the clock go on, and the schedule run. */
async function pass(ms: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
  await runScheduled();
}

test('a request for a callback is told to the owner as soon as it is answered, and a repeat is not', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await Promise.all([send(callback, headers), send(callback, headers)]);
  await send(callback, headers);
  await api.settled();
  expect(subjects()).toEqual(['New request: Elise Romero, Roswell']);
  expect(server.received[0]?.to).toEqual(['owner@example.com']);
});

test('a request that a visit may follow is told once nothing has followed for three minutes, and a repeat is not', async () => {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await Promise.all([send(consultation, headers), send(consultation, headers)]);
  await send(consultation, headers);
  await api.settled();
  await runScheduled();
  expect(subjects()).toEqual([]);
  await pass(BOOKING_WAIT_MS + 1000);
  expect(subjects()).toEqual(['New request: Elise Romero, Roswell']);
  expect(server.received[0]?.to).toEqual(['owner@example.com']);
  await pass(BOOKING_WAIT_MS);
  expect(server.received).toHaveLength(1);
});

test('the answer does not wait for the mail server', async () => {
  const taken = Promise.withResolvers<null>();
  server.manners.data = () => taken.promise;
  await send({ ...callback, name: 'Slow Server' });
  expect(server.received).toEqual([]);
  taken.resolve(null);
  await api.settled();
  expect(subjects()).toEqual(['New request: Slow Server, Roswell']);
});

test('what a function tells is delivered by the schedule, with links to the site', async () => {
  process.env['SITE_URL'] = 'https://www.example.com';
  const services = await servicesFor(contextOf('dev'));
  const news = bookedNews('links');
  await storeVisit(api.store('leads'), news);
  await services.notify(news);
  await runScheduled();
  const visitor = server.received.find(({ to }) => to.includes('elise.romero@example.com'));
  expect(visitor?.mail.text).toMatch(new RegExp(`https://www\\.example\\.com/visit/${news.lead.id}\\.[\\w-]{43}\\n`));
  expect(visitor?.mail.messageId).toMatch(/@www\.example\.com>$/);
});

test('an international address is written to by its name in DNS, and the headers are ASCII', async () => {
  const news = bookedNews('international', { name: 'علی\u200cرضا', email: 'elise@пример.рф' });
  await storeVisit(api.store('leads'), news);
  await (await servicesFor(contextOf('dev'))).notify(news);
  await runScheduled();
  const address = 'elise@xn--e1afmkfd.xn--p1ai';
  const [owner, visitor] = ['Visit booked', 'Your'].map((start) =>
    server.received.find(({ mail }) => mail.subject?.startsWith(start)),
  );
  expect(visitor?.mail.to).toEqual([{ name: 'علی\u200cرضا', address }]);
  expect(owner?.mail.replyTo).toMatchObject([{ address }]);
  for (const { raw } of [visitor, owner].filter((mail) => mail !== undefined)) {
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).toMatch(/^[\t\r\n -~]+$/);
  }
});

test('links in mails lead to SITE_URL, else to the address that the platform gives, else to this machine', () => {
  expect(siteOf({ SITE_URL: 'https://own.example', URL: 'https://x.netlify.app' }).origin).toBe('https://own.example');
  expect(siteOf({ SITE_URL: '', URL: 'https://x.netlify.app/' }).origin).toBe('https://x.netlify.app');
  expect(siteOf({ URL: 'nonsense', PORT: '9550' }).origin).toBe('http://localhost:9550');
});

test('without a mail server the message stays, and the local console shows it once', async () => {
  delete process.env['SMTP_URL'];
  const shown = vi.spyOn(console, 'log').mockImplementation(() => {});
  const headers = { 'idempotency-key': crypto.randomUUID() };
  await send({ ...consultation, name: 'No Server' }, headers);
  await send({ ...consultation, name: 'No Server' }, headers);
  await api.settled();
  const lines = shown.mock.calls.flat().map(String);
  shown.mockRestore();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/To: the owner\nSubject: New request: No Server, Roswell\n\n.*\(407\) 555-0188/s);
  expect((await countWaiting((await servicesFor(contextOf('dev'))).channels.mail.box, Date.now())).count).toBe(1);
});

// The words of each mail, and its invitation, are in netlify/server/channels/mail/mail-words.test.ts.
test('a visit is booked, moved and cancelled by the links of its mails: owner and visitor are told once of each, of the same instants', async () => {
  const [first, second] = [await api.openSlot(1), await api.openSlot(4)];
  /** The only two mails of a change, with its time in both and in the invitation. */
  const mailsOf = async (start: string, toVisitor: string, toOwner: string) => {
    await api.settled();
    const sent = server.received.splice(0).toSorted((one, other) => one.to.join().localeCompare(other.to.join()));
    const when = `${zonedDayAndTime(start)} ${zoneNames.short}`;
    expect(sent.map(({ to, mail }) => [...to, mail.subject])).toEqual([
      [consultation.email, `${toVisitor}: ${when}`],
      ['owner@example.com', `${toOwner}: ${when}, Elise Romero`],
    ]);
    const [visitor, notice] = sent;
    if (!visitor || !notice) throw new Error('Two mails');
    const invitation = invitationOf(visitor);
    expect(intervalOf(invitation).start).toBe(Date.parse(start));
    return { uid: readEvent(invitation).event.uid, link: linkOf(visitor, 'Change or cancel the visit'), notice };
  };
  const { id } = await api.booked(first, consultation);
  const booked = await mailsOf(first.start, 'Your consultation is scheduled', 'Visit booked');
  expect(linkOf(booked.notice, 'Open it in the admin pages')).toMatch(new RegExp(`/admin/leads#${id}$`));
  expect(await api.booking(id)).toMatchObject({ start: first.start, status: 'booked' });
  await api.text(api.submit(booked.link, { action: 'move', slot: second.start }), 303);
  const moved = await mailsOf(second.start, 'Your consultation has a new time', 'Visit moved');
  expect(await api.booking(id)).toMatchObject({ start: second.start, status: 'booked' });
  await api.text(api.submit(moved.link, { action: 'cancel' }), 303);
  const cancelled = await mailsOf(second.start, 'Your consultation is cancelled', 'Visit cancelled');
  expect([moved.uid, cancelled.uid]).toEqual([booked.uid, booked.uid]);
});
