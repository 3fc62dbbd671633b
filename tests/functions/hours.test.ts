import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { VisitHours } from '#contracts/hours';
import { saveWeekly } from '#server/slots/schedule';
import { apiForTests } from '#tests/support/admin-api';
import { consultation } from '#tests/support/visitor';

const api = apiForTests();
const CLOSED = 'That time is no longer offered. Please choose another.';
/** A Monday; daylight-saving time has just ended. */
const NOW = Date.parse('2026-11-02T13:00:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(async () => {
  for (const store of ['calendar', 'leads'] as const) {
    for (const { key } of await api.store(store).list('')) await api.store(store).delete(key);
  }
  vi.useRealTimers();
});

async function hours(method = 'GET', address = '/api/hours', body?: object): Promise<VisitHours> {
  const answer = await api.asOwner(method, address, body);
  const text = await answer.text();
  expect([200, 201], text).toContain(answer.status);
  return VisitHours.parse(JSON.parse(text));
}

async function refusal(method: string, address: string, body?: object): Promise<[number, string]> {
  const answer = await api.asOwner(method, address, body);
  return [answer.status, (await answer.json()).error];
}

const easternDays = async () => [...new Set((await api.openSlots()).map(({ start }) => start.slice(0, 10)))];

const elise = { name: 'Elise Romero', phone: '407 555 0188', email: undefined };

async function move(address: string, { start }: Slot): Promise<string> {
  const answer = await api.submit(address, { action: 'move', slot: start });
  return `${answer.status} ${await answer.text()}`;
}

const slotOn = (slots: Slot[], date: string) => slots.find(({ start }) => start.startsWith(date)) as Slot;

test('at first: the hours of the code, the days off of a year, nothing away', async () => {
  const weekday = { first: '09:00', last: '16:30' };
  const usual = [null, weekday, weekday, weekday, weekday, weekday, { first: '09:00', last: '13:30' }];
  const { holidays, ...view } = await hours();
  expect(view).toMatchObject({ weekly: usual, usual, version: '', isDamaged: false, visitMinutes: 60 });
  expect(view).toMatchObject({ today: '2026-11-02', away: [], blocked: [] });
  expect(holidays).toContainEqual({ date: '2027-07-05', name: 'Independence Day, observed' });
  expect(view.starts[1]).toEqual('06:00 07:30 09:00 10:30 12:00 13:30 15:00 16:30 18:00 19:30'.split(' '));
});

describe('the hours of the week', () => {
  test('hold at once: a Sunday opens, a Monday begins later, and the version follows', async () => {
    const before = await hours();
    const weekly = before.weekly.with(0, { first: '12:00', last: '13:30' }).with(1, { first: '10:30', last: '18:00' });
    const after = await hours('PUT', '/api/hours', { weekly, version: before.version });
    expect([after.weekly, after.usual]).toEqual([weekly, before.usual]);
    expect(after.version).not.toBe('');
    const slots = await api.openSlots();
    const of = (date: string) =>
      slots.filter(({ start }) => start.startsWith(date)).map(({ start }) => start.slice(11, 16));
    // Five hours behind UTC: twelve and half past one; half past ten to six, the last of which is eleven in UTC.
    expect(of('2026-11-08')).toEqual(['17:00', '18:30']);
    expect(of('2026-11-09')).toEqual(['15:30', '17:00', '18:30', '20:00', '21:30', '23:00']);
    const again = await hours('PUT', '/api/hours', { weekly: before.usual, version: after.version });
    expect(again.version).not.toBe(after.version);
  });

  test('are not written over a version that the owner has not seen', async () => {
    const { weekly, version } = await hours();
    await hours('PUT', '/api/hours', { weekly: weekly.with(6, null), version });
    const sentence = 'These hours were changed on another device. Please load the page again.';
    expect(await refusal('PUT', '/api/hours', { weekly, version })).toEqual([409, sentence]);
    expect(await refusal('PUT', '/api/hours', { weekly, version: 'made up' })).toEqual([409, sentence]);
    // Two devices save at one moment, after each has looked at the version.
    const late = saveWeekly(api.store('calendar'), weekly, { seen: 'made up', isDamaged: false });
    expect(await late).toBe(false);
    expect((await hours()).weekly[6]).toBeNull();
  });

  test('lie on the grid, which no hours can move: 400', async () => {
    const { weekly, version } = await hours();
    for (const day of [
      { first: '09:15', last: '16:30' },
      { first: '19:30', last: '21:00' },
    ]) {
      const [status, sentence] = await refusal('PUT', '/api/hours', { weekly: weekly.with(1, day), version });
      expect([status, sentence]).toEqual([400, 'Please choose times of the list']);
    }
    const backwards = weekly.with(1, { first: '12:00', last: '10:30' });
    expect((await refusal('PUT', '/api/hours', { weekly: backwards, version }))[0]).toBe(400);
  });
});

describe('times away', () => {
  test('a day, a range and hours of a day are offered no more, at once', async () => {
    const before = await api.openSlots();
    await hours('POST', '/api/away', { first: '2026-11-05', last: '2026-11-05' });
    await hours('POST', '/api/away', { first: '2026-11-09', last: '2026-11-11', note: 'Lisbon' });
    const view = await hours('POST', '/api/away', {
      first: '2026-11-06',
      last: '2026-11-06',
      from: '10:00',
      until: '13:30',
      note: ' Dentist ',
    });
    expect(view.away.map(({ id, note }) => [id, note])).toEqual([
      ['2026-11-05-2026-11-05', ''],
      ['2026-11-06-2026-11-06-1000-1330', 'Dentist'],
      ['2026-11-09-2026-11-11', 'Lisbon'],
    ]);
    const gone = ['2026-11-05', '2026-11-09', '2026-11-10', '2026-11-11'];
    const days = await easternDays();
    for (const day of gone) expect(days).not.toContain(day);
    const friday = (slots: Slot[]) =>
      slots.filter(({ start }) => start.startsWith('2026-11-06')).map((slot) => slot.start);
    // 10:30 and 12:00 touch the hours; 9:00 to 10:00 and 13:30 do not.
    expect(friday(before)).toHaveLength(6);
    expect(friday(await api.openSlots())).toEqual(friday(before).toSpliced(1, 2));

    const { away } = await hours('DELETE', '/api/away/2026-11-05-2026-11-05');
    expect(away).toHaveLength(2);
    expect(await easternDays()).toContain('2026-11-05');
    // Once more is no error.
    await hours('DELETE', '/api/away/2026-11-05-2026-11-05');
  });

  test('a slot that was offered before is refused, also to whoever moves', async () => {
    const slots = await api.openSlots();
    const [slot, other] = [slotOn(slots, '2026-11-05'), slotOn(slots, '2026-11-06')];
    const [stranger, visitor] = [await api.receive(), await api.booked(other)];
    await hours('POST', '/api/away', { first: '2026-11-05', last: '2026-11-05' });
    const answer = await api.book(stranger.id, slot);
    expect([answer.status, (await answer.json()).error]).toEqual([409, CLOSED]);
    expect(await move(visitor.address, slot)).toMatch(new RegExp(`^409 .*${CLOSED}`, 's'));
  });

  test('a visit that stands in one, or out of the hours of the week, is listed until it is moved, and stands', async () => {
    const slots = await api.openSlots();
    const [slot, other] = [slotOn(slots, '2026-11-05'), slotOn(slots, '2026-11-06')];
    const { id, address } = await api.booked(slot, elise);
    const listed = { leadId: id, name: 'Elise Romero', serviceInterest: consultation.serviceInterest };
    const expected = [{ ...listed, start: slot.start, isBooked: true }];
    const { weekly, version } = await hours();
    expect((await hours('PUT', '/api/hours', { weekly: weekly.with(4, null), version })).blocked).toEqual(expected);
    const { blocked } = await hours('POST', '/api/away', { first: '2026-11-05', last: '2026-11-05' });
    expect(blocked).toEqual(expected);
    expect((await api.book(id, slot)).status, 'Confirm again').toBe(201);
    expect(await move(address, other)).toMatch(/^303/);
    expect((await hours()).blocked).toEqual([]);
  });

  test.each([
    [{ first: '2026-11-31', last: '2026-11-31' }, 'Please choose a day'],
    [{ first: '2026-11-06', last: '2026-11-05' }, 'The last day cannot be before the first'],
    [{ first: '2026-11-06', last: '2026-11-07', from: '09:00', until: '10:00' }, 'Hours are for one day'],
    [{ first: '2026-11-06', last: '2026-11-06', note: 'x'.repeat(201) }, 'Please use at most 200 characters'],
  ])('%j: 400', async (body, sentence) => {
    const answer = await api.asOwner('POST', '/api/away', body);
    const { issues } = await answer.json();
    const messages = new Set(issues.map(({ message }: { message: string }) => message));
    expect([answer.status, [...messages]]).toEqual([400, [sentence]]);
  });

  test('a day that is over is refused, an id that is none is unknown', async () => {
    const over = await refusal('POST', '/api/away', { first: '2026-10-30', last: '2026-11-01' });
    expect(over).toEqual([400, 'Please choose a day that is not over']);
    expect((await refusal('DELETE', '/api/away/weekly'))[0]).toBe(404);
    expect((await refusal('DELETE', '/api/away/2026-99-99-2026-99-99'))[0]).toBe(404);
  });

  test('the same time again takes the new note; one that is long over is forgotten', async () => {
    const away = { first: '2026-11-05', last: '2026-11-05' };
    await hours('POST', '/api/away', { ...away, note: 'one' });
    const view = await hours('POST', '/api/away', { ...away, note: 'two' });
    expect(view.away.map(({ note }) => note)).toEqual(['two']);
    vi.setSystemTime(Date.parse('2026-11-06T06:00:00Z'));
    expect((await hours()).away).toEqual([]);
    const stored = () => api.store('calendar').list('schedule/');
    await api.ask('POST', '/.netlify/functions/sweep');
    expect(await stored()).toHaveLength(1);
    vi.setSystemTime(Date.parse('2026-12-10T06:00:00Z'));
    await api.ask('POST', '/.netlify/functions/sweep');
    expect(await stored()).toHaveLength(0);
  });

  test('whole days are those of the wall clock on both days of the change', async () => {
    // On the last Sunday of daylight-saving time the day has 25 hours, on the first of it 23.
    vi.setSystemTime(Date.parse('2026-10-26T13:00:00Z'));
    const { weekly, version } = await hours();
    const all = { first: '06:00', last: '19:30' };
    await hours('PUT', '/api/hours', { weekly: weekly.map(() => all), version });
    await hours('POST', '/api/away', { first: '2026-11-01', last: '2026-11-01' });
    const days = (slots: Slot[]) => Map.groupBy(slots, ({ start }) => start.slice(0, 10));
    const around = (await api.openSlots()).filter(
      ({ start }) => start >= '2026-10-31T08:00' && start < '2026-11-02T12:30',
    );
    // The last of Saturday begins at 19:30 in summer time, the first of Monday at 6:00 in winter time.
    expect([...days(around).keys()]).toEqual(['2026-10-31', '2026-11-02']);
    expect(around.map(({ start }) => start).slice(-2)).toEqual([
      '2026-10-31T23:30:00.000Z',
      '2026-11-02T11:00:00.000Z',
    ]);
  });
});
