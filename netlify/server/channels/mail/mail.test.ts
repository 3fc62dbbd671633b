import { keepLead } from '#server/leads/lead-records';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { leadId, leadReference } from '#server/leads/lead-id';
import type { VisitNews } from '#server/news/news';
import { deliver } from '#server/outbox/delivery';
import { boxOf, countWaiting, enqueue, listWaiting } from '#server/outbox/outbox';
import { type Store, StorageError } from '#server/storage/port';
import { MailServer } from '#tests/support/mail-server';
import { mailSite as site, notifierOn } from '#tests/support/notifier-on';
import { memoryStore } from '#tests/support/stores/interleave';
import { bookedNews, leadOf, storeVisit } from '#tests/support/visits';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { sweepOutboxes } from '../channels.ts';
import { mail } from './mail.ts';
import { englishWords } from '#i18n/owner-words';
import { ownerMessage } from './owner-messages.ts';
import { needsTls, smtpSender } from './smtp.ts';

const owner = { name: '', address: 'owner@example.com' };

const server = new MailServer();
let store = memoryStore(new Map(), 'leads');
let now = 0;
let log: string[] = [];
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  store = memoryStore(new Map(), 'leads');
  now = Date.parse('2026-11-20T15:00:00Z');
  log = [];
});

const sender = () => smtpSender({ url: server.url, owner, site });

function notifier(send: ReturnType<typeof smtpSender> | null = sender()) {
  const options = { leads: store, ...(send && { send }), now: () => now, random: () => 0.5 };
  return notifierOn((name) => memoryStore(new Map(), name), { ...options, log: (line) => void log.push(line) });
}

const box = () => boxOf(store, mail.outbox);

/** One run of the scheduled function, where an attempt may take but this long. */
async function impatientRun(attemptMs: number): Promise<void> {
  const keys = (await listWaiting(box())).map(({ key }) => key);
  const options = { leads: store, box: box(), name: 'Mail', send: sender(), attemptMs, now: () => now };
  const rest = { random: () => 0, canBeMended: () => false, givenUp: async () => {} };
  await deliver({ ...options, ...rest, log: (line) => void log.push(line) }, keys, new AbortController().signal);
}

/** Lets time go by, with the scheduled function running all the while. */
async function pass(ms: number, step = ms > HOUR ? 10 * MINUTE : 2 * MINUTE): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now += step;
    await notifier().sendDue();
  }
}

async function keep(news: VisitNews): Promise<void> {
  const { id, request } = news.lead;
  await keepLead(store, { id, request, source: 'phone', now: new Date(now) });
}

/** Tells what is so. */
async function tell(news: VisitNews, by = notifier()): Promise<void> {
  await storeVisit(store, news);
  await by.notify(news);
}

const later = <Value>(value: Value) => setTimeout(20, value);
const recipients = () => server.received.flatMap(({ to }) => to).toSorted();

test('a booking is told to the owner and to the visitor at once, and the same news again to nobody', async () => {
  const booking = notifier();
  await tell(bookedNews('ann'), booking);
  expect(booking.hasFresh()).toBe(true);
  await Promise.all([booking.sendFresh(), booking.sendFresh()]);
  expect(recipients()).toEqual(['elise.romero@example.com', 'owner@example.com']);
  await tell(bookedNews('ann'), booking);
  expect(booking.hasFresh()).toBe(false);
  await pass(DAY);
  expect(server.received).toHaveLength(2);
  expect(await countWaiting(box(), now)).toEqual({ count: 0, oldest: null });
});

test('the owner’s notice needs no link to the visit', async () => {
  const away = async () => Promise.reject(new StorageError('The store of the secret is away'));
  const records = new Map();
  const leads = memoryStore(records, 'leads');
  // Slower than the failure: it is waited for all the same.
  const slow = { ...leads, create: async (...of: Parameters<Store['create']>) => leads.create(...(await later(of))) };
  const open = (name: string) => (name === 'leads' ? slow : { ...memoryStore(records, name), get: away });
  await expect(notifierOn(open, { now }).notify(bookedNews('ann'))).rejects.toThrow('away');
  const { lead } = bookedNews('ann');
  const waiting = await open('leads').list('outbox/');
  expect(waiting.map(({ key }) => key)).toEqual([expect.stringMatching(`^outbox/${leadReference(lead.id)}.*-owner$`)]);
});

test('with the mail server down for a day, every message arrives once it is back, once each', async () => {
  await server.stop();
  const names = ['ann', 'bob', 'cleo', 'dan', 'eve', 'fay'];
  for (const name of names) {
    const booking = notifier();
    await tell(bookedNews(name, { email: `${name}@example.com` }), booking);
    await booking.sendFresh();
    await pass(4 * HOUR);
  }
  expect(await countWaiting(box(), now)).toEqual({ count: 12, oldest: Date.parse('2026-11-20T15:00:00Z') });
  await server.start();
  await pass(3 * HOUR);
  expect(recipients()).toEqual(
    [...names.map((name) => `${name}@example.com`), ...names.map(() => owner.address)].toSorted(),
  );
  const ids = server.received.map(({ mail }) => mail.messageId);
  expect(new Set(ids).size).toBe(12);
  // However late, each says when it was written.
  const first = server.received.find(({ to }) => to.includes('ann@example.com'));
  expect(first?.mail.date).toBe('2026-11-20T15:00:00.000Z');
});

test('a slow server is waited for', async () => {
  const slow = Promise.withResolvers<null>();
  const begun = Promise.withResolvers<void>();
  server.manners.data = () => {
    begun.resolve();
    return slow.promise;
  };
  await tell(bookedNews('ann', { email: '', phone: '(407) 555-0188' }));
  const run = notifier().sendDue();
  await begun.promise;
  // Meanwhile the next run leaves it alone.
  now += MINUTE;
  await notifier().sendDue();
  slow.resolve(null);
  await run;
  expect(server.received).toHaveLength(1);
  expect(await countWaiting(box(), now)).toEqual({ count: 0, oldest: null });
});

test.each([
  ['says nothing', { isMute: true }, { isMute: false }],
  ['hangs at the end of a message', { data: () => new Promise<null>(() => {}) }, { data: async () => null }],
])('a server that %s is given up on, and tried again', async (_, bad, good) => {
  Object.assign(server.manners, bad);
  await tell(bookedNews('ann'));
  await impatientRun(100);
  expect(log).toContainEqual(`Mail: ${keyOf('ann')}, attempt 1: later`);
  expect(server.received).toHaveLength(0);
  Object.assign(server.manners, good);
  await pass(10 * MINUTE);
  expect(server.received).toHaveLength(2);
});

test('greylisting: a recipient who is put off is tried again after a pause', async () => {
  server.manners.recipient = () => [450, '4.2.0 Greylisted, please come back in five minutes'];
  await tell(bookedNews('ann'));
  await notifier().sendDue();
  const [first] = await listWaiting(box());
  expect(first?.waiting).toMatchObject({ attempts: 1, nextAttemptAt: now + 1.1 * MINUTE });
  expect(first?.waiting.lastError).toContain('RCPT TO 450');
  server.manners.recipient = () => null;
  await pass(4 * MINUTE);
  expect(recipients()).toEqual(['elise.romero@example.com', 'owner@example.com']);
});

test('a visitor whose address is refused for good is given up, and the owner is told once', async () => {
  server.manners.recipient = (address) => (address.startsWith('elise') ? [550, '5.1.1 No such user'] : null);
  await keep(bookedNews('ann'));
  await tell(bookedNews('ann'));
  await pass(DAY);
  expect(server.received.map(({ mail }) => mail.subject).toSorted()).toEqual([
    'Please call: our mail did not reach Elise Romero',
    'Visit booked: Tuesday, December 1 at 10:30 AM ET, Elise Romero',
  ]);
  expect(recipients()).toEqual([owner.address, owner.address]);
  expect(log.filter((line) => line.includes('given up'))).toEqual([
    `Mail: ${keyOf('ann', 'visitor')} is given up after 1 attempts`,
  ]);
  await tell(bookedNews('ann'));
  await pass(HOUR);
  expect(server.received).toHaveLength(2);
});

test("the owner's own address refused is a server set up wrongly: the notice waits for it to be mended", async () => {
  server.manners.recipient = (address) => (address === owner.address ? [554, '5.7.1 Relay denied'] : null);
  await tell(bookedNews('ann'));
  await pass(DAY);
  expect(recipients()).toEqual(['elise.romero@example.com']);
  server.manners.recipient = () => null;
  await pass(3 * HOUR);
  expect(recipients()).toEqual(['elise.romero@example.com', owner.address]);
});

test('the connection is cut after the message was taken: it comes again under the same Message-ID', async () => {
  server.manners.cutsAfterData = true;
  await tell(bookedNews('ann', { email: '', phone: '(407) 555-0188' }));
  await notifier().sendDue();
  server.manners.cutsAfterData = false;
  await pass(10 * MINUTE);
  expect(server.received.map(({ mail }) => mail.messageId)).toEqual([
    `<${keyOf('ann')}@www.example.com>`,
    `<${keyOf('ann')}@www.example.com>`,
  ]);
});

test('a message that the server never takes keeps no other back, and is given up after days', async () => {
  server.manners.data = async ({ subject }) => (subject?.includes('Mallory') ? [554, '5.6.0 I do not like it'] : null);
  const names = ['Mallory One', 'Mallory Two', 'Mallory Three', 'Mallory Four', 'Mallory Five', 'Ann Bell'];
  for (const name of names) await tell(bookedNews(name.replace(' ', '').toLowerCase(), { name }));
  await notifier().sendDue();
  expect(server.received).toHaveLength(7);
  await pass(8 * DAY, DAY);
  expect(server.received).toHaveLength(7);
  expect(log.filter((line) => line.includes('given up'))).toHaveLength(5);
  expect(await countWaiting(box(), now)).toEqual({ count: 0, oldest: null });
});

/** The key of the message that tells of `bookedNews(name)`. */
function keyOf(name: string, whom = 'owner'): string {
  return `${leadReference(leadId(name))}-booked-e${name}-${whom}`;
}

async function waitingOf(name: string) {
  await tell(bookedNews(name));
  const found = (await listWaiting(box())).find(({ key }) => key === keyOf(name));
  if (!found) throw new Error('Nothing was written');
  return found.waiting;
}

test('what was sent is forgotten after sixty days, and what was never sent is dropped', async () => {
  const { message } = await waitingOf('ann');
  await notifier().sendDue();
  now += 30 * DAY;
  await enqueue(box(), 'younger', message, now);
  now += 29 * DAY;
  await sweepOutboxes(store, now);
  expect(await enqueue(box(), keyOf('ann'), message, now)).toBe(false);
  now += 3 * DAY;
  await sweepOutboxes(store, now);
  expect((await store.list('mailed')).map(({ key }) => key)).toEqual([]);
  expect(await countWaiting(box(), now)).toMatchObject({ count: 1 });
  await sweepOutboxes(store, now + 60 * DAY);
  expect(await countWaiting(box(), now)).toMatchObject({ count: 0 });
});

test('messages from before there was a mail server are not sent months later, nor is the owner told of each', async () => {
  await keep(bookedNews('ann'));
  await tell(bookedNews('ann'), notifier(null));
  now += 30 * DAY;
  await notifier(null).sendDue();
  await pass(HOUR);
  expect(server.received).toEqual([]);
  expect(await countWaiting(box(), now)).toEqual({ count: 0, oldest: null });
});

test('a clock that jumps ahead gives up no message that was never tried', async () => {
  await tell(bookedNews('ann'));
  now += 30 * DAY;
  await notifier().sendDue();
  expect(recipients()).toEqual(['elise.romero@example.com', 'owner@example.com']);
});

test('one address, however it is spelled, and one lead get six mails a day; the owner is told of everything', async () => {
  const records = new Map();
  const { notify } = notifierOn((name) => memoryStore(records, name), { now: () => now });
  const book = (lead: string, event: number, email: string) =>
    notify({ ...bookedNews(lead, { email }), eventId: `e${event}` });
  const written = async (whom: string) =>
    (await memoryStore(records, 'leads').list('outbox/')).filter(({ key }) => key.endsWith(whom)).length;
  for (let event = 0; event < 7; event += 1)
    await book('ann', event, event % 2 ? 'Ann+1@Example.com' : 'ann@example.com');
  await book('ann', 7, 'another@example.com');
  expect([await written('visitor'), await written('owner')]).toEqual([6, 8]);
  const { kind: _, ...visit } = bookedNews('cat', { email: 'ann@example.com' });
  await notify({ ...visit, kind: 'reminder' });
  // A mail that the limit of its address stops does not count for its lead.
  for (let event = 0; event < 3; event += 1) await book('bob', event, 'ann@example.com');
  expect(await written('visitor')).toBe(6);
  for (let event = 3; event < 10; event += 1) await book('bob', event, 'bob@example.com');
  expect(await written('visitor')).toBe(12);
  now += DAY;
  await book('ann', 8, 'ann@example.com');
  expect(await written('visitor')).toBe(13);
});

test('the name and the password of SMTP_URL are used, whatever characters they have', async () => {
  const login = { username: 'hello@example.com', password: 'p@ss/w:rd?&%' };
  const guarded = new MailServer(login);
  await guarded.start();
  const message = ownerMessage({ kind: 'request', lead: leadOf('ann'), isChanged: false }, site, englishWords);
  const send = (url: string) =>
    smtpSender({ url, owner, site })('k', { message, createdAt: now, attempts: 1 }, new AbortController().signal);
  const wrong = await send(guarded.urlFor({ ...login, password: 's3cret' }));
  expect(wrong).toMatchObject({ failed: 'unreachable', error: expect.stringContaining('EAUTH') });
  expect(JSON.stringify(wrong)).not.toContain('s3cret');
  expect(guarded.received).toHaveLength(0);
  expect(await send(guarded.url)).toBe('sent');
  await guarded.stop();
});

test('a password is not sent to another machine in the clear', () => {
  expect(needsTls('smtp://user:secret@mail.example.com:587')).toBe(true);
  expect(needsTls('smtp://mail.example.com:25')).toBe(false);
  expect(needsTls('smtp://user:secret@127.0.0.1:1025')).toBe(false);
});
