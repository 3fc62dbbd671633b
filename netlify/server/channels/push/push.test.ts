import { afterEach, beforeEach, expect, test } from 'vitest';
import { makePushKeys } from '#local/admin';
import type { VisitNews } from '#server/news/news';
import { boxOf, countWaiting } from '#server/outbox/outbox';
import { notifierOn } from '#tests/support/notifier-on';
import { memoryStore, type Records } from '#tests/support/stores/interleave';
import { PushService } from '#tests/support/push-service';
import { bookedNews, hourFrom, leadOf, storeVisit } from '#tests/support/visits';
import { MINUTE } from '#lib/time/units';
import { addDevice, listDevices, push, pushChannel, type PushSettings } from './push.ts';

const keys = makePushKeys();
const settings: PushSettings = {
  publicKey: keys.VAPID_PUBLIC_KEY,
  privateKey: keys.VAPID_PRIVATE_KEY,
  subject: 'mailto:hello@example.com',
  mayBeLocal: true,
};
const service = new PushService(settings.publicKey);

let records: Records = new Map();
let now = 0;
let log: string[] = [];
const open = (name: string) => memoryStore(records, name);
beforeEach(async () => {
  await service.start();
  records = new Map();
  now = Date.parse('2026-11-20T15:00:00Z');
  log = [];
});
afterEach(async () => {
  await service.stop();
  service.received.length = 0;
  service.answers = () => 201;
  expect(service.refused).toEqual([]);
});

function notifier(change: Partial<PushSettings> = {}) {
  return notifierOn(open, {
    now: () => now,
    log: (line) => void log.push(line),
    channels: (environment) => ({ push: pushChannel({ ...settings, ...change }, environment) }),
  });
}

const add = (name: string) => addDevice(open('auth'), { ...service.subscribe(name), name }, now);

async function pass(ms: number, step = 2 * MINUTE): Promise<void> {
  for (const end = now + ms; now < end; ) {
    now += step;
    await notifier().sendDue();
  }
}

async function tell(news: VisitNews, by = notifier()): Promise<void> {
  await storeVisit(open('leads'), news);
  await by.notify(news);
}

const titles = () => service.received.map(({ device, data }) => `${device}: ${data['title']}`).toSorted();
const when = 'Tuesday, December 1 at 10:30 AM ET';

test('a booking is told to every device, encrypted for it and signed, and opens its lead', async () => {
  await add('phone');
  await add('laptop');
  const booking = notifier();
  await tell(bookedNews('ann'), booking);
  await booking.sendFresh();
  expect(titles()).toEqual([`laptop: Visit booked: ${when}`, `phone: Visit booked: ${when}`]);
  expect(service.received[0]).toMatchObject({
    data: { lead: leadOf('ann').id, body: 'Elise Romero, Roswell. Motorized Shades' },
    urgency: 'high',
    ttl: 259_200,
    subject: 'mailto:hello@example.com',
  });
  expect(service.received[0]?.topic).toBe(service.received[0]?.data['tag']);
  const [first] = await listDevices(open('auth'));
  expect(first?.toldAt).toBe(now);
  await tell(bookedNews('ann'), notifier());
  await pass(60 * MINUTE);
  expect(service.received).toHaveLength(2);
});

test('moved and cancelled visits and changed requests are told each by themselves', async () => {
  await add('phone');
  const news = bookedNews('ann');
  await tell({ ...news, eventId: 'e2', kind: 'moved', former: hourFrom('2026-11-30T15:30:00Z') });
  await notifier().sendDue();
  await tell({ ...news, eventId: 'e2', kind: 'cancelled' });
  await notifier().sendDue();
  expect(titles()).toEqual([`phone: Visit cancelled: ${when}`, `phone: Visit moved: ${when}`]);
});

test('a push service that is down loses nothing, and keeps no other device waiting', async () => {
  await add('dead');
  await add('phone');
  service.answers = (device) => (device === 'dead' ? 503 : 201);
  await tell(bookedNews('ann'), notifier());
  await notifier().sendDue();
  expect(titles()).toEqual([`phone: Visit booked: ${when}`]);
  expect(log).toContainEqual(expect.stringMatching(/^Push: [0-9a-z]+-booked-eann-[0-9a-f]{32}, attempt 1: later$/));
  await pass(30 * MINUTE);
  service.answers = () => 201;
  await pass(120 * MINUTE);
  expect(titles()).toEqual([`dead: Visit booked: ${when}`, `phone: Visit booked: ${when}`]);
});

test.each([404, 410])('a subscription that has ended (%i) is dropped with what waits for it', async (status) => {
  await add('old');
  await add('phone');
  service.answers = (device) => (device === 'old' ? status : 201);
  await tell(bookedNews('ann'), notifier());
  await notifier().sendDue();
  expect((await listDevices(open('auth'))).map(({ name }) => name)).toEqual(['phone']);
  expect((await countWaiting(boxOf(open('leads'), push.outbox), now)).count).toBe(0);
});

test('a device that is added later is told nothing of before, also when a sweep finds the booking again', async () => {
  await tell(bookedNews('ann'), notifier());
  await add('phone');
  await tell(bookedNews('ann'), notifier());
  await pass(10 * MINUTE);
  expect(service.received).toEqual([]);
});

test('no message goes to this machine, or to an address inside, where the site is live', async () => {
  await add('phone');
  await tell(bookedNews('ann'), notifier());
  await notifier({ mayBeLocal: false }).sendDue();
  expect(service.received).toEqual([]);
});
