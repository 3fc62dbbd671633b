import { expect, test } from 'vitest';
import { adminLead, adminPage, ENDED } from '#tests/support/admin-page';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createDay } from './today-store.ts';

const server = scriptedServer();
const TODAY = '/api/today';
const waits = adminLead('a');
const one: Scripted = { body: { visits: [], waiting: [waits], waitingCount: 1 } };

async function openDay(answer: Scripted = one) {
  server.script(TODAY, answer);
  const clock = { now: 1_000_000 };
  const { environment, session, events, note } = adminPage(server, '/admin', { now: () => clock.now });
  const day = createDay(environment, session, {
    trying: () => undefined,
    calledBack: note('called'),
    changeFailed: note('failed'),
  });
  await day.start();
  return { day, events, clock };
}
const reads = () => server.heard.filter(({ path }) => path === TODAY).length;

test('the day is read once the owner is in, and again after a minute away', async () => {
  const { day, clock } = await openDay();
  expect(day.$day.get()).toMatchObject({ state: 'ready', isOld: false, day: { waitingCount: 1 } });
  await day.refresh();
  expect(reads()).toBe(1);
  clock.now += 60_000;
  await day.refresh();
  expect(reads()).toBe(2);
});

test('a first reading that fails says so; a later one leaves what is there, as old', async () => {
  const failed = await openDay({ cut: true });
  expect(failed.day.$day.get()).toEqual({ state: 'failed' });
  server.script(TODAY, one);
  await failed.day.load();
  expect(failed.day.$day.get()).toMatchObject({ state: 'ready', isOld: false });
  server.script(TODAY, { status: 503, body: { error: 'Not now' } });
  failed.clock.now += 60_000;
  await failed.day.refresh();
  expect(failed.day.$day.get()).toMatchObject({ state: 'ready', isOld: true, day: { waitingCount: 1 } });
  // The next look asks again after a failure.
  server.script(TODAY, one);
  await failed.day.refresh();
  expect(failed.day.$day.get()).toMatchObject({ state: 'ready', isOld: false });
});

test('whoever is called waits no more; a call that fails leaves them waiting', async () => {
  const { day, events } = await openDay();
  server.script('/api/leads/a', { status: 503, body: { error: 'The storage is away.' } });
  await day.markCalled(waits);
  expect(day.$day.get()).toMatchObject({ day: { waiting: [{ id: 'a' }], waitingCount: 1 } });
  server.script('/api/leads/a', { body: { ...waits, status: 'contacted' } });
  const marking = day.markCalled(waits);
  expect([...day.$calling.get()]).toEqual(['a']);
  await day.markCalled(waits);
  await marking;
  expect(day.$day.get()).toMatchObject({ day: { waiting: [], waitingCount: 0 } });
  expect([...day.$calling.get()]).toEqual([]);
  expect(events).toEqual(['failed The storage is away.', 'called Lead a']);
  const changes = server.heard.filter(({ method }) => method === 'PUT');
  expect(changes.map(({ body }) => JSON.parse(body))).toEqual(
    Array(2).fill({ status: 'contacted', seen: { status: 'new' } }),
  );
});

test.each([true, false])('40.11: a status that has changed since is asked about; mine: %s', async (isMine) => {
  const { day, events } = await openDay();
  const conflict = { fields: { status: 'closed' } };
  server.script('/api/leads/a', { status: 409, body: { error: 'Changed.', conflict } }, { body: waits });
  await day.markCalled(waits);
  expect([day.$conflicts.get(), events]).toEqual([{ a: conflict }, []]);
  await day.settle(waits, isMine);
  expect(day.$day.get()).toMatchObject({ day: { waiting: [] } });
  const changes = server.heard.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
  expect(changes.slice(1)).toEqual(isMine ? [{ status: 'contacted', seen: conflict.fields }] : []);
  expect(day.$conflicts.get()).toEqual({});
});

test('a session that has ended leads to the sign-in, and back here', async () => {
  const { events } = await openDay(ENDED);
  expect(events).toEqual(['left for /login?back=%2Fadmin']);
});
