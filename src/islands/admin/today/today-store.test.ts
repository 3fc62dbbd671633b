import { expect, test } from 'vitest';
import type { Environment } from '#browser/environment';
import { adminLead, adminPage, adminVisit, emptyDay as nothing, ENDED } from '#tests/support/admin-page';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { MINUTE } from '#lib/time/units';
import { isSending } from '../leads/commands.ts';
import { noteKey } from '../leads/notes.ts';
import { againCounts, createDay, type Handled, leftOf, type TaskList, withoutHandled } from './today-store.ts';

const server = scriptedServer();
const TODAY = '/api/today';
const waits = adminLead('a');
const one: Scripted = { body: { ...nothing, waiting: [waits], waitingCount: 1 } };

const handledOf = ({ day }: { readonly day: ReturnType<typeof createDay> }) =>
  Object.values(day.$handled.get())[0] as Handled;

async function openDay(answer: Scripted = one, changes: Partial<Environment> = {}, inHand = new Set<string>()) {
  server.script(TODAY, answer);
  const clock = { now: Date.parse('2026-12-01T15:00:00.000Z') };
  const { environment, session, events } = adminPage(server, '/admin', { now: () => clock.now, ...changes });
  const day = createDay(environment, session);
  await day.start(() => inHand);
  return { day, events, clock, inHand };
}
const sent = () => server.heard.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body));
/** What the counts say. */
function left({ day }: Awaited<ReturnType<typeof openDay>>): Record<TaskList, number> | null {
  const known = day.$day.get();
  if (known.state !== 'ready') return null;
  const of = (list: TaskList) => leftOf(known.day, day.$handled.get(), list);
  return { waiting: of('waiting'), outcomes: of('outcomes'), followUps: of('followUps') };
}

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
    await failed.day.renew();
    expect(failed.day.$day.get()).toMatchObject({ state: 'ready', readAt, isOld, day: { waitingCount: 1 } });
  }
  server.script(TODAY, one);
  await failed.day.renew();
  expect(failed.day.$day.get()).toMatchObject({ state: 'ready', readAt: failed.clock.now, isOld: false });
});

test('a renewal brings what is new, and takes away no card in hand and no Undo of the last ten minutes', async () => {
  const [b, c] = [adminLead('b'), adminLead('c')];
  const page = await openDay({ body: { ...nothing, waiting: [waits, b, c], waitingCount: 3 } });
  const { day, clock, inHand } = page;
  const ids = () => {
    const known = day.$day.get();
    return known.state === 'ready' && known.day.waiting.map(({ id }) => id).join('');
  };
  server.script('/api/leads/a', { body: called });
  inHand.add('waiting b');
  const elsewhere = { body: { ...nothing, waiting: [adminLead('d')], waitingCount: 1 } };
  server.script(TODAY, elsewhere);
  await day.handle('waiting', waits, reached);
  expect([ids(), left(page)?.waiting, Object.keys(day.$handled.get())]).toEqual(['abd', 2, ['waiting a']]);
  clock.now += 10 * MINUTE;
  inHand.clear();
  await day.renew();
  expect([ids(), left(page)?.waiting, day.$handled.get()]).toEqual(['d', 1, {}]);
});

test('what is held keeps its place and gets its newest words, wherever the server has it', async () => {
  const [b, c] = [adminLead('b'), adminLead('c')];
  const { day, inHand } = await openDay({ body: { ...nothing, waiting: [waits, b, c], waitingCount: 3 } });
  inHand.add('waiting b');
  const newer = adminLead('b', { amount: 7 });
  server.script(TODAY, { body: { ...nothing, waiting: [c, waits, newer], waitingCount: 3 } });
  await day.renew();
  const known = day.$day.get();
  expect(known).toMatchObject({
    day: { waiting: [{ id: 'c' }, { id: 'b', amount: 7 }, { id: 'a' }], waitingCount: 3 },
  });
});

const reached = { status: 'contacted', followUp: '2026-12-04' } as const;
const undo = { at: '2026-12-01T15:00:00.000Z', before: {} };
const called = adminLead('a', { ...reached, undo });

test('an Undo goes when another device has brought the lead back', async () => {
  const page = await openDay();
  server.script('/api/leads/a', { body: called });
  await page.day.handle('waiting', waits, reached);
  await page.day.renew();
  expect(left(page)?.waiting).toBe(0);
  const back = adminLead('a', { updatedAt: '2026-12-01T15:00:01.000Z' });
  server.script(TODAY, { body: { ...nothing, waiting: [back], waitingCount: 1 } });
  await page.day.renew();
  expect(left(page)?.waiting).toBe(1);
});

test('whoever was called comes back on a day; a call that fails leaves them waiting', async () => {
  const page = await openDay();
  const { day, events } = page;
  server.script('/api/leads/a', { status: 503, body: { error: 'The storage is away.' } }, { body: called });
  expect(await day.handle('waiting', waits, reached)).toBe(false);
  expect([left(page)?.waiting, events]).toEqual([1, ['Error: The storage is away.']]);
  server.script(TODAY, { body: nothing });
  const telling = day.handle('waiting', waits, reached);
  expect(isSending(day.$presses.get()['waiting a'])).toBe(true);
  expect(await day.handle('waiting', waits, reached)).toBe(false);
  expect(await telling).toBe(true);
  expect([left(page), day.$presses.get()]).toEqual([{ waiting: 0, outcomes: 0, followUps: 0 }, {}]);
  expect(handledOf(page)).toMatchObject({ before: waits, after: called, isDue: false });
  const known = { ...nothing, waiting: [waits, adminLead('b')], outcomes: [waits], followUps: [waits] };
  const shown = { ...known, waiting: known.waiting.slice(1) };
  expect(withoutHandled(known, day.$handled.get())).toEqual(shown);
  expect(sent()).toEqual(Array(2).fill({ do: 'change', ...reached, seen: { status: 'new', followUp: null } }));
});

test('who is to be called again is counted by the day; beyond the first page all are older', () => {
  const [dueToday, overdue] = ['2026-12-01', '2026-11-02'].map((followUp) => adminLead(followUp, { followUp }));
  const known = { ...nothing, followUps: [dueToday, overdue].flatMap((lead) => lead ?? []), followUpsCount: 41 };
  const now = new Date('2026-12-01T15:00:00Z');
  const handled = { change: reached, before: waits, after: called, at: 0, isDue: false };
  expect(againCounts(known, {}, now)).toBe('1 for today, 40 older');
  expect(againCounts(known, { 'followUps 2026-12-01': handled }, now)).toBe('40 older');
  expect(againCounts(nothing, {}, now)).toBe('');
});

test('a call that is put off is taken back with it, and its lead waits again', async () => {
  const page = await openDay();
  const { day } = page;
  const [later, again] = ['2026-12-01T15:01:00.000Z', '2026-12-05'];
  const off = adminLead('a', { ...called, followUp: again, undo: { ...undo, at: later } });
  server.script('/api/leads/a', { body: called }, { body: off }, { body: waits });
  await day.handle('waiting', waits, reached);
  await day.putOff('waiting', handledOf(page), again);
  expect(handledOf(page)).toMatchObject({ before: waits, change: { status: 'contacted', followUp: again } });
  await day.undo('waiting', handledOf(page));
  expect(left(page)?.waiting).toBe(1);
  expect(sent().slice(1)).toEqual([
    { do: 'change', followUp: again, seen: { status: 'contacted', followUp: reached.followUp }, follows: undo.at },
    { do: 'undo', at: later },
  ]);
});

test('an Undo that is refused leaves its line, and the day is read again', async () => {
  const page = await openDay();
  server.script('/api/leads/a', { body: called }, { status: 409, body: { error: 'It has changed since.' } });
  await page.day.handle('waiting', waits, reached);
  await page.day.undo('waiting', handledOf(page));
  expect([handledOf(page).after, page.events]).toEqual([called, ['Error: It has changed since.']]);
});

const visit = adminVisit('2026-12-01T13:00:00.000Z');
const over = adminLead('a', { status: 'booked', visits: [visit] });

test('who was not at home is to be called today: the day is read again, and what is done there alone can be taken back', async () => {
  const b = adminLead('b');
  const page = await openDay({
    body: { ...nothing, waiting: [b], waitingCount: 1, outcomes: [over], outcomesCount: 1 },
  });
  const { day } = page;
  server.script('/api/leads/b', { body: adminLead('b', reached) });
  await day.handle('waiting', b, reached);
  const today = { status: 'contacted', followUp: '2026-12-01' } as const;
  const missed = adminLead('a', { ...today, visits: [{ ...visit, outcome: 'not home' }], undo });
  server.script('/api/leads/a', { body: missed }, { body: adminLead('a', { status: 'lost', undo }) });
  server.script(TODAY, { body: { ...nothing, followUps: [missed], followUpsCount: 1 } });
  const outcome = { visit: visit.start ?? '', result: 'not home' } as const;
  await day.handle('outcomes', over, { outcome, followUp: '2026-12-01' });
  expect(left(page)).toEqual({ waiting: 0, outcomes: 0, followUps: 1 });
  expect(sent().slice(1)).toEqual([
    { do: 'change', outcome, followUp: '2026-12-01', seen: { status: 'visited', outcome: null, followUp: null } },
  ]);
  server.script(TODAY, { body: nothing });
  await day.handle('followUps', missed, { status: 'lost' });
  const isFinal = Object.entries(day.$handled.get()).map(([key, one]) => [key, one.isFinal]);
  expect(isFinal).toEqual([
    ['waiting b', undefined],
    ['outcomes a', true],
    ['followUps a', undefined],
  ]);
  expect(sent()[2]).not.toHaveProperty('follows');
  server.script('/api/leads/b', { body: b });
  await day.undo('waiting', handledOf(page));
  expect(Object.keys(day.$handled.get())).toEqual(['outcomes a', 'followUps a']);
});

test('who has bought is asked nothing more on the card of the visit', async () => {
  const page = await openDay({ body: { ...nothing, outcomes: [over], outcomesCount: 1 } });
  server.script('/api/leads/a', { body: adminLead('a', { status: 'won', job: {}, visits: [visit], undo }) });
  await page.day.handle('outcomes', over, { outcome: { visit: visit.start ?? '', result: 'sold' } });
  expect([handledOf(page).isDue, left(page)?.outcomes]).toEqual([false, 0]);
});

test('a visit that goes on after all is no longer asked for, whoever has its card in hand', async () => {
  const going = adminVisit('2026-12-01T14:30:00.000Z');
  const [done, other] = [adminLead('a', { visits: [{ ...going, day: { doneAt: undo.at } }] }), adminLead('b')];
  const body = { ...nothing, visits: [{ visit: going, lead: done }], outcomes: [done, other], outcomesCount: 2 };
  const page = await openDay({ body }, {}, new Set(['outcomes a']));
  server.script('/api/leads/a', { body: adminLead('a', { visits: [going] }) });
  server.script(TODAY, { cut: true });
  const back = { do: 'dayStep', visit: going.start ?? '', step: 'undo', at: undo.at } as const;
  expect(await page.day.mark(done, going, back)).toBe(true);
  expect(page.day.$day.get()).toMatchObject({
    day: { outcomes: [{ id: 'b' }], outcomesCount: 1, visits: [{ visit: going }] },
  });
});

test('the next step of a job is asked at once below the last one, and all are taken back', async () => {
  const sold = adminLead('a', { status: 'won', job: { orderedOn: '2026-11-01' }, followUp: '2026-12-01' });
  const page = await openDay({ body: { ...nothing, followUps: [sold], followUpsCount: 1 } });
  const { day } = page;
  const job = { orderedOn: '2026-11-01', arrivedOn: '2026-12-01' };
  const [arrived, booked] = [adminLead('a', { status: 'won', job, undo }), { followUp: '2026-12-04' }];
  server.script('/api/leads/a', { body: arrived }, { body: { ...arrived, ...booked } }, { body: sold });
  await day.handle('followUps', sold, { job, followUp: null });
  expect([handledOf(page).isDue, left(page)?.followUps]).toEqual([true, 1]);
  server.script(TODAY, { body: nothing });
  await day.handle('followUps', arrived, booked);
  expect([handledOf(page), left(page)?.followUps]).toMatchObject([{ isDue: false, before: sold }, 0]);
  await day.undo('followUps', handledOf(page));
  expect(sent().slice(1)).toMatchObject([{ follows: undo.at }, { do: 'undo', at: undo.at }]);
});

test('what is typed and pressed on a card is kept for the page after a sign-in, as long as the card is there', async () => {
  const sessionStorage = new MemoryStorage();
  const { day } = await openDay(one, { sessionStorage: () => sessionStorage });
  day.type('waiting a', { lostReason: 'price' }, waits);
  day.type('followUps a', { amount: '7,400' }, waits);
  expect(day.hasUnsaved()).toBe(true);
  server.script('/api/leads/a', ENDED);
  expect(await day.handle('waiting', waits, { status: 'lost' })).toBe(false);
  server.script('/api/leads/a', { cut: true }, { body: called });
  const next = await openDay(one, { sessionStorage: () => sessionStorage });
  expect(next.day.$typed.get()).toEqual({ 'waiting a': { seen: { lostReason: null }, mine: { lostReason: 'price' } } });
  expect(sent()).toHaveLength(2);
  expect(sent()[1]).toEqual(sent()[0]);
  expect(await next.day.handle('waiting', waits, { status: 'lost' })).toBe(true);
  expect(next.day.hasUnsaved()).toBe(false);
});

test.each([true, false])('a status that has changed since is asked about; mine: %s', async (isMine) => {
  const page = await openDay();
  const { day, events } = page;
  const conflict = { fields: { status: 'lost' } };
  server.script('/api/leads/a', { status: 409, body: { error: 'Changed.', conflict } }, { body: called });
  await day.handle('waiting', waits, reached);
  expect([day.$presses.get()['waiting a'], events]).toMatchObject([{ command: reached, theirs: conflict }, []]);
  server.script(TODAY, { body: nothing });
  // The card stays as long as the owner has not chosen.
  await day.renew();
  expect(left(page)?.waiting).toBe(1);
  await day.settle('waiting', waits, isMine);
  expect([left(page)?.waiting, handledOf(page) !== undefined]).toEqual([0, isMine]);
  expect(sent().slice(1)).toMatchObject(isMine ? [{ ...reached, seen: { status: 'lost', followUp: null } }] : []);
  expect(day.$presses.get()).toEqual({});
});

test('a change over another one that fails leaves its card', async () => {
  const page = await openDay();
  const conflict = { fields: { status: 'lost' } };
  server.script('/api/leads/a', { status: 409, body: { error: 'Changed.', conflict } }, { cut: true });
  await page.day.handle('waiting', waits, reached);
  await page.day.settle('waiting', waits, true);
  expect(left(page)?.waiting).toBe(1);
});

test('a line whose next change is in conflict goes, and the day is read again', async () => {
  const page = await openDay();
  const conflict = { fields: { followUp: null } };
  server.script(
    '/api/leads/a',
    { body: called },
    { status: 409, body: { error: 'Changed.', conflict } },
    { body: called },
  );
  await page.day.handle('waiting', waits, reached);
  await page.day.putOff('waiting', handledOf(page), '2026-12-05');
  await page.day.settle('waiting', waits, true);
  expect([page.day.$handled.get(), left(page)?.waiting]).toEqual([{}, 1]);
});

test('a step of a visit’s day stands on its card at once; one that is done is asked for by the next reading', async () => {
  const card = { visit, lead: { ...over, hasStopped: true } };
  const page = await openDay({
    body: { ...nothing, visits: [card, { visit: adminVisit('2026-12-02T13:00:00.000Z'), lead: waits }] },
  });
  const done = { ...over, hasStopped: true, visits: [{ ...visit, day: { doneAt: undo.at } }] };
  const command = { do: 'dayStep', visit: visit.start ?? '', step: 'done' } as const;
  server.script('/api/leads/a', { cut: true }, { body: done });
  expect(await page.day.mark(card.lead, visit, command)).toBe(false);
  expect([page.events, page.day.$presses.get()[`day ${visit.id}`]?.failed]).toMatchObject([[], {}]);
  server.script(TODAY, { cut: true });
  expect(await page.day.mark(card.lead, visit, command)).toBe(true);
  expect(page.day.$day.get()).toMatchObject({
    day: {
      visits: [
        { visit: { day: { doneAt: undo.at } }, lead: { hasStopped: true } },
        { visit: { start: '2026-12-02T13:00:00.000Z' } },
      ],
    },
  });
  server.script(TODAY, { body: { ...nothing, outcomes: [done], outcomesCount: 1 } });
  expect(await page.day.mark(card.lead, visit, command)).toBe(true);
  expect(left(page)?.outcomes).toBe(1);
});

test('a text that needs no answer goes; one that has come meanwhile is shown instead', async () => {
  const asked = (text: string) => [{ id: 'sm1', at: '2026-12-01T14:00:00.000Z', text }];
  const texted = (text: string) => adminLead('a', { unansweredTexts: asked(text) });
  const other = adminLead('b', { unansweredTexts: asked('Me too') });
  const { day, events } = await openDay({ body: { ...nothing, texts: [texted('Thanks!'), other] } });
  const texts = () => {
    const known = day.$day.get();
    return known.state === 'ready' && known.day.texts.map((lead) => lead.unansweredTexts?.[0]?.text);
  };
  server.script(TODAY, { body: { ...nothing, texts: [texted('Or at 4?'), other] } }, { cut: true });
  const conflict = { fields: { unansweredTexts: asked('Or at 4?') } };
  server.script('/api/leads/a', { status: 409, body: { error: 'Changed', conflict } }, { body: waits });
  await day.settleTexts(texted('Thanks!'));
  expect([texts(), events]).toEqual([['Or at 4?', 'Me too'], [expect.stringMatching(/^Error: Another text/)]]);
  await day.settleTexts(texted('Or at 4?'));
  expect([texts(), events.length, sent().at(-1)]).toEqual([
    ['Me too'],
    1,
    { do: 'change', unansweredTexts: null, seen: { unansweredTexts: asked('Or at 4?') } },
  ]);
});

test('a note saved on a card stands there at once, beside what was said of the visit; an unsaved one outlives a reload', async () => {
  const visit = adminVisit('2026-12-01T20:00:00.000Z');
  const lead = adminLead('a', { visits: [visit] });
  const answer = { body: { ...nothing, visits: [{ visit, lead, unmanned: 'away' }] } };
  const sessionStorage = new MemoryStorage();
  const { day } = await openDay(answer, { sessionStorage: () => sessionStorage });
  const note = { id: 'key-1', at: '2026-12-01T15:00:00.000Z', text: 'Gate code 4411', by: 'Ira' };
  server.script('/api/leads/a', { body: { ...lead, notes: [note] } });
  day.note.type(lead, note.text);
  await day.note.save(lead);
  expect(sent()).toMatchObject([{ do: 'note', note: { text: note.text } }]);
  expect(day.$day.get()).toMatchObject({ day: { visits: [{ unmanned: 'away', lead: { notes: [note] } }] } });
  day.note.type(lead, 'Two ladders');
  day.keep();
  const { day: after } = await openDay(answer, { sessionStorage: () => sessionStorage });
  expect(after.$typed.get()[noteKey(lead)]?.mine['text']).toBe('Two ladders');
});

test('where the lead comes without an Undo, as to an installer, the outcome itself is taken back', async () => {
  const visit = adminVisit('2026-12-01T13:00:00.000Z', { kind: 'installation' });
  const lead = adminLead('a', { status: 'booked', visits: [visit] });
  const page = await openDay({ body: { ...nothing, outcomes: [lead], outcomesCount: 1 } });
  const outcome = { visit: visit.start ?? '', result: 'done' } as const;
  server.script('/api/leads/a', { body: lead });
  await page.day.handle('outcomes', lead, { outcome });
  await page.day.undo('outcomes', handledOf(page));
  expect(sent()[1]).toEqual({ do: 'change', outcome: { ...outcome, result: null } });
  expect(left(page)?.outcomes).toBe(1);
});
