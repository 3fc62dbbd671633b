import { describe, expect, test } from 'vitest';
import type { VisitHours } from '#contracts/hours';
import { createClient } from '#browser/api-client';
import { testEnvironment } from '#tests/support/environment';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';
import { createAdminSession } from '../sign-in/session.ts';
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
const ENDED = { status: 401, body: { error: 'Please sign in' } };

/** A page's hours and its events. */
async function openHours(storage = new MemoryStorage(), answer: Scripted = view()) {
  server.script('/api/auth/check', { body: { authenticated: true } });
  server.script('/api/hours', answer);
  const events: string[] = [];
  const note = (name: string) => (detail?: unknown, more?: unknown) =>
    void events.push([name, detail, more].filter((word) => word !== undefined).join(' '));
  const environment = testEnvironment({
    client: createClient(server.origin()),
    address: () => ({ pathname: '/admin/hours', search: '', hash: '' }),
    replaceWith: note('left for'),
    sessionStorage: () => storage,
  });
  const hours = createHoursAdmin(environment, createAdminSession(environment), {
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
  test('a change is a draft until it is saved over the version that was read', async () => {
    const { hours, events } = await openHours(undefined, view({ version: 'v1' }));
    hours.setDay(6, null);
    expect(hours.$week.get()?.[6]).toBeNull();
    expect(hours.hasUnsaved()).toBe(true);
    server.script('/api/hours', view({ weekly: usual.with(6, null), version: 'v2' }));
    await hours.saveWeek();
    expect(server.heard.at(-1)).toMatchObject({ method: 'PUT' });
    expect(JSON.parse(server.heard.at(-1)?.body ?? '')).toEqual({ weekly: usual.with(6, null), version: 'v1' });
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

  test('one day, tells how many visits newly stand in it', async () => {
    const { hours, events } = await openHours(
      undefined,
      view({ blocked: [{ ...blocked, start: '2026-11-04T14:00:00.000Z' }] }),
    );
    server.script('/api/away', {
      status: 201,
      ...view({ blocked: [{ ...blocked, start: '2026-11-04T14:00:00.000Z' }, blocked] }),
    });
    hours.setForm({ first: '2026-11-05', note: 'Dentist' });
    await hours.block();
    const sent = JSON.parse(server.heard.at(-1)?.body ?? '');
    expect(sent).toEqual({ first: '2026-11-05', last: '2026-11-05', note: 'Dentist' });
    expect(events).toEqual(['blocked Thu, Nov 5 1']);
    expect(hours.$form.get().first).toBe('');
    expect(hours.hasUnsaved()).toBe(false);
  });

  test('is opened again by its id', async () => {
    const { hours, events } = await openHours();
    const away = { id: '2026-11-06-2026-11-06-1000-1330', first: '2026-11-06', last: '2026-11-06', note: '' };
    server.script(`/api/away/${away.id}`, view());
    expect(await hours.open({ ...away, from: '10:00', until: '13:30' })).toBe(true);
    expect(server.heard.at(-1)).toMatchObject({ method: 'DELETE' });
    expect(events).toEqual(['opened Fri, Nov 6, 10:00 AM to 1:30 PM']);
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
