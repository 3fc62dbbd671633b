import { expect, test } from 'vitest';
import type { Insights, Period } from '#contracts/insights';
import { dollars } from '#lib/dollars';
import { duration } from '#lib/label';
import { unbroken } from '#lib/unbroken';
import { adminPage, ENDED } from '#tests/support/admin-page';
import { scriptedServer } from '#tests/support/scripted-server';
import { createInsights } from './insights-store.ts';
import { ticksTo } from './WeekBars.tsx';
import { callChangeWords, changeWords, leadsAddress, periodName, summary, weekName } from './insights-words.ts';

const server = scriptedServer();
const counts = { requests: 48, bookings: 1, visits: 12, won: 1200, dollars: 12_400 };
const period: Period = {
  from: '2026-10-20',
  to: '2026-11-18',
  ...counts,
  calls: 2,
  callMinutes: 90,
  slowCallMinutes: 600,
};
const shares = { sources: [], campaigns: [], cities: [] };
const figures = (days: Insights['days']): Insights => ({
  days,
  countedAt: '2026-11-18T17:00:00.000Z',
  period,
  before: period,
  weeks: [],
  ...shares,
  jobs: { ordered: 0, unpaid: 0, installDays: null },
  quoted: { leads: 0, dollars: 0 },
  unpriced: 0,
  robots: 0,
  keepDays: null,
});
const address = (days: string) => `/api/insights?days=${days}`;

async function openInsights(days = '') {
  const { environment, session, events } = adminPage(server, `/admin/insights${days && `#${days}`}`);
  const insights = createInsights(environment, session);
  await insights.start(days);
  return { insights, events };
}

test('the days of the address are read, and any others are 30', async () => {
  server.script(address('90'), { body: figures('90') });
  const { insights } = await openInsights('90');
  expect(insights.$known.get()).toMatchObject({ state: 'ready', insights: { days: '90' }, isChanging: false });
  server.script(address('30'), { body: figures('30') });
  expect((await openInsights('31')).insights.$known.get()).toMatchObject({ insights: { days: '30' } });
});

test('the address keeps the days and the table, what is none is the first, and the same days are not read again', async () => {
  server.script(address('90'), { body: figures('90') });
  const { insights } = await openInsights('90/cities');
  expect(insights.$chosen.get()).toBe('90/cities');
  insights.setBy('campaigns');
  await insights.setDays('90');
  expect([insights.$chosen.get(), (await openInsights('90/toString')).insights.$chosen.get()]).toEqual([
    '90/campaigns',
    '90/sources',
  ]);
  server.script('/api/auth/check', ENDED);
  await insights.start('90');
  expect(server.heard.filter(({ path }) => path === address('90'))).toHaveLength(2);
});

test('other days: the figures stay until those are there, and only the last choice counts', async () => {
  server.script(address('30'), { body: figures('30') });
  const { insights } = await openInsights();
  server.script(address('90'), { body: figures('90') });
  server.script(address('365'), { body: figures('365') });
  const [first, second] = [insights.setDays('90'), insights.setDays('365')];
  expect(insights.$known.get()).toMatchObject({ state: 'ready', insights: { days: '30' }, isChanging: true });
  await Promise.all([first, second]);
  expect(insights.$known.get()).toMatchObject({ state: 'ready', insights: { days: '365' }, isChanging: false });
});

test.each([
  [25, '25 min'],
  [60, '1 h'],
  [250, '4 h 10 min'],
  [1440, '1 day'],
  [3070, '2 days 3 h'],
])('%s minutes are %s', (minutes, words) => {
  expect(duration(minutes)).toBe(words);
});

test('what is said of a period', () => {
  expect(changeWords(12, 12)).toBe('as many as before');
  expect(changeWords(1500, 12)).toBe('1,488 more than before');
  expect(changeWords(9, 12)).toBe('3 fewer than before');
  const waited = (callMinutes: number | null) => ({ ...period, callMinutes });
  expect(callChangeWords(waited(90), waited(30))).toBe('1 h longer than before');
  expect(callChangeWords(waited(30), waited(90))).toBe('1 h sooner than before');
  expect(callChangeWords(waited(30), waited(30))).toBe('as long as before');
  expect(callChangeWords(waited(30), waited(null))).toBe('nobody was called before');
  expect(callChangeWords(waited(null), waited(30))).toBe('nobody was called yet');
  expect(periodName(period)).toBe(unbroken('Oct 20 to Nov 18, 2026'));
  expect(periodName({ ...period, from: '2025-11-19' })).toBe(unbroken('Nov 19, 2025 to Nov 18, 2026'));
  expect(summary(figures('365'))).toBe('48 requests, 1 booked, 12 visited, 1,200 won, $12,400 in the last year');
});

test.each([
  ['2026-10-20', '2026-10-25', 'Oct 20 to 25'],
  ['2026-10-26', '2026-11-01', 'Oct 26 to Nov 1'],
  ['2025-11-24', '2025-11-30', 'Nov 24 to 30, 2025'],
])('the week from %s to %s is %s', (from, to, name) => {
  expect(weekName({ from, to }, '2026')).toBe(unbroken(name));
});

test('a figure opens its leads, and dollars are more or less', () => {
  expect(leadsAddress(period, { source: 'Google ad', status: 'won' })).toBe(
    '/admin/leads?source=Google+ad&status=won&from=2026-10-20&to=2026-11-18',
  );
  expect(changeWords(12_400, 8_200, true)).toBe('$4,200 more than before');
  expect(changeWords(0, 99.5, true)).toBe('$99.50 less than before');
  expect(changeWords(0, 0, true)).toBe('as much as before');
});

test.each([
  [0, '$0'],
  [99.5, '$99.50'],
  [80, '$80'],
  [100.4, '$100'],
  [12_400, '$12,400'],
])('%s is %s', (amount, words) => {
  expect(dollars(amount)).toBe(words);
});

test.each([
  [0, [0, 2, 4]],
  [3, [0, 2, 4]],
  [11, [0, 5, 10, 15]],
  [30, [0, 10, 20, 30]],
  [12_400, [0, 5000, 10_000, 15_000]],
])('the scale of a chart whose greatest value is %i: %j', (max, ticks) => {
  expect(ticksTo(max)).toEqual(ticks);
});
