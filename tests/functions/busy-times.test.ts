import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { Connections } from '#contracts/connections';
import type { Slot } from '#contracts/calendar';
import { Setup, Trial } from '#contracts/setup';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { FIRST_PERSON } from '#contracts/people';
import { personOf } from '#lead/visits';
import { busyLineOf, keepVariables } from '#server/setup/kept-variables';
import { apiForTests } from '#tests/support/admin-api';
import { type Scripted, scriptedServer } from '#tests/support/scripted-server';

const api = apiForTests({ now: '2027-02-01T15:00:00Z' });
const server = scriptedServer();
beforeEach(() => {
  vi.stubEnv('BUSY_ADDRESSES', `${server.origin()}/secret.ics`);
  return () => void vi.unstubAllEnvs();
});

const compact = (instant: string) => instant.replace(/[-:]|\.\d+/g, '');
const says = (...slots: Slot[]) => saysAt('/secret.ics', slots);
function saysAt(path: string, slots: readonly Slot[]): void {
  const events = slots.flatMap(({ start, end }, index) => [
    ...['BEGIN:VEVENT', `UID:${index}`, `DTSTART:${compact(start)}`, `DTEND:${compact(end)}`, 'END:VEVENT'],
  ]);
  server.script(path, { body: ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n') });
}
const later = (ms: number) => vi.setSystemTime(Date.now() + ms);
const line = async () => (await api.read(Setup, '/api/setup')).lines.find(({ name }) => name === 'busy');
const connection = async () => (await api.read(Connections, '/api/connections')).busy;
const tried = async (language = 'en') =>
  Trial.parse(JSON.parse(await api.text(api.asOwner('POST', '/api/setup/busy', {}, { 'accept-language': language }))));

test('a busy time is not offered, one that has just become busy is not given away, and one that is free again is', async () => {
  says();
  const [first, second] = [await api.openSlot(0), await api.openSlot(4)];
  expect(server.heard).toHaveLength(1);
  says(second);
  later(10 * MINUTE);
  expect(await api.openSlots()).toContainEqual(second);
  const { id } = await api.receive();
  expect((await api.book(id, second)).status).toBe(409);
  expect(await api.openSlots()).not.toContainEqual(second);
  expect((await api.book(id, first)).status).toBe(201);
  says();
  await api.run('sweep');
  expect(await api.openSlots()).toContainEqual(second);
});

test('a calendar that cannot be read counts for a day as it was, is told after an hour, and then no time is offered', async () => {
  says({ start: '2027-02-03T15:00:00Z', end: '2027-02-03T16:00:00Z' });
  await api.run('sweep');
  const offered = await api.openSlots();
  server.script('/secret.ics', { status: 503 });
  await api.run('sweep');
  expect([await api.openSlots(), await connection()]).toEqual([offered, 'ok']);
  later(HOUR + MINUTE);
  expect(await connection()).toBe('failing');
  const words = '127\\.0\\.0\\.1:\\d+ cannot be read: The address answers with the code 503$';
  expect(await line()).toMatchObject({ state: 'failing', by: 'host', shown: expect.stringMatching(words) });
  const { id } = await api.receive();
  expect((await api.book(id, offered[3] as Slot)).status).toBe(201);
  later(DAY);
  expect((await api.ask('GET', '/api/calendar/availability')).status).toBe(503);
  says();
  later(MINUTE);
  expect((await api.openSlots()).length).toBeGreaterThan(0);
  expect([await connection(), (await line())?.state]).toEqual(['ok', 'ok']);
});

test.each<[what: string, answer: Scripted, words: RegExp]>([
  ['is cut', { cut: true }, /No answer came \(ECONNRESET\)/],
  ['is larger than it may be', { body: 'x'.repeat(2 ** 21 + 1) }, /larger than 2 MB/],
  ['is a page', { body: '<!doctype html>' }, /no whole calendar/],
  ['leads into a network at home', { status: 302, headers: { location: 'http://192.168.1.1/' } }, /not on the public/],
  ['leads round and round', { status: 301, headers: { location: '/secret.ics' } }, /leads on and on/],
])('a calendar that %s is not read, and the try says so', async (_, answer, words) => {
  server.script('/secret.ics', answer);
  expect(await tried()).toMatchObject({ isDone: false, words: expect.stringMatching(words) });
  const spanish = (await tried('es')).words;
  expect([spanish, words.test(spanish)]).toEqual([expect.stringContaining(' no se puede leer: '), false]);
});

test('what works is tried in words, over a redirect too, and what the owner enters is kept only then', async () => {
  const slot = { start: '2027-02-03T15:00:00Z', end: '2027-02-03T16:00:00Z' };
  says(slot);
  const calendar = server.origin();
  vi.stubEnv('BUSY_ADDRESSES', `${calendar}/old.ics, ${calendar}/secret.ics`);
  server.script('/old.ics', { status: 301, headers: { location: '/secret.ics' } });
  const { host } = new URL(calendar);
  const words = `${host} has 1 busy time in the coming 120 days.`;
  expect(await tried()).toEqual({ isDone: true, words: `${words} ${words}` });

  vi.stubEnv('BUSY_ADDRESSES', '');
  const enter = (addresses: string) => api.asOwner('PUT', '/api/setup', { line: 'busy', addresses });
  expect((await enter('secret.ics')).status).toBe(400);
  // Not encrypted, so that it fails.
  const trial = Trial.parse(await (await enter(`webcal://${host}/secret.ics`)).json());
  expect(trial).toMatchObject({ isDone: false, words: expect.stringContaining('No answer came') });
  expect(await line()).toMatchObject({ name: 'busy', state: 'off' });
});

test('if what was entered cannot be read, no time is offered, and the owner is told', async () => {
  vi.stubEnv('BUSY_ADDRESSES', '');
  const auth = api.store('auth');
  onTestFinished(() => keepVariables(auth, { env: {}, line: 'busy', variables: null }));
  await auth.put('owner/setup', { lines: { busy: 'damaged' } });
  await keepVariables(auth, { env: {}, line: 'webhook', variables: null });
  expect((await api.ask('GET', '/api/calendar/availability')).status).toBe(503);
  expect([await connection(), await line()]).toEqual([
    'failing',
    {
      name: 'busy',
      state: 'failing',
      by: 'owner',
      isUnreadable: true,
      shown: expect.stringContaining('cannot be read'),
    },
  ]);
});

test('a person’s calendars keep that person alone from a visit, are read by the sweep, and end with a press', async () => {
  const ivan = await api.colleague('office', { name: 'Ivan', kinds: ['consultation'] });
  const [auth, kept] = [api.store('auth'), busyLineOf(ivan.id)];
  onTestFinished(() => keepVariables(auth, { env: {}, line: kept, variables: null }));
  const variables = { BUSY_ADDRESSES: `${server.origin()}/ivan.ics` };
  await keepVariables(auth, { env: process.env, line: kept, variables });
  says();
  saysAt('/ivan.ics', []);
  const [first, second] = [await api.openSlot(0), await api.openSlot(8)];
  saysAt('/ivan.ics', [first]);
  says(second);
  later(10 * MINUTE);
  await api.run('sweep');
  expect(await api.openSlots()).toEqual(expect.arrayContaining([first, second]));
  const whoComes = async (slot: Slot) => personOf(await api.visit((await api.booked(slot)).id));
  expect([await whoComes(first), await whoComes(second)]).toEqual([FIRST_PERSON, ivan.id]);
  expect(await line()).toMatchObject({ ofPeople: [{ person: ivan.id, shown: new URL(server.origin()).host }] });

  server.script('/ivan.ics', { status: 503 });
  await api.run('sweep');
  later(HOUR + MINUTE);
  expect(await connection()).toBe('failing');
  await api.text(api.asOwner('DELETE', `/api/setup/${kept}`), 204);
  expect([await connection(), (await line())?.ofPeople]).toEqual(['ok', undefined]);
  expect(await api.store('slots').list('busy-times-of/')).toEqual([]);
  const entry = { line: 'busy', addresses: 'https://example.invalid/a.ics' };
  const enter = (person: string) => api.asOwner('PUT', '/api/setup', { ...entry, person });
  expect((await enter('abcdefgh')).status).toBe(404);
  // The host has set the first person’s, and no other’s.
  expect([(await enter(ivan.id)).status, (await enter(FIRST_PERSON)).status]).toEqual([200, 409]);
});

test('if nobody knows whose calendars there are, nobody’s times are offered', async () => {
  await api.colleague('office', { kinds: ['consultation'] });
  const auth = api.store('auth');
  onTestFinished(() => auth.delete('owner/setup'));
  await auth.put('owner/setup', 'damaged');
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + HOUR);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await api.ask('GET', '/api/calendar/availability')).status).toBe(503);
});
