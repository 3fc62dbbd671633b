import { expect, test } from 'vitest';
import type { Week } from '#lead/answers';
import { adminLead, adminPage, adminVisit, ENDED } from '#tests/support/admin-page';
import { scriptedServer } from '#tests/support/scripted-server';
import { OLD_AFTER } from '../renewal.ts';
import { beforeIn, createWeek, gapWords } from './week-store.ts';

const server = scriptedServer();
const address = (from: string) => `/api/week?from=${from}`;
const weekOf = (date: string): Week => ({ days: [{ date, holidays: [], away: [], visits: [] }] });

async function openWeek(day: string) {
  // A Sunday evening in the United States, and Monday in UTC.
  const clock = { now: Date.parse('2026-11-30T02:00:00Z') };
  const now = () => clock.now;
  const { environment, session, events } = adminPage(server, `/admin/week#${day}`, { now });
  const week = createWeek(environment, session);
  await week.start(day);
  return { week, events, clock };
}

test('the day of the address is read, and any other is today; another week is read once, its other days not again', async () => {
  server.script(address('2026-11-29'), { body: weekOf('2026-11-23') });
  const { week } = await openWeek('tomorrow');
  expect(week.$week.get()).toMatchObject({ state: 'ready', week: weekOf('2026-11-23') });
  await week.show('2026-11-23');
  expect([week.$day.get(), week.$week.get().state]).toEqual(['2026-11-23', 'ready']);
  server.script(address('2026-11-30'), { body: weekOf('2026-11-30') });
  await week.show('2026-11-30');
  expect(week.$week.get()).toMatchObject({ state: 'ready', week: weekOf('2026-11-30') });
  server.script('/api/auth/check', ENDED);
  await week.start('2026-11-30');
  expect(server.heard.map(({ path }) => path).filter((path) => path.startsWith('/api/week'))).toEqual([
    address('2026-11-29'),
    address('2026-11-30'),
  ]);
});

test('a week that could not be renewed stays, and is old after minutes', async () => {
  server.script(address('2026-11-29'), { body: weekOf('2026-11-23') }, { cut: true });
  const { week, clock } = await openWeek('');
  clock.now += OLD_AFTER - 1;
  await week.renew();
  expect(week.$week.get()).toMatchObject({ week: weekOf('2026-11-23'), isOld: false });
  clock.now += 1;
  await week.renew();
  expect(week.$week.get()).toMatchObject({ week: weekOf('2026-11-23'), isOld: true });
});

test.each([
  ['15:00', '1 h 30 min free'],
  ['13:30', 'No time between'],
  ['12:45', 'Overlap of 45 min'],
])('a visit at %s after two, of which the first ends last: %s; another person’s do not count', (time, words) => {
  const visit = (start: string, end: string, slot?: string) => {
    const [from, to] = [start, end].map((clock) => `2026-12-01T${clock}:00.000Z`);
    return { visit: adminVisit(from ?? '', { end: to, ...(slot && { slot }) }), lead: adminLead('a') };
  };
  const others = visit('10:00', '17:00', 'slots/2026-q4-12-01t10-00-00z-of-k3v9x2mf');
  const [before, shown] = [[visit('09:00', '13:30'), visit('10:00', '11:00')], visit(time, '18:00')];
  expect(beforeIn([...before, others, shown], shown)).toEqual(before);
  expect(gapWords(before, shown)).toBe(words);
});
