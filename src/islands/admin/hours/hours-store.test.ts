import { describe, expect, test } from 'vitest';
import type { VisitHours } from '#contracts/hours';
import { adminPage, ENDED } from '#tests/support/admin-page';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createHoursAdmin } from './hours-store.ts';

const server = scriptedServer();
const day = { first: '09:00', last: '16:30' };
const usual = [null, day, day, day, day, day, { first: '09:00', last: '13:30' }];
const view = (fields: Partial<VisitHours> = {}): { body: VisitHours } => ({
  body: {
    weekly: usual,
    usual,
    version: '',
    isDamaged: false,
    starts: Array.from({ length: 7 }, () => ['09:00', '10:30', '12:00', '13:30', '15:00', '16:30']),
    visitMinutes: 60,
    today: '2026-11-02',
    away: [],
    holidays: [],
    blocked: [],
    ...fields,
  },
});

/** A page's hours and its events. */
async function openHours(storage = new MemoryStorage(), answer: Scripted = view()) {
  server.script('/api/hours', answer);
  const { environment, session, events, note } = adminPage(server, '/admin/hours', { sessionStorage: () => storage });
  const hours = createHoursAdmin(environment, session, {
    trying: () => undefined,
    weekSaved: note('week saved'),
    blocked: note('blocked'),
    opened: note('opened'),
    failed: note('failed'),
  });
  await hours.start();
  return { hours, events, storage };
}

describe('the week', () => {
  test('40.11: a change is a draft until it is saved, with the week that was read', async () => {
    const { hours, events } = await openHours(undefined, view({ version: 'v1' }));
    hours.setDay(6, null);
    expect(hours.$week.get()?.[6]).toBeNull();
    expect(hours.hasUnsaved()).toBe(true);
    server.script('/api/hours', view({ weekly: usual.with(6, null), version: 'v2' }));
    await hours.saveWeek();
    expect(server.heard.at(-1)).toMatchObject({ method: 'PUT' });
    expect(JSON.parse(server.heard.at(-1)?.body ?? '')).toEqual({
      weekly: usual.with(6, null),
      version: 'v1',
      seen: { ...usual },
    });
    expect([hours.$week.get(), hours.hasUnsaved(), events]).toEqual([null, false, ['week saved']]);
  });

  test('a change that is taken back is none, and the usual hours are filled in', async () => {
    const { hours } = await openHours(undefined, view({ weekly: usual.with(0, day) }));
    hours.setDay(6, null);
    hours.setDay(6, usual[6] ?? null);
    expect(hours.$week.get()).toBeNull();
    hours.fillInUsual();
    expect(hours.$week.get()).toEqual(usual);
  });

  test('what was changed while it was on its way is still to be saved', async () => {
    const { hours } = await openHours();
    hours.setDay(6, null);
    server.script('/api/hours', view({ weekly: usual.with(6, null), version: 'v2' }));
    const saving = hours.saveWeek();
    hours.setDay(5, null);
    await saving;
    expect(hours.$week.get()?.slice(5)).toEqual([null, null]);
  });

  test('a refusal is told, and the draft stays', async () => {
    const { hours, events } = await openHours();
    hours.setDay(6, null);
    server.script('/api/hours', { status: 409, body: { error: 'Changed elsewhere.' } });
    await hours.saveWeek();
    expect([events, hours.$week.get()?.[6], hours.$pending.get()]).toEqual([['failed Changed elsewhere.'], null, '']);
  });
});

describe('40.11: changed on another device', () => {
  const early = { first: '09:00', last: '10:30' };
  const late = { first: '15:00', last: '16:30' };
  const sent = () => JSON.parse(server.heard.at(-1)?.body ?? '');
  const conflict = (fields: object) => ({ status: 409, body: { error: 'Changed.', conflict: { fields } } });

  test('days are chosen one by one; the last choice saves over what is stored by now', async () => {
    const { hours, events } = await openHours();
    hours.setDay(1, early);
    hours.setDay(2, early);
    server.script('/api/hours', conflict({ 1: late, 2: null }), view());
    await hours.saveWeek();
    expect([events, hours.$conflict.get()]).toEqual([[], { of: 'week', fields: { 1: late, 2: null } }]);
    await hours.settleDay('1', false);
    expect(hours.$conflict.get()?.fields).toEqual({ 2: null });
    await hours.settleDay('2', true);
    const now = usual.with(1, late);
    expect(sent()).toMatchObject({ weekly: now.with(2, early), seen: { ...now.with(2, null) } });
    expect([events, hours.hasUnsaved(), hours.$conflict.get()]).toEqual([['week saved'], false, null]);
  });

  test('a draft of an old week is kept, and is sent with what was seen then', async () => {
    const { hours, storage } = await openHours();
    hours.setDay(1, early);
    hours.keep();
    const again = await openHours(storage, view({ weekly: usual.with(2, null), version: 'v2' }));
    await again.hours.saveWeek();
    expect(sent()).toMatchObject({ weekly: usual.with(1, early), seen: { ...usual } });
  });

  test.each([true, false])('the note of a time; mine: %s', async (isMine) => {
    const { hours } = await openHours();
    hours.setForm({ first: '2026-11-05', note: 'Dentist' });
    server.script('/api/away', conflict({ note: 'Beach' }), { status: 201, ...view() });
    await hours.block();
    expect([hours.$form.get().note, hours.$conflict.get()?.of]).toEqual(['Dentist', 'away']);
    await hours.settleNote(isMine);
    if (isMine) expect(sent()).toMatchObject({ note: 'Dentist', seen: { note: 'Beach' } });
    else expect(server.heard.at(-1)).toMatchObject({ method: 'GET', path: '/api/hours' });
    expect([hours.$form.get().note, hours.$conflict.get()]).toEqual(['', null]);
  });
});

describe('a time away', () => {
  const blocked = {
    leadId: 'a',
    name: 'Ana',
    serviceInterest: 'Shades',
    start: '2026-11-05T14:00:00.000Z',
    isBooked: true,
  };

  test('without a day the form says so, and asks nobody', async () => {
    const { hours } = await openHours();
    const before = server.heard.length;
    await hours.block();
    expect(hours.$problems.get()).toEqual({ first: ['Please choose a day'] });
    hours.setForm({ first: '2026-11-05', last: '2026-11-04' });
    expect(hours.$problems.get()).toEqual({ last: ['The last day cannot be before the first'] });
    hours.setForm({ kind: 'hours', from: '12:00', until: '12:00' });
    expect(hours.$problems.get()).toEqual({ until: ['The end must be later than the beginning'] });
    expect(server.heard.length).toBe(before);
  });

  const other = { ...blocked, start: '2026-11-04T14:00:00.000Z' };

  test('one day, tells how many visits newly stand in it', async () => {
    const { hours, events } = await openHours(undefined, view({ blocked: [other] }));
    server.script('/api/away', {
      status: 201,
      ...view({ blocked: [other, blocked] }),
    });
    hours.setForm({ first: '2026-11-05', note: 'Dentist' });
    await hours.block();
    const sent = JSON.parse(server.heard.at(-1)?.body ?? '');
    expect(sent).toEqual({ first: '2026-11-05', last: '2026-11-05', note: 'Dentist', seen: { note: null } });
    expect(events).toEqual(['blocked Thu, Nov 5 1']);
    expect(hours.$form.get().first).toBe('');
    expect(hours.hasUnsaved()).toBe(false);
  });
});

test('a list that fails says so, and what was typed outlives a session that ends', async () => {
  const failed = await openHours(undefined, { status: 503, body: { error: 'Not now' } });
  expect(failed.hours.$hours.get()).toEqual({ state: 'failed' });
  const { hours, events, storage } = await openHours();
  hours.setDay(6, null);
  hours.setForm({ first: '2026-11-05', note: 'Dentist' });
  server.script('/api/away', ENDED);
  await hours.block();
  expect(events).toEqual(['left for /login?back=%2Fadmin%2Fhours']);
  const again = await openHours(storage);
  expect(again.hours.$week.get()?.[6]).toBeNull();
  expect(again.hours.$form.get()).toMatchObject({ first: '2026-11-05', note: 'Dentist' });
});
