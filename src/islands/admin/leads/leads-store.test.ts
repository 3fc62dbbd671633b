import { expect, test } from 'vitest';
import type { ShownLead } from '#lead/answers';
import { MINUTE } from '#lib/time/units';
import { adminLead as lead, adminPage, adminVisit, ENDED } from '#tests/support/admin-page';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { consultation } from '#tests/support/visitor';
import { cityList } from '#contracts/consultation';
import { exportAddress } from './leads-api.ts';
import { everything, filterIn, queryText } from './leads-api.ts';
import { drawn, keyOf } from './commands.ts';
import { createLeadsAdmin, progressKey, visitNoteKey } from './leads-store.ts';
import { noteKey } from './notes.ts';
import { requestKey } from './requests.ts';

const server = scriptedServer();
const LIST = '/api/leads';
const pageOf = (...leads: ShownLead[]) => ({ body: { leads, matching: leads.length, total: 9 } });

/** A page that lists two leads, and its events. The test ends the waits. */
async function openLeads(
  storage = new MemoryStorage(),
  list: Scripted = pageOf(lead('a'), lead('b')),
  search = '',
  id = '',
) {
  server.script(LIST + search, list);
  const waits: (() => void)[] = [];
  const { environment, session, events } = adminPage(server, '/admin/leads#a', {
    wait: () => new Promise((done) => waits.push(done)),
    sessionStorage: () => storage,
    now: () => Date.parse('2026-11-02T15:00:00.000Z'),
  });
  const leads = createLeadsAdmin(environment, session);
  await leads.start(id, search);
  return { leads, events, waits, storage };
}
const sent = (method: string) => server.heard.filter((one) => one.method === method);
const listings = () => sent('GET').filter(({ path }) => path.startsWith(LIST));
/** The commands, without `do`. */
const commands = () =>
  sent('POST').flatMap(({ body }) => {
    const { do: _, ...command } = JSON.parse(body || '{}');
    return _ ? [command] : [];
  });
type Leads = Awaited<ReturnType<typeof openLeads>>['leads'];
const listed = (leads: Leads): readonly ShownLead[] => {
  const list = leads.$list.get();
  return list.state === 'ready' ? list.page.leads : [];
};
const shown = (leads: Leads) => listed(leads).map(({ id }) => id);

test('the search asks once when typing rests, for the last of it', async () => {
  const { leads, waits } = await openLeads();
  server.script(`${LIST}?search=ann`, pageOf(lead('a')));
  const typing = ['a', 'an', 'ann'].map((search) => leads.setFilter({ search }));
  for (const pass of waits.splice(0)) pass();
  await Promise.all(typing);
  expect(shown(leads)).toEqual(['a']);
  expect(listings()).toHaveLength(2);
});

test('a search that the first list of the page already answered is not asked for again', async () => {
  const { leads, waits } = await openLeads();
  server.script(`${LIST}?search=ann`, pageOf(lead('a')));
  const typing = leads.setFilter({ search: 'ann' });
  await leads.load();
  for (const pass of waits.splice(0)) pass();
  await typing;
  expect(shown(leads)).toEqual(['a']);
  expect(listings()).toHaveLength(2);
});

const idle = { inHand: () => undefined, isTyping: () => false };

test('a renewal reads as many leads as are shown, keeps the one that has the focus, and fails in silence', async () => {
  const { leads, events } = await openLeads();
  const won = lead('a', { status: 'won', updatedAt: '2026-11-02T12:00:00.000Z' });
  server.script(`${LIST}/a`, { body: lead('a') }, { body: won });
  await leads.open('a');
  const next = '2026-11-01T12:00:00.000Z_a';
  server.script(LIST, { body: { ...pageOf(lead('c')).body, next } });
  server.script(`${LIST}?after=${encodeURIComponent(next)}`, pageOf(lead('a')));
  await leads.renew({ ...idle, inHand: () => 'b' });
  expect(shown(leads)).toEqual(['c', 'b', 'a']);
  expect(leads.$open.get()).toMatchObject({ lead: { status: 'won' } });
  server.script(LIST, { cut: true });
  await leads.renew(idle);
  expect([shown(leads), leads.$list.get(), events]).toMatchObject([['c', 'b', 'a'], { isOld: false }, []]);
});

test('a renewal leaves alone what the owner types in, and what has changed since it was asked for', async () => {
  const { leads } = await openLeads();
  server.script(`${LIST}/a`, { body: lead('a') }, { body: lead('a', { status: 'won' }) });
  await leads.open('a');
  await leads.renew({ ...idle, isTyping: () => true });
  expect(leads.$open.get()).toMatchObject({ lead: { status: 'new' } });
  server.script(LIST, pageOf(lead('c')));
  server.script(`${LIST}?status=contacted`, pageOf(lead('b')));
  await Promise.all([leads.renew(idle), leads.setFilter({ status: 'contacted' })]);
  expect(shown(leads)).toEqual(['b']);
});

test('an empty search and a status are asked for at once, and name the CSV', async () => {
  const { leads } = await openLeads();
  server.script(`${LIST}?status=contacted`, pageOf(lead('b')));
  const asking = leads.setFilter({ status: 'contacted' });
  expect(leads.$isSearching.get()).toBe(true);
  await asking;
  expect([shown(leads), leads.$isSearching.get()]).toEqual([['b'], false]);
  expect(exportAddress(leads.$filter.get())).toBe('/api/leads/export?status=contacted');
});

test('the next page joins the first; a failure leaves what there is', async () => {
  const next = `2026-11-01T12:00:00.000Z_${'0'.repeat(32)}`;
  const { leads, events } = await openLeads(undefined, { body: { ...pageOf(lead('a')).body, next } });
  const address = `${LIST}?${new URLSearchParams({ after: next })}`;
  server.script(address, { status: 503, body: { error: 'Not now' } });
  await leads.more();
  expect([shown(leads), events]).toEqual([['a'], ['Error: Not now']]);
  server.script(address, pageOf(lead('b')));
  await leads.more();
  expect(shown(leads)).toEqual(['a', 'b']);
  await leads.more();
  expect(shown(leads)).toEqual(['a', 'b']);
});

test.each<[string, Scripted, string]>([
  ['is asked for when it is not in the list', { body: lead('c') }, 'ready'],
  ['may be gone', { status: 404, body: { error: 'There is no such lead.' } }, 'missing'],
  ['may fail to load', { cut: true }, 'failed'],
])('an open lead %s', async (_, answer, state) => {
  const { leads } = await openLeads();
  server.script(`${LIST}/c`, answer);
  await leads.open('c');
  expect(leads.$open.get()).toMatchObject({ state, id: 'c' });
  await leads.open('');
  expect(leads.$open.get()).toEqual({ state: 'none' });
});

test('a lead of an old list is shown as the server has it by now, and not as it was before a change of this page', async () => {
  const { leads } = await openLeads();
  const notes = [{ id: 'n', text: 'from the phone' }];
  const newer = lead('a', { notes, updatedAt: '2026-11-02T12:00:00.000Z' });
  server.script(`${LIST}/a`, { body: newer });
  await leads.open('a');
  expect(leads.$open.get()).toMatchObject({ state: 'ready', lead: { notes } });
  server.script(`${LIST}/a`, { body: lead('a') });
  await leads.open('a');
  expect(leads.$open.get()).toMatchObject({ state: 'ready', lead: { notes } });
});

const noted = (leads: Leads) => leads.$typed.get()[noteKey(lead('a'))]?.mine;

test('what is typed while a note is on its way corrects it, under an id of its own', async () => {
  const { leads, events } = await openLeads();
  server.script(`${LIST}/a`, { body: lead('a') });
  leads.note.type(lead('a'), 'one');
  const saving = leads.note.save(lead('a'));
  leads.note.type(lead('a'), 'one two');
  await leads.note.save(lead('a'));
  await saving;
  expect(events).toEqual(['Note saved']);
  await leads.note.save(lead('a'));
  const [{ note: first }, { note: second }] = commands();
  expect([first.text, second]).toEqual(['one', { id: expect.any(String), text: 'one two', corrects: first.id }]);
  expect([second.id === first.id, leads.hasUnsaved()]).toEqual([false, false]);
});

test('a note without an answer is sent again under its id; an empty one is not sent', async () => {
  const { leads } = await openLeads();
  server.script(`${LIST}/a`, { cut: true }, { body: lead('a') });
  leads.note.type(lead('a'), ' ');
  await leads.note.save(lead('a'));
  leads.note.type(lead('a'), 'kept');
  await leads.note.save(lead('a'));
  await leads.note.save(lead('a'));
  expect(commands()).toHaveLength(2);
  expect(commands()[1]).toEqual(commands()[0]);
  leads.note.correct(lead('a'), { id: 'n', text: 'kept' });
  expect(noted(leads)).toEqual({ id: expect.any(String), text: 'kept', corrects: 'n' });
  leads.note.type(lead('a'), '');
  expect(leads.hasUnsaved()).toBe(false);
});

const press = (leads: Leads, id = 'a') => leads.$presses.get()[progressKey({ id })];

test('a status that has changed since is asked about; the answer is sent over the present one', async () => {
  const { leads, events } = await openLeads();
  const conflict = { fields: { status: 'lost' }, at: '2026-11-01T13:00:00.000Z' };
  const refusal = { status: 409, body: { error: 'Changed', conflict } };
  const [booked, closed] = (['booked', 'lost'] as const).map((status) => ({ body: lead('a', { status }) }));
  server.script(`${LIST}/a`, refusal, booked ?? {}, refusal, closed ?? {});
  await leads.progress(lead('a'), { status: 'booked' });
  expect([press(leads), events]).toMatchObject([{ command: { status: 'booked' }, theirs: conflict }, []]);
  await leads.settle(lead('a'), true);
  expect(commands().at(-1)).toEqual({ status: 'booked', seen: { status: 'lost' } });
  await leads.progress(lead('a', { status: 'booked' }), { status: 'contacted' });
  await leads.settle(lead('a'), false);
  expect(listed(leads)[0]?.status).toBe('lost');
  expect([commands().length, events, leads.hasUnsaved()]).toEqual([3, ['Status changed to Booked'], false]);
});

test('what is changed beside a status in conflict is sent with it; an outcome that nobody else has told is kept with their status', async () => {
  const { leads } = await openLeads();
  const conflict = { fields: { status: 'quoted' } };
  const refusal = { status: 409, body: { error: 'Changed', conflict } };
  server.script(`${LIST}/a`, refusal);
  const shown = lead('a', { visits: [past] });
  await leads.progress(shown, { status: 'lost' });
  const outcome = { visit: past.start ?? '', result: 'not home' } as const;
  await leads.progress(shown, { outcome });
  const both = { status: 'lost', outcome, seen: { status: 'new', followUp: null, outcome: null } };
  expect(commands().at(-1)).toEqual(both);
  server.script(`${LIST}/a`, { body: shown });
  // One that was on its way behind it changes nothing of the question.
  await Promise.all([leads.settle(shown, false), leads.settle(shown, true)]);
  expect(commands().at(-1)).toEqual({ ...both, status: 'quoted', seen: { ...both.seen, status: 'quoted' } });
  expect(press(leads)).toBeUndefined();
});

test('a conflict is still to be settled once a change behind it is saved', async () => {
  const { leads } = await openLeads();
  const conflict = { fields: { status: 'quoted' } };
  server.script(`${LIST}/a`, { status: 409, body: { error: 'Changed', conflict } }, { body: lead('a', { amount: 5 }) });
  await Promise.all([leads.progress(lead('a'), { status: 'lost' }), leads.progress(lead('a'), { amount: 5 })]);
  expect(press(leads)).toMatchObject({ command: { status: 'lost' }, theirs: conflict, sending: [] });
  expect(leads.hasUnsaved()).toBe(true);
});

test('a day for a lead that another device has lost: who keeps it opens the lead again as it was', async () => {
  const { leads } = await openLeads();
  const called = lead('a', { status: 'contacted' });
  const conflict = { fields: { status: 'lost' } };
  server.script(`${LIST}/a`, { status: 409, body: { error: 'Changed', conflict } }, { body: called });
  await leads.progress(called, { followUp: '2026-12-04' });
  await leads.settle(called, true);
  expect(commands().map(({ seen }) => seen)).toEqual([
    { status: 'contacted', followUp: null },
    { status: 'lost', followUp: null },
  ]);
  expect(commands().at(-1)).toMatchObject({ status: 'contacted', followUp: '2026-12-04' });
});

test('a flag that another device was faster with is refused, and the lead is shown as it is saved now', async () => {
  const { leads, events } = await openLeads();
  const conflict = { fields: { noAds: true } };
  const [theirs, mine] = [true, false].map((noAds) => ({ body: lead('a', { noAds }) }));
  const changed = { status: 409, body: { error: 'Changed', conflict } };
  server.script(`${LIST}/a`, { body: lead('a') }, changed, theirs ?? {}, mine ?? {});
  await leads.open('a');
  await leads.flag(lead('a'), { noAds: false });
  expect([leads.$open.get(), events]).toMatchObject([{ lead: { noAds: true } }, [expect.stringMatching(/^Error: /)]]);
  await leads.flag(lead('a', { noAds: true }), { noAds: false });
  expect(leads.$open.get()).toMatchObject({ lead: { noAds: false } });
  expect(commands().map(({ seen }) => seen)).toEqual([{ noAds: null }, { noAds: true }]);
});

test('two statuses in a row arrive in that order, and the last one is drawn meanwhile', async () => {
  const { leads, events } = await openLeads();
  const answers = (['booked', 'lost'] as const).map((status) => ({ body: lead('a', { status }) }));
  server.script(`${LIST}/a`, ...answers);
  const seen = () => drawn(listed(leads)[0] ?? lead('a'), leads.$presses.get(), Date.now());
  const first = leads.progress(lead('a'), { status: 'booked' });
  expect(seen().status).toBe('booked');
  const both = [first, leads.progress(seen(), { status: 'lost' }), leads.progress(seen(), { status: 'lost' })];
  expect(drawn(lead('b'), leads.$presses.get(), Date.now()).status).toBe('new');
  expect([seen().status, leads.hasUnsaved()]).toEqual(['lost', true]);
  await first;
  expect([seen().status, leads.hasUnsaved()]).toEqual(['lost', true]);
  expect(await Promise.all(both)).toEqual([true, true, false]);
  expect(commands()).toEqual([
    { status: 'booked', seen: { status: 'new' } },
    { status: 'lost', seen: { status: 'booked', followUp: null } },
  ]);
  expect(events).toEqual(['Status changed to Booked', 'Status changed to Lost']);
  expect(listed(leads)[0]?.status).toBe('lost');
});

test.each<[string, Scripted, string]>([
  ['refused', { status: 503, body: { error: 'Away' } }, 'Error: Away'],
  ['unanswered', { cut: true }, 'Error: The change could not be saved. Please try again.'],
])('a note that is %s stays, and the status goes back', async (_, answer, event) => {
  const { leads, events } = await openLeads();
  server.script(`${LIST}/a`, answer);
  leads.note.type(lead('a'), 'kept');
  await leads.note.save(lead('a'));
  expect(leads.$presses.get()[noteKey(lead('a'))]?.failed).toBeDefined();
  leads.note.type(lead('a'), 'kept too');
  expect(leads.$presses.get()[noteKey(lead('a'))]).toBeUndefined();
  await leads.progress(lead('a'), { status: 'lost' });
  expect(events).toEqual([event, event]);
  expect(drawn(lead('a'), leads.$presses.get(), Date.now()).status).toBe('new');
  expect([noted(leads), leads.hasUnsaved()]).toMatchObject([{ text: 'kept too' }, true]);
  leads.note.type(lead('a'), '');
  expect(leads.hasUnsaved()).toBe(false);
});

test('a session that ends keeps what was typed and chosen, for the next page, once', async () => {
  const { leads, events, storage } = await openLeads();
  leads.note.type(lead('a'), 'typed');
  leads.texts.type(lead('a'), 'an answer');
  server.script(`${LIST}/b`, ENDED);
  await leads.progress(lead('b'), { status: 'lost' });
  expect(events).toEqual(['left for /login?back=%2Fadmin%2Fleads%23a']);

  server.script(`${LIST}/b`, { body: lead('b', { status: 'lost' }) });
  const next = await openLeads(storage);
  await expect.poll(() => next.events).toEqual(['Status changed to Lost']);
  expect(next.leads.$typed.get()).toEqual(leads.$typed.get());
  expect((await openLeads(storage)).leads.hasUnsaved()).toBe(false);
});

test('what is typed while the page begins stays, beside what a draft has kept', async () => {
  const { leads } = await openLeads();
  leads.type('next a', { followUp: '2026-12-05', amount: '1' }, lead('a'));
  leads.keep();
  leads.forget('next a');
  const beginning = leads.start('a');
  leads.type('next a', { amount: '7,400' }, lead('a'));
  await beginning;
  expect(leads.$typed.get()['next a']).toMatchObject({ mine: { amount: '7,400', followUp: '2026-12-05' } });
});

test('what is typed beside a status stays, over a session that ends, until it is saved over what was seen', async () => {
  const { leads, storage } = await openLeads();
  const form = keyOf('next', lead('a'));
  const typed = (of = leads) => of.$typed.get()[form]?.mine['amount'];
  leads.type(form, { amount: '7,400' }, lead('a', { amount: 5200 }));
  // The answer brings what another device has saved.
  const quoted = lead('a', { status: 'quoted', amount: 6000 });
  server.script(`${LIST}/a`, { body: quoted }, ENDED);
  await leads.progress(lead('a'), { status: 'quoted' });
  expect([typed(), leads.hasUnsaved()]).toEqual(['7,400', true]);
  await leads.progress(quoted, { amount: 7400, form });
  expect(commands().at(-1)).toEqual({ amount: 7400, seen: { amount: 5200 } });

  const held = Promise.withResolvers<void>();
  server.script(`${LIST}/a`, { body: lead('a', { amount: 7400 }), after: held.promise });
  const next = await openLeads(storage);
  // What is typed meanwhile is not what was sent.
  expect(typed(next.leads)).toBe('7,400');
  next.leads.type(form, { followUp: '2026-12-09' });
  held.resolve();
  await expect.poll(() => next.events).toEqual(['Saved']);
  expect(next.leads.$typed.get()[form]?.mine).toEqual({ followUp: '2026-12-09' });
});

/** A visit that is over. */
const past = adminVisit('2026-11-01T15:30:00.000Z', { kind: 'measure' });

test('a further sale is sent without what the sales were; a status that an outcome sets is sent as it was seen', async () => {
  const { leads } = await openLeads();
  const done = adminVisit('2026-10-20T15:30:00.000Z', { kind: 'installation', outcome: 'done' });
  const visits = [done, past];
  const outcome = { visit: past.start ?? '', result: 'sold' } as const;
  server.script(`${LIST}/a`, { body: lead('a') });
  await leads.progress(lead('a', { status: 'won', amount: 5200, visits }), { outcome, amount: 800 });
  await leads.progress(lead('a', { status: 'booked', visits }), { outcome, amount: 800 });
  const missed = { visit: done.start ?? '', result: 'not home' } as const;
  await leads.progress(lead('a', { status: 'booked', visits }), { outcome: missed });
  expect(commands().map(({ seen }) => seen)).toEqual([
    { outcome: null },
    { outcome: null, status: 'visited', amount: null },
    { outcome: 'done' },
  ]);
});

const to = '2026-12-02T15:30:00.000Z';
const timesOf = (query: string) => `/api/times?kind=${query}`;
/** The open times for a visit of 45 minutes, an installation of four hours, and a visit of another length. */
const offer = () => {
  for (const query of [
    'consultation',
    'installation',
    'measure',
    'measure&minutes=90',
    'measure&minutes=30',
    'service&minutes=30',
  ]) {
    const minutes = Number(query.split('=')[1] ?? (query === 'installation' ? 240 : 45));
    const end = new Date(Date.parse(to) + minutes * MINUTE).toISOString();
    server.script(timesOf(query), { body: { slots: [{ start: to, end }], minutes } });
  }
};
/** A visit of an hour and a half. */
const visit = adminVisit('2026-12-01T15:30:00.000Z', { end: '2026-12-01T17:00:00.000Z', kind: 'measure' });
const later = adminVisit('2026-12-08T15:30:00.000Z', { end: '2026-12-08T17:00:00.000Z', kind: 'measure' });
const open = { date: '2026-12-02', time: '10:30' };
const ivan = { id: 'k3v9x2mf', name: 'Ivan' };
const visited = lead('a', { visits: [visit, later], status: 'booked' });

async function openVisits(answer: Scripted = { body: visited }) {
  const page = await openLeads(new MemoryStorage(), pageOf(visited));
  offer();
  server.script('/api/leads/a', { body: visited });
  await page.leads.open('a');
  server.script('/api/leads/a', answer);
  const { visit: visits } = page.leads;
  async function ask(action: 'book' | 'change' | 'cancel', of: typeof visit | null, seen = visited) {
    visits.ask({ action, lead: seen, visit: of, opener: null });
    if (action !== 'cancel') await expect.poll(() => visits.$question.get()?.times.state).toBe('ready');
  }
  return { ...page, ask, visits, question: () => visits.$question.get() };
}

test('a visit is changed over the one that is seen, told or not, once however often it is pressed', async () => {
  const { visits, events, ask, question } = await openVisits();
  await ask('change', later);
  await visits.confirm();
  expect([question()?.problem, commands()]).toEqual(['Please choose another day, time, length or kind', []]);
  visits.setTime({ minutes: '30', kind: 'service' });
  visits.setTells(false);
  await Promise.all([visits.confirm(), visits.confirm()]);
  const change = { slot: later.start, end: '2026-12-08T16:00:00.000Z', kind: 'service' };
  const seen = { from: later.start, visitId: later.id };
  expect(commands()).toEqual([{ ...change, ...seen, isQuiet: true }]);
  await ask('cancel', later);
  await visits.confirm();
  expect(commands()[1]).toEqual({ ...seen, isQuiet: false });
  expect([question(), events]).toEqual([
    null,
    ['Visit changed. The visitor was not told.', 'Visit cancelled. The visitor is told by mail.'],
  ]);
});

test('a visit beside those to come is another one; it takes as long as its kind takes by the owner’s settings', async () => {
  const { visits, ask, question } = await openVisits();
  await ask('book', null);
  await visits.confirm();
  expect(question()?.problem).toBe('Please choose a day and a time');
  visits.setTime(open);
  await visits.confirm();
  await ask('book', null, lead('a', { visits: [past], status: 'won' }));
  visits.setTime(open);
  await visits.confirm();
  // Another kind takes another time, which is waited for.
  await ask('book', null, lead('a', { visits: [past], status: 'won' }));
  visits.setTime({ ...open, kind: 'measure' });
  await visits.confirm();
  const booked = { slot: to, end: '2026-12-02T16:15:00.000Z', isQuiet: false };
  expect(commands()).toEqual([
    { ...booked, kind: 'consultation', from: visit.start, isAnother: true },
    { ...booked, end: '2026-12-02T19:30:00.000Z', kind: 'installation', from: null },
    { ...booked, kind: 'measure', from: null },
  ]);
});

test('while nobody knows how long visits take, the server says it, unless the owner chooses a length', async () => {
  const { visits, question } = await openVisits();
  for (const query of ['consultation', 'consultation&minutes=30'])
    server.script(timesOf(query), { status: 503, body: { error: 'Later.' } });
  for (const minutes of ['', '30']) {
    visits.ask({ action: 'book', lead: lead('a'), visit: null, opener: null });
    await expect.poll(() => question()?.times.state).toBe('failed');
    visits.chooseOther(true);
    visits.setTime({ ...open, minutes });
    await visits.confirm();
  }
  const booked = { slot: to, kind: 'consultation', from: null, isQuiet: false };
  expect(commands()).toEqual([booked, { ...booked, end: '2026-12-02T16:00:00.000Z' }]);
});

test('a visit’s note outlives a reload, and is saved in place of the one that is there', async () => {
  const { leads, storage } = await openVisits();
  const key = visitNoteKey(visit);
  leads.type(key, { form: 'note' });
  expect(leads.hasUnsaved()).toBe(false);
  leads.type(key, { note: 'Ring twice ' });
  leads.keep();
  const next = await openLeads(storage, pageOf(visited), '', 'a');
  await next.leads.noteVisit(visited, visit);
  expect(commands()).toEqual([{ visit: visit.start, note: 'Ring twice' }]);
  expect([next.leads.$typed.get(), next.events]).toEqual([{}, ['Note saved']]);
  // Without a change it closes.
  next.leads.type(key, { form: 'note' });
  await next.leads.noteVisit(visited, visit);
  expect([next.leads.$typed.get(), commands().length]).toEqual([{}, 1]);
});

test('a dialog that is left with another time opens as it was left, while its visit stands', async () => {
  const { leads, visits, ask, storage } = await openVisits();
  await ask('change', later);
  expect(leads.hasUnsaved()).toBe(false);
  visits.setTime({ minutes: '30' });
  visits.setTells(false);
  leads.keep();
  const next = await openLeads(storage, pageOf(visited), '', 'a');
  const { $question, resume, close } = next.leads.visit;
  const asLeft = { action: 'change', visit: later, time: { minutes: '30' }, isOther: true, tells: false };
  expect($question.get()).toMatchObject(asLeft);
  close();
  expect(next.leads.hasUnsaved()).toBe(false);
  next.leads.type('visit a', leads.$typed.get()['visit a']?.mine ?? {});
  resume({ ...visited, visits: [visit] });
  expect([$question.get(), next.leads.hasUnsaved()]).toEqual([null, false]);
});

test('only an open time is chosen among the open times; another one is booked over what it overlaps by a second press', async () => {
  const start = to;
  const overlaps = [{ what: 'visit', name: 'Ann Fox', start }];
  const refusal = { status: 409, body: { error: 'Not free.', conflict: { fields: { overlaps } } } };
  const { visits, ask, question } = await openVisits(refusal);
  await ask('change', visit);
  expect(question()).toMatchObject({ isOther: true, time: { date: '2026-12-01', time: '10:30', minutes: '90' } });
  visits.chooseOther(false);
  expect(question()?.time).toEqual({ date: '', time: '', minutes: '90', kind: 'measure', person: '' });
  visits.setTime(open);
  visits.chooseOther(true);
  expect(question()?.time).toMatchObject(open);
  await visits.confirm();
  expect(question()).toMatchObject({ overlaps, problem: '', isSaving: false });
  await visits.confirm();
  expect(commands().map(({ isAnyway }) => isAnyway)).toEqual([undefined, true]);
});

test('a change of a visit that is refused: the sentence stands in the dialog and the times are read again; changed meanwhile: it closes', async () => {
  const { leads, visits, events, ask, question } = await openVisits();
  server.script('/api/leads/a', { status: 409, body: { error: 'Taken.' } }, { body: visited });
  await ask('change', visit);
  visits.setTime(open);
  await visits.confirm();
  expect(question()).toMatchObject({ problem: 'Taken.', isSaving: false, times: { state: 'ready' }, time: open });
  expect(server.heard.filter(({ path }) => path === timesOf('measure&minutes=90'))).toHaveLength(2);
  const moved = { ...visited, visits: [later], updatedAt: '2026-11-09T12:00:00.000Z' };
  server.script('/api/leads/a', { status: 409, body: { error: 'Taken.' } }, { body: moved });
  await visits.confirm();
  expect([question(), events]).toEqual([null, ['Error: Taken.']]);
  expect(leads.$open.get()).toMatchObject({ state: 'ready', lead: { visits: [later] } });
});

test('who comes is sent where several people work here; another person alone is a change, and their times are asked for', async () => {
  const { visits, ask, question } = await openVisits();
  const people = [{ id: 'first', name: 'Olga' }, ivan];
  const times = { body: { slots: [{ start: to, end: later.end }], minutes: 90, people } };
  for (const query of ['measure&minutes=90', 'consultation']) server.script(timesOf(query), times);
  server.script(timesOf(`measure&minutes=90&person=${ivan.id}`), { status: 503 });
  await ask('change', later);
  await visits.confirm();
  expect(question()?.problem).toBe('Please choose another day, time, length or kind');
  visits.setTime({ person: ivan.id });
  await expect.poll(() => question()?.times.state).toBe('failed');
  server.script(timesOf(`measure&minutes=90&person=${ivan.id}`), times);
  await visits.loadTimes();
  await visits.confirm();
  await ask('book', null);
  visits.setTime(open);
  await visits.confirm();
  expect(commands()).toMatchObject([{ slot: later.start, person: ivan.id, isQuiet: false }, { slot: to }]);
  expect(commands()[1]).not.toHaveProperty('person');
});

test('whom no way reaches is not told, whatever was ticked', async () => {
  const { visits, events, ask, question } = await openVisits();
  const unreachable = lead('a', { visits: [visit, later], status: 'booked' }, { email: undefined });
  await ask('cancel', later, unreachable);
  expect(question()?.tells).toBe(false);
  visits.setTells(true);
  await visits.confirm();
  expect([commands().at(-1), events]).toEqual([
    { from: later.start, visitId: later.id, isQuiet: true },
    ['Visit cancelled. The visitor was not told.'],
  ]);
});

test('a visit is given to somebody by one press; if they are not free, the dialog says why and gives it anyway', async () => {
  const { visits, events, question } = await openVisits();
  const give = (who?: string) => visits.giveTo(ivan, { lead: visited, visit: { ...later, who }, opener: null });
  await Promise.all([give('Olga'), give('Olga')]);
  await give();
  const given = { slot: later.start, from: later.start, visitId: later.id, person: ivan.id };
  expect(commands()).toEqual([
    { ...given, isQuiet: false },
    { ...given, isQuiet: true },
  ]);
  const overlaps = [{ what: 'away' }];
  server.script('/api/leads/a', { status: 409, body: { error: 'Not free.', conflict: { fields: { overlaps } } } });
  await give('Olga');
  expect(question()).toMatchObject({ overlaps, time: { person: ivan.id }, visit: { id: later.id } });
  server.script('/api/leads/a', { status: 409, body: { error: 'Too late.' } }, { body: visited });
  visits.close();
  await give('Olga');
  expect([question(), events]).toEqual([
    null,
    ['Ivan comes. The visitor is told by mail.', 'Ivan comes. The visitor was not told.', 'Error: Too late.'],
  ]);
});

test('a lead is removed after two questions, and what was typed on it with it', async () => {
  const { leads, events } = await openLeads();
  leads.note.type(lead('a'), 'Half a note');
  leads.type(visitNoteKey(later), { note: 'Half' });
  server.script('/api/leads/a', { status: 409, body: { error: 'A visit is still to come.' } });
  leads.removal.ask(lead('a'), null);
  expect(await leads.removal.confirm()).toBe(false);
  expect([leads.removal.$question.get()?.step, sent('DELETE')]).toEqual([2, []]);
  expect(await leads.removal.confirm()).toBe(false);
  expect(leads.removal.$question.get()?.problem).toBe('A visit is still to come.');
  server.script('/api/leads/a', { status: 204 });
  expect(await leads.removal.confirm()).toBe(true);
  expect([shown(leads), leads.$list.get()]).toMatchObject([['b'], { page: { matching: 1, total: 8 } }]);
  expect([leads.hasUnsaved(), leads.removal.$question.get(), events]).toEqual([
    false,
    null,
    ['Lead a is removed for good'],
  ]);
});

test.each(['a', 'b'])('two leads are made one after a question; the list shows the kept one, here %s', async (kept) => {
  const { leads, events } = await openLeads();
  const other = { id: 'b', createdAt: lead('b').createdAt, name: 'Lead b' };
  server.script('/api/leads/a', { status: 404, body: { error: 'It is gone.' } });
  leads.merging.ask({ lead: lead('a'), other }, null);
  expect(await leads.merging.confirm()).toBeUndefined();
  expect([leads.merging.$question.get()?.problem, shown(leads)]).toEqual(['It is gone.', ['a', 'b']]);
  server.script('/api/leads/a', { body: lead(kept) });
  expect((await leads.merging.confirm())?.id).toBe(kept);
  expect([commands().at(-1), shown(leads), events]).toEqual([{ other: 'b' }, [kept], [`Lead ${kept} is one lead now`]]);
  expect(await leads.merging.confirm()).toBeUndefined();
});

const { name, phone, zipCode, city } = consultation;
const type = (leads: Leads, fields: object, of: ShownLead | null = null) => {
  for (const [name, text] of Object.entries(fields)) leads.requests.type(of, name as 'name', text);
};

/** A form of a request: its fields, its mistakes and its sending. */
function form(leads: Leads, of: ShownLead | null = null) {
  const key = requestKey(of);
  const problems = leads.requests.$problems.get()[key];
  return { ...leads.requests.editOf(of), problems, press: leads.$presses.get()[key] };
}

test('a lead that came by phone is sent when it is right, and says before that what is wrong', async () => {
  const { leads, events } = await openLeads();
  expect(await leads.requests.save(null)).toBeUndefined();
  expect(form(leads).problems).toMatchObject({
    name: ['Please enter the name'],
    phone: ['Please enter a phone number or an email'],
  });
  expect(form(leads).mine.followUp).toBe('2026-11-03');
  type(leads, { name, phone, zipCode });
  // The ZIP code has filled in its city.
  expect(form(leads).mine.city).toBe(city);
  expect(form(leads).problems).toEqual({});
  expect(leads.hasUnsaved()).toBe(true);
  server.script(LIST, { cut: true });
  expect(await leads.requests.save(null)).toBeUndefined();
  expect(form(leads).press?.failed).toMatchObject({ serverMessage: undefined });
  server.script(LIST, { status: 201, body: lead('c') }, pageOf(lead('c')));
  expect((await leads.requests.save(null))?.id).toBe('c');
  expect(shown(leads)).toEqual(['c']);
  expect([leads.hasUnsaved(), events]).toEqual([false, ['Lead c is added']]);
  const keys = sent('POST').map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
});

test('the mails of a lead: the one asked for last is shown, and a failure says so', async () => {
  const { leads } = await openLeads();
  server.script('/api/leads/a/mails', { status: 503, body: { error: 'Away' } });
  await leads.mails.load('a');
  expect(leads.mails.$mails.get()).toEqual({ state: 'failed' });
  const mails = [{ about: 'request', to: 'owner', state: 'sent', at: '2026-11-01T12:00:00.000Z' }];
  server.script('/api/leads/b/mails', { body: { mails } });
  const slow = leads.mails.load('a');
  await leads.mails.load('b');
  await slow;
  expect(leads.mails.$mails.get()).toEqual({ state: 'ready', mails });
});

test('the filter is in the address; what it cannot be is left out, and Back may lead to another', async () => {
  const { leads } = await openLeads(undefined, pageOf(lead('b')), '?status=quoted&from=2026-11-01');
  expect(shown(leads)).toEqual(['b']);
  expect(queryText(leads.$filter.get())).toBe('?status=quoted&from=2026-11-01');
  expect(filterIn('?status=sold&visit=soon&to=2026-13-01&source=Google&x=y')).toEqual({
    ...everything,
    source: 'Google',
  });
  server.script(`${LIST}?visit=none`, pageOf(lead('a')));
  await leads.follow('?visit=none');
  await leads.follow('?visit=none');
  expect(shown(leads)).toEqual(['a']);
  expect(listings()).toHaveLength(2);
});

/** A page whose lead is being corrected. */
async function correcting(request: Partial<ShownLead['request']> = {}) {
  const opened = await openLeads();
  const { leads } = opened;
  const shown = lead('a', {}, request);
  leads.requests.open(shown);
  return {
    ...opened,
    type: (fields: object) => type(leads, fields, shown),
    save: () => leads.requests.save(shown),
    settle: (isMine: boolean) => leads.requests.settle(shown, 'name', isMine),
    now: () => form(leads, shown),
    isOpen: () => requestKey(shown) in leads.$typed.get(),
  };
}

test('a correction sends what has changed with what was seen; a ZIP code fills in its city', async () => {
  const { type, save, now, isOpen, leads, events } = await correcting();
  const [other] = cityList.filter(({ name, zipCodes }) => zipCodes && name !== consultation.city);
  const zipCode = other?.zipCodes?.[0]?.slice(0, 5) ?? '';
  type({ zipCode: '', email: '' });
  type({ zipCode });
  expect(now().mine.city).toBe(other?.name);
  server.script(`${LIST}/a`, { body: lead('a', {}, { name: 'Answered' }) });
  await save();
  const { city, email } = consultation;
  expect(commands()).toEqual([
    {
      request: { email: null, zipCode, city: other?.name },
      seen: { email, zipCode: consultation.zipCode, city },
    },
  ]);
  expect([isOpen(), events, leads.hasUnsaved()]).toEqual([false, ['The lead is corrected'], false]);
});

test('another number takes away the tick for texts, and is sent with what is ticked beside it then', async () => {
  const { type, save, now } = await correcting({ texts: true });
  const { phone } = consultation;
  type({ phone: '(202) 555-0142' });
  expect(now().mine.texts).toBe('');
  type({ phone });
  expect(now().mine.texts).toBe('true');
  type({ phone: '(202) 555-0142' });
  type({ texts: 'true' });
  server.script(`${LIST}/a`, { body: lead('a') });
  await save();
  expect(commands()).toEqual([{ request: { phone: '(202) 555-0142', texts: true }, seen: { phone, texts: true } }]);
});

test('a correction with mistakes is not sent, and says them by field', async () => {
  const { type, save, now } = await correcting();
  type({ name: 'N', phone: '', email: '' });
  await save();
  expect(now().problems).toEqual({
    name: ['Please enter the name'],
    phone: ['Please enter a phone number or an email'],
  });
  expect(commands()).toEqual([]);
});

test('a correction keeps what was typed after a failure, and for the page after a sign-in', async () => {
  const { type, save, now, leads, storage } = await correcting();
  type({ name: 'New Name' });
  server.script(`${LIST}/a`, { cut: true }, ENDED);
  await save();
  expect(now()).toMatchObject({ mine: { name: 'New Name' }, press: { failed: {} } });
  expect(leads.hasUnsaved()).toBe(true);
  await save();
  const next = await openLeads(storage);
  expect(form(next.leads, lead('a')).mine.name).toBe('New Name');
});

test.each<[string, boolean, object[]]>([
  ['mine', true, [{ request: { name: 'New Name' }, seen: { name: 'Theirs' } }]],
  ['theirs', false, []],
])('a correction over a newer one is the owner’s choice: %s', async (_, isMine, later) => {
  const { type, save, settle, now, isOpen } = await correcting();
  type({ name: 'New Name' });
  const conflict = { fields: { name: 'Theirs' } };
  server.script(`${LIST}/a`, { status: 409, body: { error: 'Changed', conflict } }, { body: lead('a') });
  await save();
  expect(now().press?.theirs).toEqual(conflict);
  await settle(isMine);
  expect(commands().slice(1)).toEqual(later);
  expect([isOpen(), now().press]).toEqual([false, undefined]);
});

test('several leads are closed and opened again, but neither one that another device has changed nor a sold one', async () => {
  const list = pageOf(lead('a'), lead('b', { followUp: '2026-12-01' }), lead('c', { status: 'won' }));
  const { leads, events } = await openLeads(undefined, list);
  expect(listed(leads).map(leads.closing.mayChoose)).toEqual([true, true, false]);
  leads.closing.choose(['a', 'b', 'c'], true);
  const lost = { status: 'lost', lostReason: 'no answer' };
  server.script(`${LIST}/a`, { status: 409, body: { error: 'Changed' } });
  const undo = { at: '2026-11-02T15:00:00.000Z', before: {} };
  server.script(`${LIST}/b`, { body: lead('b', { ...lost, undo }) }, { body: lead('b', { followUp: '2026-12-01' }) });
  await leads.closing.close('no answer');
  expect(commands()).toContainEqual({ ...lost, seen: { status: 'new', followUp: null } });
  expect([listed(leads).map(({ status }) => status), [...leads.closing.$chosen.get()]]).toEqual([
    ['new', 'lost', 'won'],
    ['a'],
  ]);
  expect(events).toEqual(['Error: 1 of 2 was closed. Changed']);
  await leads.closing.undo();
  expect(commands().at(-1)).toEqual({ at: undo.at });
  expect([listed(leads)[1]?.status, leads.closing.$closed.get()]).toEqual(['new', []]);
  expect(events.at(-1)).toBe('1 opened again');
});

test.each([
  [['a'], [], 'The lead was not closed.', 'The lead was not opened again.'],
  [['a', 'b', 'c'], [], 'None of 3 were closed.', 'None of 3 were opened again.'],
  [['a', 'b', 'c'], ['a'], '1 of 3 was closed.', '1 of 3 was opened again.'],
  [['a', 'b', 'c'], ['a', 'b'], '2 of 3 were closed.', '2 of 3 were opened again.'],
])(
  'of %j only %j are closed, and then opened: both are said, and the others stay',
  async (all, done, notClosed, notOpened) => {
    const others = all.filter((id) => !done.includes(id));
    const answer = (ids: readonly string[], body: (id: string) => ShownLead) => {
      for (const id of all) server.script(`${LIST}/${id}`, ids.includes(id) ? { body: body(id) } : { cut: true });
    };
    const closed = (id: string) => lead(id, { status: 'lost', undo: { at: id, before: {} } });
    async function closeAll() {
      const page = await openLeads(undefined, pageOf(...all.map((id) => lead(id))));
      const { closing } = page.leads;
      closing.choose([...all, 'x'], true);
      closing.choose(['x'], false);
      await Promise.all([closing.close('no answer'), closing.close('no answer')]);
      return { ...closing, events: page.events, closedIds: () => closing.$closed.get().map(({ id }) => id) };
    }
    answer(done, closed);
    const first = await closeAll();
    expect([[...first.$chosen.get()], first.closedIds()]).toEqual([others, done]);
    answer(all, closed);
    const second = await closeAll();
    answer(done, (id) => lead(id));
    await Promise.all([second.undo(), second.undo()]);
    expect([second.closedIds(), second.$isBusy.get()]).toEqual([others, false]);
    expect(first.events).toEqual([notClosed, notOpened].map((words) => `Error: ${words} Please try again.`));
    second.dismiss();
    expect(second.closedIds()).toEqual([]);
  },
);
