import { describe, expect, test } from 'vitest';
import type { VisitHours } from '#contracts/hours';
import { adminPage, ENDED, visitHours } from '#tests/support/admin-page';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createHoursAdmin } from './hours-store.ts';

const server = scriptedServer();
const { usual, settings } = visitHours();
const day = usual[1] ?? [];
const view = (fields: Partial<VisitHours> = {}) => ({ body: visitHours(fields) });

/** A page's hours and its events. */
async function openHours(storage = new MemoryStorage(), answer: Scripted = view()) {
  server.script('/api/hours', answer);
  const { environment, session, events } = adminPage(server, '/admin/hours', { sessionStorage: () => storage });
  const hours = createHoursAdmin(environment, session);
  await hours.start();
  return { hours, events, storage };
}

test('a change of the week is a draft until it is saved, with the week that was read', async () => {
  const { hours, events } = await openHours(undefined, view({ version: 'v1' }));
  hours.setDays([6], []);
  expect(hours.$week.get()?.mine.weekly[6]).toEqual([]);
  expect(hours.hasUnsaved()).toBe(true);
  server.script('/api/hours', view({ weekly: usual.with(6, []), version: 'v2' }));
  await hours.saveWeek();
  expect(server.heard.at(-1)).toMatchObject({ method: 'PUT' });
  expect(JSON.parse(server.heard.at(-1)?.body ?? '')).toEqual({
    weekly: usual.with(6, []),
    settings,
    version: 'v1',
    seen: { ...usual, ...settings },
  });
  expect([hours.$week.get(), hours.hasUnsaved(), events]).toEqual([null, false, ['Visiting hours saved']]);
});

test('a change of the week that is taken back is none, and the usual hours are filled in', async () => {
  const { hours } = await openHours(undefined, view({ weekly: usual.with(0, day) }));
  hours.setDays([6], []);
  hours.setDays([6], usual[6] ?? []);
  expect(hours.$week.get()).toBeNull();
  hours.fillInUsual();
  expect(hours.$week.get()?.mine).toEqual({ weekly: usual, settings });
});

test('what was changed while it was on its way is still to be saved', async () => {
  const { hours } = await openHours();
  hours.setDays([6], []);
  server.script('/api/hours', view({ weekly: usual.with(6, []), version: 'v2' }));
  const saving = hours.saveWeek();
  hours.setDays([5], []);
  await saving;
  expect(hours.$week.get()?.mine.weekly.slice(5)).toEqual([[], []]);
});

test('a refusal of the week is told, and the draft stays', async () => {
  const { hours, events } = await openHours();
  hours.setDays([6], []);
  server.script('/api/hours', { status: 409, body: { error: 'Changed elsewhere.' } });
  await hours.saveWeek();
  expect([events, hours.$week.get()?.mine.weekly[6], hours.$isPending.get()]).toEqual([
    ['Error: Changed elsewhere.'],
    [],
    false,
  ]);
});

describe('changed on another device', () => {
  const early = [{ from: '09:00', until: '11:30' }];
  const late = [{ from: '15:00', until: '17:30' }];
  const sent = () => JSON.parse(server.heard.at(-1)?.body ?? '');
  const conflict = (fields: object) => ({ status: 409, body: { error: 'Changed.', conflict: { fields } } });

  test('days are chosen one by one; the last choice saves over what is stored by now', async () => {
    const { hours, events } = await openHours();
    hours.setDays([1], early);
    hours.setDays([2], early);
    server.script('/api/hours', conflict({ 1: late, 2: [] }), view());
    await hours.saveWeek();
    expect([events, hours.$week.get()?.theirs]).toEqual([[], { fields: { 1: late, 2: [] } }]);
    await hours.settle('1', false);
    expect(hours.$week.get()?.theirs?.fields).toEqual({ 2: [] });
    await hours.settle('2', true);
    const now = usual.with(1, late);
    expect(sent()).toMatchObject({ weekly: now.with(2, early), seen: { ...now.with(2, []), ...settings } });
    expect([events, hours.hasUnsaved(), hours.$week.get()]).toEqual([['Visiting hours saved'], false, null]);
  });

  test('a draft of an old week is kept, and is sent with what was seen then', async () => {
    const { hours, storage } = await openHours();
    hours.setDays([1], early);
    hours.keep();
    const again = await openHours(storage, view({ weekly: usual.with(2, []), version: 'v2' }));
    await again.hours.saveWeek();
    expect(sent()).toMatchObject({ weekly: usual.with(1, early), seen: { ...usual, ...settings } });
  });

  test('a setting is settled as a day is', async () => {
    const { hours } = await openHours();
    hours.setSetting('visitMinutes', 45);
    hours.setSetting('daysAhead', 30);
    server.script('/api/hours', conflict({ visitMinutes: 30 }), view());
    await hours.saveWeek();
    await hours.settle('visitMinutes', false);
    expect(sent()).toMatchObject({
      settings: { ...settings, visitMinutes: 30, daysAhead: 30 },
      seen: { visitMinutes: 30, daysAhead: 14 },
    });
  });

  test.each([true, false])('the note of a time; mine: %s', async (isMine) => {
    const { hours } = await openHours();
    hours.setForm({ first: '2026-11-05', note: 'Dentist' });
    server.script('/api/away', conflict({ note: 'Beach' }), { status: 201, ...view() });
    await hours.block();
    expect(hours.$away.get()).toMatchObject({ mine: { note: 'Dentist' }, theirs: { fields: { note: 'Beach' } } });
    await hours.settleNote(isMine);
    if (isMine) expect(sent()).toMatchObject({ note: 'Dentist', seen: { note: 'Beach' } });
    else expect(server.heard.at(-1)).toMatchObject({ method: 'GET', path: '/api/hours' });
    expect(hours.$away.get()).toBeNull();
  });
});

const blocked = {
  leadId: 'a',
  name: 'Ana',
  serviceInterest: 'Shades',
  start: '2026-11-05T14:00:00.000Z',
  isBooked: true,
};

test('a time away without a day is told in the form, and to nobody else', async () => {
  const { hours } = await openHours();
  const before = server.heard.length;
  await hours.block();
  expect(hours.$away.get()?.problems).toEqual({ first: ['Please choose a day'] });
  hours.setForm({ first: '2026-11-05', last: '2026-11-04' });
  expect(hours.$away.get()?.problems).toEqual({ last: ['The last day cannot be before the first'] });
  hours.setForm({ kind: 'hours', from: '12:00', until: '12:00' });
  expect(hours.$away.get()?.problems).toEqual({ until: ['The end must be later than the beginning'] });
  expect(server.heard.length).toBe(before);
});

const other = { ...blocked, start: '2026-11-04T14:00:00.000Z' };

test('a time away of one day tells how many visits newly stand in it', async () => {
  const { hours, events } = await openHours(undefined, view({ blocked: [other] }));
  server.script('/api/away', {
    status: 201,
    ...view({ blocked: [other, blocked] }),
  });
  hours.setForm({ first: '2026-11-05', note: 'Dentist' });
  await hours.block();
  const sent = JSON.parse(server.heard.at(-1)?.body ?? '');
  expect(sent).toEqual({ first: '2026-11-05', last: '2026-11-05', note: 'Dentist', seen: { note: null } });
  expect(events).toEqual(['Blocked: Thu, Nov\u00a05: One visit stands in this time. Please move it.']);
  expect(hours.$away.get()).toBeNull();
  expect(hours.hasUnsaved()).toBe(false);
});

const sent = () => JSON.parse(server.heard.at(-1)?.body ?? '');
const away = { id: '2026-11-04-2026-11-04-1200-1400-weekly', first: '2026-11-04', last: '2026-11-04' };
const lunch = { ...away, from: '12:00', until: '14:00', repeat: 'weekly', note: 'Lunch' } as const;

test('a day is copied to others', async () => {
  const { hours } = await openHours();
  const short = [{ from: '10:00', until: '12:00' }];
  hours.setDays([1], short);
  hours.setDays([1, 2, 3], short);
  expect(hours.$week.get()?.mine.weekly.slice(0, 5)).toEqual([[], short, short, short, day]);
});

test('a time away is changed in place, with what is stored under its new days', async () => {
  const { hours, events } = await openHours(undefined, view({ away: [lunch] }));
  hours.edit(lunch);
  expect(hours.$away.get()?.mine).toMatchObject({ kind: 'hours', from: '12:00', repeat: 'weekly', repeatUntil: '' });
  hours.setForm({ repeatUntil: '2027-06-30' });
  server.script(`/api/away/${lunch.id}`, view());
  await hours.block();
  expect(server.heard.at(-1)).toMatchObject({ method: 'PUT', path: `/api/away/${lunch.id}` });
  expect(sent()).toMatchObject({
    first: '2026-11-04',
    repeat: 'weekly',
    repeatUntil: '2027-06-30',
    seen: { note: null },
  });
  expect([events.length, hours.$away.get()]).toEqual([1, null]);
  hours.edit(lunch);
  hours.stopEditing();
  expect(hours.hasUnsaved()).toBe(false);
});

test('a time away of one person is blocked and changed as theirs: the same days of somebody else are no repeat', async () => {
  const days = { first: '2026-11-05', last: '2026-11-05' };
  const [ofAll, ivans] = [
    { ...days, id: '2026-11-05-2026-11-05', note: 'Move' },
    { ...days, id: 'of-k3v9x2mf-2026-11-05-2026-11-05', person: 'k3v9x2mf', note: 'Dentist' },
  ];
  const { hours } = await openHours(undefined, view({ away: [ofAll] }));
  hours.setForm({ person: 'k3v9x2mf', first: '2026-11-05' });
  server.script('/api/away', { status: 201, ...view({ away: [ofAll, ivans] }) });
  await hours.block();
  expect(sent()).toEqual({ ...days, person: 'k3v9x2mf', note: '', seen: { note: null } });
  hours.edit(ivans);
  server.script(`/api/away/${ivans.id}`, view());
  await hours.block();
  expect(sent()).toMatchObject({ person: 'k3v9x2mf', seen: { note: 'Dentist' } });
});

test('a time away is opened again, one change at a time, and the page shows what the server then has', async () => {
  const { hours, events } = await openHours(undefined, view({ away: [lunch] }));
  const path = `/api/away/${lunch.id}`;
  server.script(path, { status: 503, body: { error: 'Not now' } }, view());
  expect([await hours.open(lunch), hours.$hours.get()]).toMatchObject([false, { view: { away: [lunch] } }]);
  expect(await Promise.all([hours.open(lunch), hours.open(lunch)])).toEqual([true, false]);
  expect([hours.$hours.get(), hours.$isPending.get()]).toMatchObject([{ view: { away: [] } }, false]);
  expect(server.heard.slice(-2)).toMatchObject(Array(2).fill({ method: 'DELETE', path }));
  expect(events).toEqual(['Error: Not now', expect.stringMatching(/^Open again: .*12/)]);
});

test('a holiday is worked', async () => {
  const { hours, events } = await openHours();
  server.script('/api/holidays/2026-11-26', view());
  await hours.workOn('2026-11-26', true);
  expect([sent(), events]).toEqual([{ isWorked: true }, ['Visits are offered on Thu, Nov\u00a026']]);
});

test('a list that fails says so, and what was typed outlives a session that ends', async () => {
  const failed = await openHours(undefined, { status: 503, body: { error: 'Not now' } });
  expect(failed.hours.$hours.get()).toEqual({ state: 'failed' });
  const { hours, events, storage } = await openHours();
  hours.setDays([6], []);
  hours.setForm({ first: '2026-11-05', note: 'Dentist' });
  server.script('/api/away', ENDED);
  await hours.block();
  expect(events).toEqual(['left for /login?back=%2Fadmin%2Fhours']);
  const again = await openHours(storage);
  expect(again.hours.$week.get()?.mine.weekly[6]).toEqual([]);
  expect(again.hours.$away.get()?.mine).toMatchObject({ first: '2026-11-05', note: 'Dentist' });
});
