import { expect, test, vi } from 'vitest';
import type { Slot } from '#contracts/calendar';
import { VisitHours, type VisitSettings } from '#contracts/hours';
import { OpenTimes } from '#contracts/owner-visit';
import { saveWeekly } from '#server/slots/schedule';
import { apiForTests } from '#tests/support/admin-api';
import { consultation } from '#tests/support/visitor';

/** A Monday; daylight-saving time has just ended. */
const api = apiForTests({ now: '2026-11-02T13:00:00Z' });
const CLOSED = 'That time is no longer offered. Please choose another.';

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

async function issuesOf(method: string, address: string, body: object): Promise<[number, string[]]> {
  const answer = await api.asOwner(method, address, body);
  const { issues } = await answer.json();
  return [answer.status, [...new Set<string>(issues.map(({ message }: { message: string }) => message))]];
}

const easternDays = async () => [...new Set((await api.openSlots()).map(({ start }) => start.slice(0, 10)))];

/** The offered times of a day, in UTC. */
const startsOn = async (date: string) =>
  (await api.openSlots()).flatMap(({ start }) => (start.startsWith(date) ? start.slice(11, 16) : []));

/** Stretches of a day, such as `09:00-18:00`. */
const day = (...stretches: string[]) =>
  stretches.map((stretch) => ({ from: stretch.slice(0, 5), until: stretch.slice(6) }));

const november = (first: number, last = first) => ({
  first: `2026-11-${String(first).padStart(2, '0')}`,
  last: `2026-11-${String(last).padStart(2, '0')}`,
});
const block = (away: object) => hours('POST', '/api/away', away);

const elise = { name: 'Elise Romero', phone: '407 555 0188', email: undefined };

async function move(address: string, { start }: Slot): Promise<string> {
  const answer = await api.submit(address, { action: 'move', slot: start });
  return `${answer.status} ${await answer.text()}`;
}

const slotOn = (slots: Slot[], date: string) => slots.find(({ start }) => start.startsWith(date)) as Slot;

test('at first: the hours of the code, the days off of a year, nothing away', async () => {
  const usual = [day(), ...Array.from({ length: 5 }, () => day('09:00-18:00')), day('09:00-15:00')];
  const settings = { visitMinutes: 60, installationMinutes: 240, stepMinutes: 90, noticeMinutes: 1440, daysAhead: 14 };
  const { holidays, ...view } = await hours();
  expect(view).toMatchObject({
    weekly: usual,
    usual,
    version: '',
    isDamaged: false,
    settings,
    usualSettings: settings,
  });
  expect(view).toMatchObject({ today: '2026-11-02', away: [], blocked: [] });
  expect(holidays).toContainEqual({ date: '2027-07-05', name: 'Independence Day, observed', isWorked: false });
});

test('the hours of the week hold at once: a Sunday opens, a Monday begins later, and the version follows', async () => {
  const before = await hours();
  const weekly = before.weekly.with(0, day('12:00-14:30')).with(1, day('10:30-19:00'));
  const after = await hours('PUT', '/api/hours', { weekly, version: before.version });
  expect([after.weekly, after.usual]).toEqual([weekly, before.usual]);
  expect(after.version).not.toBe('');
  // Five hours behind UTC: twelve and half past one; half past ten to six, the last of which is eleven in UTC.
  expect(await startsOn('2026-11-08')).toEqual(['17:00', '18:30']);
  expect(await startsOn('2026-11-09')).toEqual(['15:30', '17:00', '18:30', '20:00', '21:30', '23:00']);
  const again = await hours('PUT', '/api/hours', { weekly: before.usual, version: after.version });
  expect(again.version).not.toBe(after.version);
});

test('the hours of the week are not written over a version that the owner has not seen', async () => {
  const { weekly, version } = await hours();
  await hours('PUT', '/api/hours', { weekly: weekly.with(6, []), version });
  const sentence = 'These hours were changed on another device. Please load the page again.';
  expect(await refusal('PUT', '/api/hours', { weekly, version })).toEqual([409, sentence]);
  expect(await refusal('PUT', '/api/hours', { weekly, version: 'made up' })).toEqual([409, sentence]);
  // Two devices save at one moment, after each has looked at the version.
  const late = saveWeekly(api.store('slots'), { weekly, settings: {} }, { seen: 'made up', isDamaged: false });
  expect(await late).toBe(false);
  expect((await hours()).weekly[6]).toEqual([]);
});

test.each([
  [['09:10-17:00'], 'Please choose a quarter hour from 6:00 AM to 11:00 PM'],
  [['05:45-17:00'], 'Please choose a quarter hour from 6:00 AM to 11:00 PM'],
  [['12:00-12:00'], 'The end must be later than the beginning'],
  [['09:00-12:00', '12:00-17:00'], 'Hours of one day must follow each other, with a gap between them'],
  [['1', '2', '3', '4', '5'].map((hour) => `1${hour}:00-1${hour}:30`), 'A day can have at most 4 stretches of hours'],
])('the hours of the week, %j: 400', async (stretches, sentence) => {
  const { weekly, version } = await hours();
  const body = { weekly: weekly.with(1, day(...stretches)), version };
  expect(await issuesOf('PUT', '/api/hours', body)).toEqual([400, [sentence]]);
});

const setTo = async (settings: Partial<VisitSettings>) => {
  const now = await hours();
  return { weekly: now.weekly, version: now.version, settings: { ...now.settings, ...settings } };
};

test('length, grid, notice and days ahead hold at once; a booked visit keeps its length; the code’s come back', async () => {
  const nine = slotOn(await api.openSlots(), '2026-11-04');
  await api.booked(nine, elise);
  const own = { visitMinutes: 45, installationMinutes: 180, stepMinutes: 60, noticeMinutes: 120, daysAhead: 60 };
  expect((await hours('PUT', '/api/hours', await setTo(own))).settings).toEqual(own);
  const slots = await api.openSlots();
  // It is eight in the morning: ten is the first time in two hours.
  expect(slots[0]).toEqual({ start: '2026-11-02T15:00:00.000Z', end: '2026-11-02T15:45:00.000Z' });
  expect(slots.at(-1)?.start.slice(0, 10)).toBe('2026-12-31');
  expect(slotOn(slots, '2026-11-04').start).toBe('2026-11-04T15:00:00.000Z');
  const far = slots.at(-1) as Slot;
  const { id, address } = await api.booked(far);
  expect(await move(address, slots[0] as Slot)).toMatch(/^303/);
  expect((await hours()).blocked).toEqual([]);
  expect(await move(address, far)).toMatch(/^303/);
  const closed = await hours('POST', '/api/away', { first: far.start.slice(0, 10), last: far.start.slice(0, 10) });
  expect(closed.blocked.map(({ leadId }) => leadId)).toEqual([id]);
  await hours('PUT', '/api/hours', await setTo((await hours()).usualSettings));
  expect((await api.store('slots').get('schedule/weekly'))?.value).toMatchObject({ settings: {} });
  expect((await api.openSlots())[0]?.start).toBe('2026-11-03T14:00:00.000Z');
});

test('the open times of an installation fit the length that is set, or another one, beside the visits', async () => {
  const times = (query: string) => api.read(OpenTimes, `/api/times?kind=${query}`);
  const onTuesday = async (query: string) =>
    (await times(query)).slots.flatMap(({ start }) => (start.startsWith('2026-11-03') ? start.slice(11, 16) : []));
  expect(await times('consultation')).toEqual({ slots: await api.openSlots(), minutes: 60 });
  const { id } = await api.booked({ start: '2026-11-03T17:00:00.000Z', end: '2026-11-03T18:00:00.000Z' });
  expect([await onTuesday('installation'), (await times('installation')).minutes]).toEqual([['18:30'], 240]);
  expect(await onTuesday('installation&minutes=180')).toEqual(['14:00', '18:30', '20:00']);
  expect((await api.asOwner('GET', '/api/times?kind=measure&minutes=10')).status).toBe(400);
  const slot = '2026-11-03T18:30:00.000Z';
  await api.commanded(id, {
    do: 'book',
    slot,
    kind: 'installation',
    from: '2026-11-03T17:00:00.000Z',
    isAnother: true,
    isQuiet: true,
  });
  expect((await api.visits(id)).at(-1)).toMatchObject({ start: slot, end: '2026-11-03T22:30:00.000Z' });
});

test.each([
  { visitMinutes: 20 },
  { visitMinutes: 735 },
  { stepMinutes: 0 },
  { noticeMinutes: 20_161 },
  { daysAhead: 91 },
])('the settings of visits, %j: 400', async (wrong) => {
  const refused = await issuesOf('PUT', '/api/hours', await setTo(wrong));
  expect(refused).toEqual([400, ['Please choose a value of the list']]);
});

test.each([{ stepMinutes: 0 }, { visitMinutes: 'an hour' }])(
  'with damaged settings (%j) no time is offered',
  async (settings) => {
    const { weekly } = await hours();
    await api.store('slots').put('schedule/weekly', { weekly, settings });
    expect(await api.openSlots()).toEqual([]);
    expect((await hours()).isDamaged).toBe(true);
  },
);

const THANKSGIVING = '/api/holidays/2026-11-26';

test('a holiday is worked and taken off again; a visit on it is listed then; a day that is none is unknown', async () => {
  vi.setSystemTime(Date.parse('2026-11-20T13:00:00Z'));
  expect(await easternDays()).not.toContain('2026-11-26');
  await hours('PUT', THANKSGIVING, { isWorked: true });
  const view = await hours('PUT', THANKSGIVING, { isWorked: true });
  expect(view.holidays.filter(({ isWorked }) => isWorked).map(({ date }) => date)).toEqual(['2026-11-26']);
  const { id } = await api.booked(slotOn(await api.openSlots(), '2026-11-26'));
  const { blocked } = await hours('PUT', THANKSGIVING, { isWorked: false });
  expect(blocked.map(({ leadId }) => leadId)).toEqual([id]);
  expect(await easternDays()).not.toContain('2026-11-26');
  for (const day of ['2026-11-24', 'weekly']) {
    expect(await refusal('PUT', `/api/holidays/${day}`, { isWorked: true })).toEqual([
      404,
      'That day is not a holiday.',
    ]);
  }
  await hours('PUT', THANKSGIVING, { isWorked: true });
  vi.setSystemTime(Date.parse('2027-01-10T13:00:00Z'));
  await api.run('sweep');
  expect(await api.store('slots').list('schedule/worked/')).toEqual([]);
});

test('a day, a range and hours of a day are offered no more, at once', async () => {
  const before = await startsOn('2026-11-06');
  await block(november(5));
  await block({ ...november(9, 11), note: 'Lisbon' });
  const view = await block({ ...november(6), from: '10:00', until: '13:30', note: ' Dentist ' });
  expect(view.away.map(({ id, note }) => [id, note])).toEqual([
    ['2026-11-05-2026-11-05', ''],
    ['2026-11-06-2026-11-06-1000-1330', 'Dentist'],
    ['2026-11-09-2026-11-11', 'Lisbon'],
  ]);
  const gone = ['2026-11-05', '2026-11-09', '2026-11-10', '2026-11-11'];
  const days = await easternDays();
  for (const day of gone) expect(days).not.toContain(day);
  // 10:30 and 12:00 touch the hours; 9:00 to 10:00 and 13:30 do not.
  expect(before).toHaveLength(6);
  expect(await startsOn('2026-11-06')).toEqual(before.toSpliced(1, 2));
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
  await block(november(5));
  const answer = await api.book(stranger.id, slot);
  expect([answer.status, (await answer.json()).error]).toEqual([409, CLOSED]);
  expect(await move(visitor.address, slot)).toMatch(new RegExp(`^409 .*${CLOSED}`, 's'));
});

test('a visit that stands in a time away, or out of the hours of the week, is listed until it is moved, and stands', async () => {
  const slots = await api.openSlots();
  const [slot, other] = [slotOn(slots, '2026-11-05'), slotOn(slots, '2026-11-06')];
  const { id, address } = await api.booked(slot, elise);
  const listed = { leadId: id, name: 'Elise Romero', serviceInterest: consultation.serviceInterest };
  const expected = [{ ...listed, start: slot.start, isBooked: true }];
  const { weekly, version } = await hours();
  expect((await hours('PUT', '/api/hours', { weekly: weekly.with(4, []), version })).blocked).toEqual(expected);
  const { blocked } = await block(november(5));
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
])('a time away, %j: 400', async (body, sentence) => {
  expect(await issuesOf('POST', '/api/away', body)).toEqual([400, [sentence]]);
});

test('a time away that is over is refused, an id that is none is unknown', async () => {
  const over = await refusal('POST', '/api/away', { first: '2026-10-30', last: '2026-11-01' });
  expect(over).toEqual([400, 'Please choose a day that is not over']);
  expect((await refusal('DELETE', '/api/away/weekly'))[0]).toBe(404);
  expect((await refusal('DELETE', '/api/away/2026-99-99-2026-99-99'))[0]).toBe(404);
});

test('the same time away again takes the new note; one that is long over is forgotten', async () => {
  await block({ ...november(5), note: 'one' });
  const view = await block({ ...november(5), note: 'two' });
  expect(view.away.map(({ note }) => note)).toEqual(['two']);
  vi.setSystemTime(Date.parse('2026-11-06T06:00:00Z'));
  expect((await hours()).away).toEqual([]);
  const stored = () => api.store('slots').list('schedule/');
  await api.run('sweep');
  expect(await stored()).toHaveLength(1);
  vi.setSystemTime(Date.parse('2026-12-10T06:00:00Z'));
  await api.run('sweep');
  expect(await stored()).toHaveLength(0);
});

test('hours that come again each week until a day are offered no more, and are over after that', async () => {
  const lunch = { ...november(4), from: '12:00', until: '14:00', repeat: 'weekly' };
  const until = { ...lunch, repeatUntil: '2026-11-11' };
  const view = await block({ ...until, note: 'Lunch' });
  expect(view.away).toEqual([{ ...until, id: '2026-11-04-2026-11-04-1200-1400-weekly-2026-11-11', note: 'Lunch' }]);
  vi.setSystemTime(Date.parse('2026-11-09T13:00:00Z'));
  expect(await startsOn('2026-11-11')).toEqual(['14:00', '15:30', '20:00', '21:30']);
  expect(await startsOn('2026-11-18')).toHaveLength(6);
  expect((await hours()).away).toHaveLength(1);
  vi.setSystemTime(Date.parse('2026-11-12T13:00:00Z'));
  expect((await hours()).away).toEqual([]);
  expect(await refusal('POST', '/api/away', until)).toEqual([400, 'Please choose a day that is not over']);
  expect((await issuesOf('POST', '/api/away', { ...until, repeatUntil: '2026-11-03' }))[1]).toEqual([
    'The last day cannot be before the first',
  ]);
});

test('a time away is changed in place; one that is gone is not, nor is one over another note', async () => {
  const [id, next] = ['2026-11-05-2026-11-05', '2026-11-05-2026-11-06'];
  await block({ ...november(5), note: 'Dentist' });
  const longer = november(5, 6);
  const { away } = await hours('PUT', `/api/away/${id}`, { ...longer, note: 'Beach', seen: { note: null } });
  expect(away).toEqual([{ ...longer, id: next, note: 'Beach' }]);
  expect((await hours('PUT', `/api/away/${next}`, { ...longer, note: 'Sea', seen: { note: 'Beach' } })).away).toEqual([
    { ...longer, id: next, note: 'Sea' },
  ]);
  const gone = { ...november(5), note: '' };
  expect(await refusal('PUT', `/api/away/${id}`, gone)).toEqual([404, 'There is no such time away.']);
  expect((await refusal('PUT', '/api/away/weekly', gone))[0]).toBe(404);
  expect((await refusal('PUT', `/api/away/${next}`, { ...longer, note: 'x', seen: { note: 'Beach' } }))[0]).toBe(409);
  expect((await hours()).away.map(({ note }) => note)).toEqual(['Sea']);
});

test('whole days are those of the wall clock on both days of the change', async () => {
  // On the last Sunday of daylight-saving time the day has 25 hours, on the first of it 23.
  vi.setSystemTime(Date.parse('2026-10-26T13:00:00Z'));
  const { weekly, version } = await hours();
  await hours('PUT', '/api/hours', { weekly: weekly.map(() => day('06:00-20:30')), version });
  await block(november(1));
  // The last of Saturday begins at 19:30 in summer time, the first of Monday at 6:00 in winter time.
  expect([(await startsOn('2026-10-31')).at(-1), await startsOn('2026-11-01')]).toEqual(['23:30', []]);
  expect((await startsOn('2026-11-02'))[0]).toBe('11:00');
});
