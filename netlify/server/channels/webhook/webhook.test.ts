import { changeLead, findLead, keepLead } from '#server/leads/lead-records';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decide } from '#lead/decide';
import type { Change } from '#lead/command';
import { tell } from '#server/news/untold';
import { boxOf, countWaiting } from '#server/outbox/outbox';
import { notifierOn } from '#tests/support/notifier-on';
import type { Store } from '#server/storage/port';
import { everyInterleaving, memoryStore, type OpenStore, type Records } from '#tests/support/stores/interleave';
import { bookedNews, hourFrom, leadOf } from '#tests/support/visits';
import { MINUTE } from '#lib/time/units';
import { lastDelivery, webhook } from './webhook.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

interface Event {
  readonly type: string;
  readonly data: { readonly lead: Record<string, unknown>; readonly visit?: Record<string, unknown> };
}

let taken: { id: string; event: Event }[] = [];
let status = 204;
let store = memoryStore(new Map(), 'leads');
/** Verifies each message as a receiver does, with the library that the specification names. */
const server = createServer(async (request, response) => {
  const body = await text(request);
  const id = String(request.headers['webhook-id']);
  if (status < 300) {
    const event = new Webhook(secret).verify(body, request.headers as Record<string, string>) as Event;
    taken.push({ id, event });
  }
  response.writeHead(status, { location: '/elsewhere' }).end();
});
let url = '';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T15:00:00Z') });
  [taken, status] = [[], 204];
  store = memoryStore(new Map(), 'leads');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

function notifier(leads: Store = store) {
  const env = { LEADS_WEBHOOK_URL: url, LEADS_WEBHOOK_SECRET: secret };
  return notifierOn((name) => memoryStore(new Map(), name), {
    leads,
    now: Date.now,
    log: () => undefined,
    channels: (environment) => ({ webhook: webhook.open({ ...environment, env, context: 'dev' }) }),
  });
}

const waiting = async () => (await countWaiting(boxOf(store, webhook.outbox), Date.now())).count;

async function pass(ms: number): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; ) {
    vi.setSystemTime(Date.now() + 2 * MINUTE);
    await notifier().sendDue();
  }
}

test('each request and each change of a visit is one event, signed as the specification says', async () => {
  const { id, request } = leadOf('ann');
  for (const words of [request, { ...request, phone: '(407) 555-0177' }]) {
    const kept = await keepLead(store, { id, request: words, source: 'dialog', now: new Date() });
    if (kept) await tell(notifier(), kept.lead, kept);
  }
  const news = bookedNews('ann', { attribution: { utm_source: 'google', landing: '/' } });
  await notifier().notify(news);
  await notifier().notify({ ...news, eventId: 'e2', kind: 'moved', former: hourFrom('2026-11-30T15:30:00Z') });
  await notifier().notify({ ...news, eventId: 'e2', kind: 'cancelled' });
  await notifier().notify(news);
  await notifier().sendDue();
  expect(taken.map(({ event }) => event.type).toSorted()).toEqual([
    'lead.created',
    'lead.updated',
    'visit.booked',
    'visit.cancelled',
    'visit.moved',
  ]);
  expect(new Set(taken.map((one) => one.id)).size).toBe(5);
  const moved = taken.find(({ event }) => event.type === 'visit.moved')?.event.data;
  expect(moved?.visit).toMatchObject({
    start: '2026-12-01T15:30:00.000Z',
    former: { start: '2026-11-30T15:30:00.000Z' },
  });
  expect(moved?.lead).toMatchObject({ id, name: 'Elise Romero', url: `https://www.example.com/admin/leads#${id}` });
  expect(moved?.lead).not.toHaveProperty('notes');
  expect(moved?.lead).not.toHaveProperty('attribution');
});

/** As the API does for the owner. */
async function change(leads: Store, id: string, fields: Omit<Change, 'do'>): Promise<void> {
  const changed = await changeLead(leads, id, (lead) => {
    const after = decide(lead, { do: 'change', by: 'owner', ...fields }, Date.now());
    return 'refused' in after ? lead : after;
  });
  if (changed) await tell(notifier(leads), changed.after);
}

test('what became of a lead is an event, each once, with its amount', async () => {
  const { id, request } = leadOf('ann');
  await keepLead(store, { id, request: { ...request, heardFrom: 'sign' }, source: 'phone', now: new Date() });
  await change(store, id, { status: 'contacted' });
  await change(store, id, { status: 'quoted', amount: 8200 });
  await change(store, id, { status: 'quoted', amount: 8200 });
  await change(store, id, { status: 'won', amount: 12_400 });
  await notifier().sendDue();
  expect(taken.map(({ event }) => event.type).toSorted()).toEqual(['lead.quoted', 'lead.won']);
  const won = taken.find(({ event }) => event.type === 'lead.won')?.event.data;
  expect(won).toMatchObject({ lead: { id }, outcome: { status: 'won', amount: 12_400, currency: 'USD', visits: [] } });
  expect(won?.lead).not.toHaveProperty('heardFrom');
  expect((await findLead(store, id))?.lead.untold).toEqual([]);
});

test('a process that dies after any write of the change leaves the event to the schedule, and no second', async () => {
  const { id, request } = leadOf('ann');
  const start = (): Records =>
    new Map([[`leads:leads/${id}`, { value: { ...leadOf('ann'), request, status: 'contacted' }, version: 1 }]]);
  const owner = async (open: OpenStore) => {
    await change(open('leads'), id, { status: 'won' });
    return 'done';
  };
  let deaths = 0;
  await everyInterleaving({ start, actors: [owner], mortal: [0] }, async ({ records, outcomes, schedule }) => {
    if (outcomes[0] === 'dead') deaths += 1;
    [taken, store] = [[], memoryStore(records, 'leads')];
    const isWon = (await findLead(store, id))?.lead.status === 'won';
    await pass(10 * MINUTE);
    expect(
      taken.map(({ event }) => event.type),
      schedule,
    ).toEqual(isWon ? ['lead.won'] : []);
    expect((await findLead(store, id))?.lead.untold, schedule).toEqual([]);
  });
  expect(deaths).toBeGreaterThan(2);
});

test.each([
  [500, 'HTTP 500'],
  [404, 'HTTP 404'],
  [302, 'HTTP 302'],
  ['down', 'ECONNREFUSED'],
] as const)('where the answer is %s, it is tried again under the same id, and shown', async (refusal, note) => {
  const right = url;
  if (refusal === 'down') url = 'http://127.0.0.1:9/hook';
  else status = refusal;
  await notifier().notify(bookedNews('ann'));
  await notifier().sendDue();
  expect(await lastDelivery(store)).toMatchObject({ event: 'visit.booked', isDelivered: false, note });
  expect(await waiting()).toBe(1);
  [status, url] = [204, right];
  await pass(20 * MINUTE);
  expect(taken).toHaveLength(1);
  expect(await lastDelivery(store)).toMatchObject({ isDelivered: true, note: 'HTTP 204' });
  await pass(60 * MINUTE);
  expect(taken).toHaveLength(1);
});

test.each([
  ['http://crm.example.com/', 'production', false],
  ['https://crm.example.com/', 'production', true],
  ['http://127.0.0.1:9/', 'dev', true],
])('%s in %s is used: %s', (address, context, isUsed) => {
  const env = { LEADS_WEBHOOK_URL: address, LEADS_WEBHOOK_SECRET: secret };
  const { channels } = notifierOn((name) => memoryStore(new Map(), name), {
    now: Date.now,
    channels: (environment) => ({ webhook: webhook.open({ ...environment, env, context }) }),
  });
  expect(channels.webhook !== null).toBe(isUsed);
});
