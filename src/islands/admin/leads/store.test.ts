import { describe, expect, test } from 'vitest';
import { authApi } from '#islands/ui/api/auth.ts';
import { createClient } from '#islands/ui/api/client.ts';
import { leadsApi } from './calls.ts';
import type { DeskLead } from '#contracts/lead';
import { MemoryStorage } from '#tests/support/memory-storage';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createAdminSession } from '../gallery/store/session.ts';
import { createLeadsDesk } from './store.ts';

const server = scriptedServer();
const LIST = '/api/leads';
const lead = (id: string, fields: Partial<DeskLead> = {}): DeskLead => ({
  id,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
  source: 'dialog',
  status: 'new',
  suspect: false,
  request: {
    name: `Lead ${id}`,
    phone: '407 555 0142',
    zipCode: '34741',
    city: 'Orlando',
    serviceInterest: 'Motorized Shades',
    preferredContact: 'phone',
  },
  notes: '',
  ...fields,
});
const pageOf = (...leads: DeskLead[]) => ({ body: { leads, matching: leads.length, total: 9 } });
const ENDED = { status: 401, body: { error: 'Please sign in' } };

/** The desk of a page with two leads, and what happened on it. Waits pass when they are told to. */
async function openDesk(storage = new MemoryStorage(), list: Scripted = pageOf(lead('a'), lead('b'))) {
  server.script('/api/auth/check', { body: { authenticated: true } });
  server.script(LIST, list);
  const client = createClient(server.origin());
  const events: string[] = [];
  const waits: (() => void)[] = [];
  const note = (name: string) => (detail?: unknown) => void events.push([name, detail].filter(Boolean).join(' '));
  const session = createAdminSession({ api: authApi(client), leave: note('left'), leaveForGood: () => undefined });
  const desk = createLeadsDesk({
    api: leadsApi(client),
    session,
    wait: () => new Promise((done) => waits.push(done)),
    storage: () => storage,
    tell: {
      trying: () => undefined,
      statusChanged: note('status'),
      notesSaved: note('saved'),
      changeFailed: note('failed'),
      moreFailed: note('no more'),
    },
  });
  await desk.start('');
  return { desk, events, waits, storage };
}
const sent = (method: string) => server.heard.filter((one) => one.method === method);
const bodies = () => sent('PUT').map(({ body }) => JSON.parse(body));
const shown = (desk: Awaited<ReturnType<typeof openDesk>>['desk']) => {
  const list = desk.$list.get();
  return list.state === 'ready' ? list.page.leads.map(({ id }) => id) : list.state;
};

describe('the search', () => {
  test('asks once when typing rests, for the last of it', async () => {
    const { desk, waits } = await openDesk();
    server.script(`${LIST}?search=ann`, pageOf(lead('a')));
    const typing = ['a', 'an', 'ann'].map((search) => desk.seek({ search }));
    for (const pass of waits.splice(0)) pass();
    await Promise.all(typing);
    expect(shown(desk)).toEqual(['a']);
    expect(sent('GET').filter(({ path }) => path.startsWith(LIST))).toHaveLength(2);
  });

  test('a search that the first list of the page already answered is not asked for again', async () => {
    const { desk, waits } = await openDesk();
    server.script(`${LIST}?search=ann`, pageOf(lead('a')));
    const typing = desk.seek({ search: 'ann' });
    await desk.load();
    for (const pass of waits.splice(0)) pass();
    await typing;
    expect(shown(desk)).toEqual(['a']);
    expect(sent('GET').filter(({ path }) => path.startsWith(LIST))).toHaveLength(2);
  });

  test('an empty search and a status are asked for at once, and name the CSV', async () => {
    const { desk } = await openDesk();
    server.script(`${LIST}?status=called+back`, pageOf(lead('b')));
    await desk.seek({ status: 'called back' });
    expect(shown(desk)).toEqual(['b']);
    expect(desk.exportAddress(desk.$wish.get())).toBe('/api/leads/export?status=called+back');
  });

  test('a failure says so, and a new try mends it', async () => {
    const { desk } = await openDesk(undefined, { status: 503 });
    expect(shown(desk)).toBe('failed');
    server.script(LIST, pageOf(lead('a')));
    await desk.load();
    expect(shown(desk)).toEqual(['a']);
  });

  test('the next page joins the first; a failure leaves what there is', async () => {
    const next = `2026-11-01T12:00:00.000Z_${'0'.repeat(32)}`;
    const { desk, events } = await openDesk(undefined, { body: { ...pageOf(lead('a')).body, next } });
    const address = `${LIST}?${new URLSearchParams({ after: next })}`;
    server.script(address, { status: 503, body: { error: 'Not now' } });
    await desk.more();
    expect([shown(desk), events]).toEqual([['a'], ['no more Not now']]);
    server.script(address, pageOf(lead('b')));
    await desk.more();
    expect(shown(desk)).toEqual(['a', 'b']);
    await desk.more();
    expect(shown(desk)).toEqual(['a', 'b']);
  });
});

describe('an open lead', () => {
  test.each<[string, Scripted, string]>([
    ['is asked for when it is not in the list', { body: lead('c') }, 'ready'],
    ['may be gone', { status: 404, body: { error: 'There is no such lead.' } }, 'missing'],
    ['may fail to load', { cut: true }, 'failed'],
  ])('%s', async (_, answer, state) => {
    const { desk } = await openDesk();
    server.script(`${LIST}/c`, answer);
    await desk.open('c');
    expect(desk.$opened.get()).toMatchObject({ state, id: 'c' });
    await desk.open('');
    expect(desk.$opened.get()).toEqual({ state: 'none' });
  });
});

test('a lead of an old list is shown as the server has it by now, and not as it was before a change of this page', async () => {
  const { desk } = await openDesk();
  const newer = lead('a', { notes: 'from the phone', updatedAt: '2026-11-02T12:00:00.000Z' });
  server.script(`${LIST}/a`, { body: newer });
  await desk.open('a');
  expect(desk.$opened.get()).toMatchObject({ state: 'ready', lead: { notes: 'from the phone' } });
  server.script(`${LIST}/a`, { body: lead('a') });
  await desk.open('a');
  expect(desk.$opened.get()).toMatchObject({ state: 'ready', lead: { notes: 'from the phone' } });
});

describe('changes', () => {
  test('what is typed while notes are on their way is saved after them', async () => {
    const { desk, events } = await openDesk();
    server.script(`${LIST}/a`, { body: lead('a', { notes: 'one' }) }, { body: lead('a', { notes: 'one two' }) });
    desk.typeNotes(lead('a'), 'one');
    const saving = desk.saveNotes(lead('a'));
    desk.typeNotes(lead('a'), 'one two');
    await desk.saveNotes(lead('a'));
    await saving;
    expect(bodies()).toEqual([{ notes: 'one' }, { notes: 'one two' }]);
    expect([events, desk.hasUnsaved()]).toEqual([['saved'], false]);
  });

  test('notes typed back to what they were are not sent', async () => {
    const { desk } = await openDesk();
    desk.typeNotes(lead('a', { notes: 'x' }), 'x ');
    await desk.saveNotes(lead('a', { notes: 'x' }));
    expect([bodies(), desk.hasUnsaved()]).toEqual([[], false]);
  });

  test('two statuses in a row arrive in that order, and the last one is shown meanwhile', async () => {
    const { desk, events } = await openDesk();
    const answers = (['booked', 'closed'] as const).map((status) => ({ body: lead('a', { status }) }));
    server.script(`${LIST}/a`, ...answers);
    const both = [desk.setStatus(lead('a'), 'booked'), desk.setStatus(lead('a'), 'closed')];
    expect(desk.$edits.get()['a']?.status).toBe('closed');
    await Promise.all(both);
    expect(bodies()).toEqual([{ status: 'booked' }, { status: 'closed' }]);
    expect(events).toEqual(['status booked', 'status closed']);
    const list = desk.$list.get();
    expect(list.state === 'ready' && list.page.leads[0]?.status).toBe('closed');
  });

  test.each<[string, Scripted, string]>([
    ['refused', { status: 503, body: { error: 'Away' } }, 'failed Away'],
    ['unanswered', { cut: true }, 'failed'],
  ])('notes that are %s stay, and the status goes back', async (_, answer, event) => {
    const { desk, events } = await openDesk();
    server.script(`${LIST}/a`, answer);
    desk.typeNotes(lead('a'), 'kept');
    await desk.saveNotes(lead('a'));
    await desk.setStatus(lead('a'), 'closed');
    expect(events).toEqual([event, event]);
    expect(desk.$edits.get()['a']).toEqual({ notes: 'kept', hasFailed: true });
  });

  test('a session that ends keeps what was typed, chosen and looked for, for the next page, once', async () => {
    const { desk, events, storage } = await openDesk();
    await desk.seek({ status: 'new' });
    desk.typeNotes(lead('a'), 'typed');
    server.script(`${LIST}/b`, ENDED);
    await desk.setStatus(lead('b'), 'closed');
    expect(events).toEqual(['left']);

    server.script(`${LIST}/b`, { body: lead('b', { status: 'closed' }) });
    server.script(`${LIST}?status=new`, pageOf(lead('a'), lead('b')));
    const next = await openDesk(storage);
    expect(next.desk.$wish.get()).toEqual({ search: '', status: 'new' });
    await expect.poll(() => next.events).toEqual(['status closed']);
    expect(next.desk.$edits.get()).toEqual({ a: { notes: 'typed' } });
    expect((await openDesk(storage)).desk.hasUnsaved()).toBe(false);
  });
});
