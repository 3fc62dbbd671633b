import { changeLead, changeVisit, findLead } from '#server/leads/lead-records';
import { textNumber } from '#lib/contact';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partsOf } from '#lib/text-parts';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { readVisitToken, visitSecret } from '#server/leads/visit-link';
import type { VisitNews } from '#server/news/news';
import { boxOf, countWaiting, listWaiting } from '#server/outbox/outbox';
import { SEEDS } from '#tests/support/chance';
import { notifierOn } from '#tests/support/notifier-on';
import { memoryStore, type Records } from '#tests/support/stores/interleave';
import { TextProviderDouble } from '#tests/support/texts/provider-double';
import { bookedNews, hourFrom, leadOf, storeVisit } from '#tests/support/visits';
import { changeLedger, readLedger, withEntry } from '#server/leads/text-ledger';
import { wordsIn } from '#i18n/owner-words';
import { ownerText } from './drafts.ts';
import { texts } from './texts.ts';
import { noteInThread, readThread } from './thread.ts';

const provider = new TextProviderDouble();
let records: Records = new Map();
let now = 0;
const open = (name: string) => memoryStore(records, name);
const request = { phone: '202-555-0142', texts: true };
const news = bookedNews('ann', request);
const NUMBER = '+12025550142';

beforeEach(async () => {
  await provider.start();
  provider.now = () => now;
  records = new Map();
  now = Date.parse('2026-11-20T15:00:00Z');
});
afterEach(async () => {
  await provider.stop();
  provider.taken.length = 0;
  provider.answers = () => 'taken';
});

const notifier = (variables: Record<string, string> = provider.variables) =>
  notifierOn(open, {
    now: () => now,
    log: () => undefined,
    channels: (environment) => ({ texts: texts.open({ ...environment, env: variables }) }),
  });

/** Tells the news as a visitor's call does, and sends it. */
async function tell(news: VisitNews): Promise<void> {
  await storeVisit(open('leads'), news);
  const by = notifier();
  await by.notify(news);
  await by.sendFresh();
}

async function pass(ms: number, step = 10 * MINUTE): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now += step;
    await notifier().sendDue();
  }
}

const bodies = () => provider.taken.map(({ body }) => body);
const waiting = async () => (await listWaiting(boxOf(open('leads'), texts.outbox))).length;
const thread = async () => (await readThread(open('leads'), news.lead.id)).entries;

test('a visitor who agreed gets a text with the link, once', async () => {
  await tell(news);
  await tell(news);
  await pass(3 * HOUR);
  expect(provider.taken).toHaveLength(1);
  const [{ to, body = '' } = {}] = provider.taken;
  expect(to).toBe(NUMBER);

  const [, token = ''] =
    /: your visit is Tue, Dec 1, 10:30 AM\. Change: \S+\/visit\/(\S+)\nSTOP ends texts$/.exec(body) ?? [];
  expect(readVisitToken(await visitSecret(open('auth')), token)).toBe(news.lead.id);
  expect(await thread()).toMatchObject([{ from: 'us', about: 'booked', state: 'sent', text: body }]);
});

test('where texts are off none is written, and a trial deploy sends none', async () => {
  for (const variables of [{}, ...['off', 'ask'].map((TEXTS) => ({ ...provider.variables, TEXTS }))]) {
    await notifier(variables).notify(news);
    expect(await waiting()).toBe(0);
  }
});

test('whoever stopped gets none, also one that was written before, and is told by mail that way only', async () => {
  await storeVisit(open('leads'), news);
  await notifier().notify(news);
  const stopped = { id: 's', at: '2026-11-20T15:00:00.000Z', what: 'stopped', by: 'visitor' } as const;
  await changeLedger(open('leads'), NUMBER, (ledger) => withEntry(ledger, stopped));
  await pass(DAY);
  expect(provider.taken).toEqual([]);
  expect(await waiting()).toBe(0);
  expect(await thread()).toMatchObject([{ state: 'failed', code: '21610' }]);
});

test('whatever waited for a number that was corrected goes to the new one, once', async () => {
  const cancelled = { ...news, kind: 'cancelled' } as const;
  await storeVisit(open('leads'), cancelled);
  await notifier().notify(cancelled);
  await changeLead(open('leads'), news.lead.id, (lead) => ({
    ...lead,
    request: { ...lead.request, phone: '202-555-0143' },
  }));
  await pass(HOUR);
  expect(provider.taken.map(({ to }) => to)).toEqual(['+12025550143']);
  expect(await waiting()).toBe(0);
});

test.each([
  [21610, 'They have stopped texts'],
  [21211, 'no phone number'],
  [21614, 'takes no texts'],
])('the refusal %i is told to the owner, and is not tried again', async (code, sentence) => {
  provider.answers = () => ({ code });
  await tell(news);
  await pass(DAY);
  const mails = [...records].filter(([key]) => /^leads:outbox\/.*-lost-.*-owner$/.test(key));
  expect(mails.map(([, { value }]) => JSON.stringify(value))).toEqual([expect.stringContaining(sentence)]);
  expect(await thread()).toMatchObject([{ state: 'failed', code: String(code) }]);
  const { entries } = await readLedger(open('leads'), NUMBER);
  expect(entries.map(({ what }) => what)).toEqual(code === 21610 ? ['stopped'] : []);
});

test.each([
  { code: 20429, status: 429 },
  { code: 20003, status: 401 },
  { code: 20500, status: 500 },
])('what passes ($code) is tried again', async (answer) => {
  provider.answers = () => answer;
  await tell(news);
  expect(provider.taken).toEqual([]);
  provider.answers = () => 'taken';
  await pass(HOUR);
  expect(provider.taken).toHaveLength(1);
});

test('a provider that takes the text and is not heard has it once', async () => {
  provider.answers = () => 'silent';
  const by = notifier();
  await storeVisit(open('leads'), news);
  await by.notify(news);
  const sending = by.sendFresh();
  await expect.poll(() => provider.taken.length).toBe(1);
  await provider.stop();
  await sending;
  await provider.start();
  provider.answers = () => 'taken';
  await pass(HOUR);
  expect(provider.taken).toHaveLength(1);
  expect(await thread()).toMatchObject([{ state: 'sent' }]);
});

test('what is not true any more is not sent, and told to nobody: another number that has not agreed, no agreement, a robot', async () => {
  const changes = { number: { phone: '202-555-0143', texts: undefined }, agreement: { texts: undefined }, robot: {} };
  for (const [name, change] of Object.entries(changes)) {
    now = Date.parse('2026-11-21T04:00:00Z');
    await tell(bookedNews(name, request));
    await changeLead(open('leads'), leadOf(name).id, (lead) => ({
      ...lead,
      isSpam: name === 'robot',
      request: { ...lead.request, ...change },
    }));
    await pass(DAY);
  }
  expect(provider.taken).toEqual([]);
  expect(await waiting()).toBe(0);
  expect([...records.keys()].filter((key) => key.includes('-lost-'))).toEqual([]);
});

test('a number gets three texts in 24 hours, and a retry counts once, when it is sent', async () => {
  for (const name of ['ann', 'bob', 'cat', 'dan']) await tell(bookedNews(name, request));
  await pass(HOUR);
  expect(provider.taken).toHaveLength(3);
  await pass(26 * HOUR);
  expect(provider.taken).toHaveLength(4);
  provider.answers = () => ({ code: 20500, status: 500 });
  for (const name of ['eve', 'fay', 'gus', 'hal']) await tell(bookedNews(name, request));
  await pass(25 * HOUR);
  provider.answers = () => 'taken';
  await pass(3 * HOUR);
  expect(provider.taken).toHaveLength(7);
});

// The clocks change on November 1, 2026 and on March 14, 2027.
test.each(['2026-10-31', '2027-03-13', ...(SEEDS > 1 ? ['2026-11-01', '2026-11-28', '2027-03-14'] : [])])(
  'written at any hour of %s and the day after, nothing goes out at night and nothing is lost',
  async (day) => {
    const visit = hourFrom(new Date(Date.parse(`${day}T15:30:00Z`) + 6 * DAY).toISOString());
    const hours = Array.from({ length: 49 }, (_, hour) => `${hour}`);
    now = Date.parse(`${day}T00:00:00Z`);
    for (const [hour, name] of hours.entries()) {
      const phone = `407-555-${1000 + hour}`;
      await tell({ ...bookedNews(name, { ...request, phone }), interval: visit });
      await pass(HOUR, 20 * MINUTE);
    }
    await pass(DAY, 20 * MINUTE);
    const at = (ms: number) =>
      new Date(ms).toLocaleString('en-US', { timeZone: 'America/New_York', hour: 'numeric', hourCycle: 'h23' });
    expect(provider.taken).toHaveLength(hours.length);
    expect(
      provider.taken.map(({ createdAt }) => Number(at(createdAt))).filter((hour) => hour < 8 || hour >= 20),
    ).toEqual([]);
  },
);

test('what waits for the morning is not late: for the owner’s monitor it is only late an hour after eight', async () => {
  now = Date.parse('2026-11-21T04:00:00Z');
  await tell(news);
  const oldest = async () => (await countWaiting(boxOf(open('leads'), texts.outbox), now)).oldest;
  now = Date.parse('2026-11-21T13:30:00Z');
  expect(await oldest()).toBeNull();
  now = Date.parse('2026-11-21T14:05:00Z');
  expect(await oldest()).toBe(Date.parse('2026-11-21T04:00:00Z'));
});

test('a text that waited for the morning is not sent of a visit that was moved or cancelled meanwhile', async () => {
  now = Date.parse('2026-11-21T04:00:00Z');
  await tell(news);
  await changeVisit(open('leads'), news.visit.id, ({ slot: _, ...visit }) => ({ ...visit, changes: 2 }));
  await pass(DAY);
  expect(provider.taken).toEqual([]);
  expect(await waiting()).toBe(0);
});

test.each([
  ['the morning is too late', '2026-12-01T01:30:00Z', 'taken'],
  ['the provider refuses us until then', '2026-11-29T20:00:00Z', { code: 20003, status: 401 }],
] as const)('what cannot go in time is said on the lead, on Today and to the owner: %s', async (_, at, answer) => {
  now = Date.parse(at);
  provider.answers = () => answer;
  const former = hourFrom('2026-12-02T15:30:00Z');
  await tell({ ...news, interval: hourFrom('2026-12-01T13:00:00Z'), kind: 'moved', former });
  await pass(2 * DAY);
  expect(provider.taken).toEqual([]);
  expect(await thread()).toMatchObject([{ state: 'failed', code: 'late', about: 'moved' }]);
  const { unsentText } = (await findLead(open('leads'), news.lead.id))?.lead ?? {};
  expect(unsentText?.text).toContain('new time');
  const mails = [...records].filter(([key]) => /^leads:outbox\/.*-lost-.*-owner$/.test(key));
  expect(JSON.stringify(mails)).toContain('could not go out in time');
  // The next one is the first that they get.
  provider.answers = () => 'taken';
  await tell({ ...bookedNews('bob', request), interval: hourFrom('2026-12-20T15:30:00Z') });
  await pass(DAY);
  expect(bodies()).toEqual([expect.stringContaining('STOP')]);
});

test.each(['en', 'es'])('each text in %s is one part, as it is billed', async (language) => {
  const former = hourFrom('2026-11-30T15:30:00Z');
  const interval = hourFrom('2026-09-26T16:30:00Z');
  now = Date.parse('2026-09-01T15:00:00Z');
  for (const change of [{}, { kind: 'moved', former }, { kind: 'cancelled' }, { kind: 'reminder' }] as const) {
    now += DAY;
    await tell({ ...bookedNews(`of-${now}`, { ...request, language }), interval, ...change } as VisitNews);
  }
  now += DAY;
  const { lead } = bookedNews(`of-${now}`, { ...request, language });
  await storeVisit(open('leads'), bookedNews(`of-${now}`, { ...request, language }));
  await notifier().notify({ kind: 'review', by: 'texts', lead, link: 'https://g.page/r/CabcdefghijkEBM/review' });
  await notifier().sendDue();
  expect(bodies()).toHaveLength(5);
  // As long
  const long = bodies().map((body) => body.replace('www.example.com', 'www.sunhavensmartshades.com'));
  expect(long.filter((body) => partsOf(body) > 1 || /CANCEL/.test(body))).toEqual([]);
  // The first one to a number says how to stop, whatever its kind, and no other.
  expect(bodies().map((body) => /\n(STOP ends|ALTO para)/.test(body))).toEqual([true, false, false, false, false]);
});

test('after an outage texts go within ten minutes, each once, and what the provider does not say is asked again', async () => {
  provider.answers = () => ({ code: 20500, status: 500 });
  await tell(news);
  await pass(6 * HOUR, 2 * MINUTE);
  provider.says = false;
  provider.answers = () => 'taken';
  await pass(10 * MINUTE, 2 * MINUTE);
  expect(provider.taken).toEqual([]);
  provider.says = true;
  await pass(10 * MINUTE, 2 * MINUTE);
  expect(provider.taken).toHaveLength(1);
});

test('a new time and a cancellation are texted however many texts the number had that day', async () => {
  for (const name of ['ann', 'bob', 'cat']) await tell(bookedNews(name, request));
  const former = hourFrom('2026-11-30T15:30:00Z');
  await tell({ ...bookedNews('dan', request), kind: 'moved', former });
  await tell({ ...bookedNews('eve', request), kind: 'cancelled' });
  await pass(HOUR);
  expect(provider.taken).toHaveLength(5);
});

test.each(['en', 'es'])(
  'the texts of the day in %s are one part: of the way also at night, while it is true',
  async (language) => {
    // Nine in the evening
    now = Date.parse('2026-12-02T02:00:00Z');
    const at = new Date(now).toISOString();
    for (const [name, day, kind] of [
      ['ann', { onMyWayAt: at }, 'onMyWay'],
      ['ben', { onMyWayAt: at, arrivedAt: new Date(now + 1).toISOString() }, 'onMyWay'],
      ['cleo', { nobodyAt: at }, 'nobodyHome'],
    ] as const) {
      const phone = `407-555-${1000 + name.charCodeAt(0)}`;
      const { eventId: _, ...booked } = bookedNews(name, { ...request, phone, language });
      await storeVisit(open('leads'), { ...booked, eventId: '' });
      await changeVisit(open('leads'), booked.visit.id, (visit) => ({ ...visit, day }));
      await notifier().notify({ ...booked, kind, at, minutes: 20 });
    }
    await pass(MINUTE, MINUTE);
    expect(bodies()).toEqual([]);
    await pass(MINUTE, MINUTE);
    expect(bodies()).toEqual([expect.stringMatching(/ 9:20 \S.*\/visit\//)]);
    await pass(DAY);
    expect(bodies()).toEqual([expect.any(String), expect.stringMatching(/\/book\n/)]);
    const long = bodies().map((body) => body.replace('www.example.com', 'www.sunhavensmartshades.com'));
    expect(long.filter((body) => partsOf(body) > 1)).toEqual([]);
  },
);

test.each([
  ['(202) 555-0142', NUMBER],
  ['1 202 555 0142', NUMBER],
  ['202 555 0142 ext. 12', null],
  ['+44 20 7946 0958', null],
  ['+47 202 555 0142', null],
  ['555 0142', null],
  [undefined, null],
])('the number of %s for texts is %s', (phone, number) => {
  expect(textNumber(phone)).toBe(number);
});

test('what only a newer version knows of a number and of a conversation stays', async () => {
  await tell(news);
  for (const key of [`texts/ledger/${NUMBER.slice(1)}`, `texts/threads/${news.lead.id}`]) {
    await open('leads').put(key, { ...((await open('leads').get(key))?.value as object), ofNewer: 'kept' });
  }
  await tell(bookedNews('bob', request));
  const entry = { id: 'SM1', at: 'now', from: 'them', text: 'Thanks' } as const;
  expect(await noteInThread(open('leads'), news.lead.id, entry)).toBe(true);
  expect(await noteInThread(open('leads'), news.lead.id, entry)).toBe(false);
  expect(await readLedger(open('leads'), NUMBER)).toMatchObject({ ofNewer: 'kept', sent: [{}, {}] });
  expect(await readThread(open('leads'), news.lead.id)).toMatchObject({
    ofNewer: 'kept',
    entries: [{}, { id: 'SM1' }],
  });
});

test('a lead that is being removed gets none', async () => {
  await storeVisit(open('leads'), news);
  await notifier().notify(news);
  await changeLead(open('leads'), news.lead.id, (lead) => ({ ...lead, isRemoving: true }));
  await pass(HOUR);
  expect(provider.taken).toEqual([]);
});

test.each([
  ['en', 'Request not opened yet: Elise Romero, Roswell, '],
  ['es', 'Solicitud sin abrir: Elise Romero, Roswell, el '],
] as const)('what nobody has opened is told to the owner in one part of a text: %s', async (language, words) => {
  const unopened = { kind: 'unopened', lead: news.lead, after: 15 } as const;
  const text = ownerText(unopened, 'https://www.example.com', await wordsIn(language));
  expect([text, partsOf(text)]).toEqual([expect.stringContaining(words), 1]);
});
