import { expect, test } from 'vitest';
import type { Environment } from '#browser/environment';
import { adminLead, adminPage, ENDED } from '#tests/support/admin-page';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import type { Today } from '#contracts/today';
import { MINUTE } from '#lib/time/units';
import { createDay, leftOf, type Handled, taskKey, type TaskList } from './today-store.ts';

const server = scriptedServer();
const TODAY = '/api/today';
const waits = adminLead('a');
const nothing = {
  visits: [],
  waiting: [],
  waitingCount: 0,
  outcomes: [],
  outcomesCount: 0,
  followUps: [],
  followUpsCount: 0,
  texts: [],
} satisfies Today;
const one: Scripted = { body: { ...nothing, waiting: [waits], waitingCount: 1 } };

async function openDay(answer: Scripted = one, changes: Partial<Environment> = {}) {
  server.script(TODAY, answer);
  const clock = { now: Date.parse('2026-12-01T15:00:00.000Z') };
  const { environment, session, events } = adminPage(server, '/admin', { now: () => clock.now, ...changes });
  const day = createDay(environment, session);
  await day.start();
  return { day, events, clock };
}
const sent = () => server.heard.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
/** What the counts say. */
function left({ day }: Awaited<ReturnType<typeof openDay>>): Record<TaskList, number> | null {
  const known = day.$day.get();
  if (known.state !== 'ready') return null;
  const of = (list: TaskList) => leftOf(known.day, day.$handled.get(), list);
  return { waiting: of('waiting'), outcomes: of('outcomes'), followUps: of('followUps') };
}

const none = () => new Set<string>();

test('a first reading that fails says so; a later one leaves what is there, which is old after five minutes', async () => {
  const failed = await openDay({ cut: true });
  expect(failed.day.$day.get()).toEqual({ state: 'failed' });
  server.script(TODAY, one);
  await failed.day.load();
  expect(failed.day.$day.get()).toMatchObject({ state: 'ready', isOld: false });
  server.script(TODAY, { status: 503, body: { error: 'Not now' } });
  const readAt = failed.clock.now;
  for (const isOld of [false, true]) {
    failed.clock.now += 4 * MINUTE;
    await failed.day.renew(none);
    expect(failed.day.$day.get()).toMatchObject({ state: 'ready', readAt, isOld, day: { waitingCount: 1 } });
  }
  server.script(TODAY, one);
  await failed.day.renew(none);
  expect(failed.day.$day.get()).toMatchObject({ state: 'ready', readAt: failed.clock.now, isOld: false });
});

test('a renewal brings what is new, and takes away no card in hand and no Undo of the last ten minutes', async () => {
  const [b, c] = [adminLead('b'), adminLead('c')];
  const page = await openDay({ body: { ...nothing, waiting: [waits, b, c], waitingCount: 3 } });
  const { day, clock } = page;
  const ids = () => {
    const known = day.$day.get();
    return known.state === 'ready' && known.day.waiting.map(({ id }) => id).join('');
  };
  server.script('/api/leads/a', { body: called });
  await day.handle('waiting', waits, reached);
  const elsewhere = { body: { ...nothing, waiting: [adminLead('d')], waitingCount: 1 } };
  server.script(TODAY, elsewhere);
  await day.renew(() => new Set(['waiting b']));
  expect([ids(), left(page)?.waiting, Object.keys(day.$handled.get())]).toEqual(['abd', 2, ['waiting a']]);
  clock.now += 10 * MINUTE;
  await day.renew(none);
  expect([ids(), left(page)?.waiting, day.$handled.get()]).toEqual(['d', 1, {}]);
});

test('an Undo goes when another device has brought the lead back', async () => {
  const page = await openDay();
  server.script('/api/leads/a', { body: called });
  await page.day.handle('waiting', waits, reached);
  server.script(TODAY, one);
  await page.day.renew(none);
  expect(left(page)?.waiting).toBe(0);
  const back = adminLead('a', { updatedAt: '2026-12-01T15:00:01.000Z' });
  server.script(TODAY, { body: { ...nothing, waiting: [back], waitingCount: 1 } });
  await page.day.renew(none);
  expect(left(page)?.waiting).toBe(1);
});

const reached = { status: 'contacted', followUp: '2026-12-04' } as const;
const called = adminLead('a', reached);

test('whoever was called comes back on a day; a call that fails leaves them waiting', async () => {
  const page = await openDay();
  const { day, events } = page;
  server.script('/api/leads/a', { status: 503, body: { error: 'The storage is away.' } }, { body: called });
  expect(await day.handle('waiting', waits, reached)).toBe(false);
  expect([left(page)?.waiting, events]).toEqual([1, ['Error: The storage is away.']]);
  const telling = day.handle('waiting', waits, reached);
  expect(day.$edits.get()['a']?.sending).toEqual(reached);
  expect(await day.handle('waiting', waits, reached)).toBe(false);
  expect(await telling).toBe(true);
  expect([left(page), day.$edits.get()]).toEqual([{ waiting: 0, outcomes: 0, followUps: 0 }, {}]);
  expect(sent()).toEqual(Array(2).fill({ ...reached, seen: { status: 'new', followUp: null } }));
});

test('a call is taken back, and its lead waits again', async () => {
  const page = await openDay();
  const { day } = page;
  server.script(
    '/api/leads/a',
    { body: called },
    { body: adminLead('a', { ...called, followUp: '2026-12-05' }) },
    { body: waits },
  );
  await day.handle('waiting', waits, reached);
  const handled = () => Object.values(day.$handled.get())[0] as Handled;
  await day.putOff('waiting', handled(), '2026-12-05');
  await day.undo('waiting', handled());
  expect(left(page)?.waiting).toBe(1);
  expect(sent().slice(1)).toEqual([
    { followUp: '2026-12-05', seen: { followUp: '2026-12-04' } },
    {
      status: 'new',
      lostReason: null,
      amount: null,
      followUp: null,
      seen: { status: 'contacted', lostReason: null, amount: null, followUp: '2026-12-05' },
    },
  ]);
});

test('who was not at home is to be called today, until that is taken back with the outcome', async () => {
  const visit = { start: '2026-12-01T13:00:00.000Z', end: '2026-12-01T14:00:00.000Z', kind: 'consultation' };
  const visited = adminLead('a', { status: 'visited', visits: [visit] });
  const page = await openDay({ body: { ...nothing, outcomes: [visited], outcomesCount: 1 } });
  const { day } = page;
  const missed = adminLead('a', {
    status: 'contacted',
    followUp: '2026-12-01',
    visits: [{ ...visit, outcome: 'not home' }],
  });
  server.script('/api/leads/a', { body: missed }, { body: visited });
  const outcome = { visit: visit.start, result: 'not home' } as const;
  await day.handle('outcomes', visited, { outcome, followUp: '2026-12-01' });
  expect(left(page)).toEqual({ waiting: 0, outcomes: 0, followUps: 1 });
  await day.undo('outcomes', Object.values(day.$handled.get())[0] as Handled);
  expect(left(page)).toEqual({ waiting: 0, outcomes: 1, followUps: 0 });
  expect(sent()).toMatchObject([
    { outcome, seen: { outcome: null, status: 'visited', followUp: null } },
    { outcome: { result: null }, status: 'visited', followUp: null, seen: { outcome: 'not home' } },
  ]);
});

test('the next step of a job is asked at once below the last one, and all are taken back', async () => {
  const sold = adminLead('a', { status: 'won', job: { orderedOn: '2026-11-01' }, followUp: '2026-12-01' });
  const page = await openDay({ body: { ...nothing, followUps: [sold], followUpsCount: 1 } });
  const { day } = page;
  const handled = () => Object.values(day.$handled.get())[0] as Handled;
  const job = { orderedOn: '2026-11-01', arrivedOn: '2026-12-01' };
  const [arrived, booked] = [adminLead('a', { status: 'won', job }), { followUp: '2026-12-04' }];
  server.script('/api/leads/a', { body: arrived }, { body: { ...arrived, ...booked } }, { body: sold });
  await day.handle('followUps', sold, { job, followUp: null });
  expect([handled().isDue, left(page)?.followUps]).toEqual([true, 1]);
  await day.handle('followUps', arrived, booked);
  expect([handled().isDue, left(page)?.followUps]).toEqual([false, 0]);
  await day.undo('followUps', handled());
  const seen = { job, followUp: '2026-12-04' };
  expect(sent().at(-1)).toMatchObject({
    job: { orderedOn: '2026-11-01', arrivedOn: null },
    followUp: '2026-12-01',
    seen,
  });
  expect(left(page)?.followUps).toBe(1);
});

test('what is typed on a card is kept for the page after a sign-in, as long as the card is there', async () => {
  const sessionStorage = new MemoryStorage();
  const { day } = await openDay(one, { sessionStorage: () => sessionStorage });
  const key = taskKey('waiting', waits);
  day.typed.type(key, waits, 'lostReason', 'price');
  day.typed.type(taskKey('followUps', waits), waits, 'amount', '7,400');
  server.script('/api/leads/a', ENDED);
  expect(await day.handle('waiting', waits, { status: 'lost' })).toBe(false);
  const next = await openDay(one, { sessionStorage: () => sessionStorage });
  expect(next.day.typed.kept()).toEqual({ [key]: { seen: { lostReason: null }, mine: { lostReason: 'price' } } });
});

test.each([true, false])('a status that has changed since is asked about; mine: %s', async (isMine) => {
  const page = await openDay();
  const { day, events } = page;
  const conflict = { fields: { status: 'lost' } };
  server.script('/api/leads/a', { status: 409, body: { error: 'Changed.', conflict } }, { body: called });
  await day.handle('waiting', waits, reached);
  expect([day.$edits.get()['a'], events]).toMatchObject([{ mine: reached, theirs: conflict }, []]);
  await day.settle('waiting', waits, isMine);
  expect(left(page)?.waiting).toBe(0);
  expect(sent().slice(1)).toEqual(isMine ? [{ ...reached, seen: { status: 'lost', followUp: null } }] : []);
  expect(day.$edits.get()).toEqual({});
});

test('a change over another one that fails leaves its card', async () => {
  const page = await openDay();
  const conflict = { fields: { status: 'lost' } };
  server.script('/api/leads/a', { status: 409, body: { error: 'Changed.', conflict } }, { cut: true });
  await page.day.handle('waiting', waits, reached);
  await page.day.settle('waiting', waits, true);
  expect(left(page)?.waiting).toBe(1);
});

test('a text that needs no answer goes; one that has come meanwhile is shown instead', async () => {
  const unansweredText = { id: 'sm1', at: '2026-12-01T14:00:00.000Z', text: 'Thanks!' };
  const texted = (text: string) => adminLead('a', { unansweredText: { ...unansweredText, text } });
  const { day, events } = await openDay({ body: { ...nothing, texts: [texted('Thanks!')] } });
  const texts = () => {
    const known = day.$day.get();
    return known.state === 'ready' && known.day.texts.map((lead) => lead.unansweredText?.text);
  };
  server.script(TODAY, { body: { ...nothing, texts: [texted('Or at 4?')] } });
  const conflict = { fields: { unansweredText: { ...unansweredText, text: 'Or at 4?' } } };
  server.script('/api/leads/a', { status: 409, body: { error: 'Changed', conflict } }, { body: waits });
  await day.needsNoAnswer(texted('Thanks!'));
  expect([texts(), events]).toEqual([['Or at 4?'], ['Error: Changed']]);
  await day.needsNoAnswer(texted('Or at 4?'));
  expect([texts(), sent().at(-1)]).toEqual([
    [],
    { unansweredText: null, seen: { unansweredText: { ...unansweredText, text: 'Or at 4?' } } },
  ]);
});
