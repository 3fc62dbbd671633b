import type { Lead } from '#lead/lead';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zonedDate } from '#lib/time/zone';
import { Insights } from '#contracts/insights';
import { bookedVisit, leadOf, visitOf } from '#tests/support/visits';
import { HOUR, MINUTE } from '#lib/time/units';
import { answersWithin, insightsCsv, insightsOf } from './insights.ts';
import { withMilestones } from '#lead/decide';

/** A Wednesday, noon in the East. */
const now = Date.parse('2026-11-18T17:00:00.000Z');

function lead(createdAt: string, fields: Partial<Lead> = {}, request: object = {}): Lead {
  const at = new Date(createdAt).toISOString();
  const made = leadOf(createdAt, request);
  const stored = { ...made.request, ...request };
  return { ...made, request: stored, createdAt: at, updatedAt: at, status: 'new', visits: [], ...fields };
}
const visitAt = (start: string) => bookedVisit('ann', start);
const figures = (leads: readonly Lead[], days: '30' | '90' | '365' = '30', at = now) => insightsOf(leads, days, at);

test('weeks run from Monday to Sunday in the East, cut off by the period; a day begins at midnight there', () => {
  const { weeks, period, before } = figures([
    lead('2026-10-20T03:59:59Z'), // Monday, October 19, 11:59 PM
    lead('2026-10-20T04:00:00Z'), // Tuesday, the first day of the period
    lead('2026-10-26T03:59:59Z'), // Sunday
    lead('2026-10-26T04:00:00Z'), // Monday
    lead('2026-11-02T04:59:59Z'), // Sunday, November 1, when the clocks went back
    lead('2026-11-02T05:00:00Z'), // Monday
    lead('2026-11-18T16:59:59Z'),
  ]);
  expect(weeks.map(({ from, to, requests }) => [from, to, requests])).toEqual([
    ['2026-10-20', '2026-10-25', 2],
    ['2026-10-26', '2026-11-01', 2],
    ['2026-11-02', '2026-11-08', 1],
    ['2026-11-09', '2026-11-15', 0],
    ['2026-11-16', '2026-11-18', 1],
  ]);
  expect([period.from, period.to, period.requests]).toEqual(['2026-10-20', '2026-11-18', 6]);
  expect([before.from, before.to, before.requests]).toEqual(['2026-09-20', '2026-10-19', 1]);
});

test('on any day of two years, the weeks follow each other without a gap and hold every request of the period', () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 731 * 24 }),
      fc.constantFrom('30' as const, '90' as const, '365' as const),
      fc.array(fc.integer({ min: 0, max: 800 * 24 }), { maxLength: 30 }),
      (hours, days, ages) => {
        const at = start + hours * HOUR;
        const leads = ages.map((age) => lead(new Date(at - age * HOUR).toISOString()));
        const { weeks, period } = figures(leads, days, at);
        const inside = leads.filter(({ createdAt }) => zonedDate(createdAt) >= period.from);
        expect(weeks.reduce((sum, { requests }) => sum + requests, 0)).toBe(inside.length);
        expect(period.requests).toBe(inside.length);
        expect([weeks[0]?.from, weeks.at(-1)?.to]).toEqual([period.from, period.to]);
        for (const [index, { from }] of weeks.entries()) {
          if (index > 0) expect(Date.parse(from) - Date.parse(weeks[index - 1]?.to ?? '')).toBe(24 * HOUR);
          if (index > 0) expect(new Date(from).getUTCDay()).toBe(1);
        }
      },
    ),
  );
});

test('each step counts when it came about: a visit once it has begun, a sale with its amount', () => {
  const visits = ['2026-11-16T15:00:00Z', '2026-11-18T15:00:00Z'].map(visitAt);
  const cancelled = [visitOf('ann', { cancelledAt: '2026-11-12T12:00:00.000Z' })];
  const won = { status: 'won', closedAt: '2026-11-17T12:00:00Z' } as const;
  const booked = (bookedAt: string, start: string) => ({ bookedAt, status: 'booked', visits: [visitAt(start)] });
  const { period, weeks, quoted, unpriced } = figures([
    lead('2026-09-01T12:00:00Z', booked('2026-11-16T15:00:00Z', '2026-11-17T15:00:00Z')),
    lead('2026-11-10T12:00:00Z', booked('2026-11-10T12:01:00Z', '2026-11-19T15:00:00Z')),
    lead('2026-11-11T12:00:00Z', { bookedAt: '2026-11-11T12:01:00Z', visits: cancelled }),
    // Two visits of one lead are one that was visited, on the day of the first.
    lead('2026-09-02T12:00:00Z', { ...won, amount: 0.1, visits }),
    lead('2026-09-02T12:00:00Z', { ...won, amount: 0.2 }),
    lead('2026-09-02T12:00:00Z', won),
    lead('2026-09-02T12:00:00Z', { ...won, closedAt: '2026-10-01T12:00:00Z', amount: 5000 }),
    lead('2026-09-02T12:00:00Z', { status: 'quoted', amount: 8200 }),
    lead('2026-11-12T12:00:00Z', { closedAt: '2026-11-13T12:00:00Z', status: 'lost', amount: 9 }),
    lead('2026-11-13T12:00:00Z', { closedAt: '2026-11-13T12:00:00Z', status: 'contacted' }),
    lead('2026-11-14T12:00:00Z', { isSpam: true, ...won, amount: 7 }),
  ]);
  expect(period).toMatchObject({ requests: 4, bookings: 3, visits: 2, won: 3, dollars: 0.3 });
  expect(weeks.at(-1)).toMatchObject({ from: '2026-11-16', requests: 0, bookings: 1, visits: 2, won: 3, dollars: 0.3 });
  expect([quoted, unpriced]).toEqual([{ leads: 1, dollars: 8200 }, 1]);
  expect(figures([lead('2026-11-14T12:00:00Z', { isSpam: true })]).robots).toBe(1);
});

test('of the jobs: how many wait for their order, what all customers owe, and the median of days until an installation', () => {
  const sold = { status: 'won', amount: 5200, wonAt: '2026-10-30T15:00:00Z' } as const;
  const further = { visit: '', at: '2026-11-10T15:00:00Z', job: { orderedOn: '2026-11-11' } };
  const paid = (amount: number) => ({ payments: [{ on: '2026-11-16', amount }] });
  const { jobs } = figures([
    lead('2026-10-10T12:00:00Z', { ...sold, job: { orderedOn: '2026-11-01' }, ...paid(200) }),
    lead('2026-10-10T12:00:00Z', { ...sold, job: { installedOn: '2026-11-15' }, laterSales: [further], ...paid(5000) }),
    lead('2026-10-10T12:00:00Z', { ...sold, job: { installedOn: '2026-11-03' }, ...paid(5200) }),
    lead('2026-09-10T12:00:00Z', { ...sold, job: { installedOn: '2026-10-19' }, ...paid(5200) }),
    lead('2026-10-10T12:00:00Z', { ...sold, status: 'quoted', job: { orderedOn: '2026-11-01' } }),
  ]);
  expect(jobs).toEqual({ ordered: 2, unpaid: 5200, installDays: 10 });
  expect(figures([]).jobs).toEqual({ ordered: 0, unpaid: 0, installDays: null });
});

test('the median of the waits, of those who were called before they had booked', () => {
  const called = (hours: number, fields: Partial<Lead> = {}) =>
    lead('2026-11-10T12:00:00Z', {
      calledAt: new Date(Date.parse('2026-11-10T12:00:00Z') + hours * HOUR).toISOString(),
      status: 'contacted',
      ...fields,
    });
  const own = { bookedAt: '2026-11-10T12:05:00Z' };
  expect(figures([called(1), called(40), called(3), called(9, own)]).period).toMatchObject({
    calls: 3,
    callMinutes: 180,
  });
  expect(figures([called(1), called(2)]).period.callMinutes).toBe(90);
  expect(figures([lead('2026-11-10T12:00:00Z')]).period).toMatchObject({ calls: 0, callMinutes: null });
});

test('where requests come from, one row for one source, the greatest first, in capitals or not, with what has become of them', () => {
  const from = (attribution: object, fields: Partial<Lead> = {}) =>
    lead('2026-11-10T12:00:00Z', fields, { attribution });
  const visits = [visitAt('2026-11-12T15:00:00Z')];
  const booked = { bookedAt: '2026-11-10T12:05:00Z', status: 'booked', visits };
  const sold = { status: 'won', closedAt: '2026-11-15T12:05:00Z', amount: 12_400 } as const;
  const { sources, campaigns, cities } = figures([
    from({ utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'Fall shades' }, booked),
    from({ utm_source: 'Google', utm_medium: 'CPC', utm_campaign: 'fall shades' }),
    from({ gclid: 'x' }, sold),
    from({ referrer: 'https://www.nextdoor.com/x' }),
    lead('2026-11-10T12:00:00Z', { source: 'phone', status: 'contacted' }, { heardFrom: 'nextdoor' }),
    lead('2026-11-10T12:00:00Z', { source: 'phone', status: 'contacted' }),
    lead('2026-11-10T12:00:00Z', {}, { city: 'Vinings', serviceInterest: 'Motorized Blinds' }),
  ]);
  const short = (shares: typeof sources) => shares.map(({ name, requests, bookings }) => [name, requests, bookings]);
  expect(short(sources)).toEqual([
    ['Google ad', 3, 1],
    ['Nextdoor', 2, 0],
    ['By phone', 1, 0],
    ['Not known', 1, 0],
  ]);
  expect(sources[0]).toMatchObject({ visits: 1, won: 1, dollars: 12_400 });
  expect(short(campaigns)).toEqual([
    ['No campaign', 5, 0],
    ['Fall shades', 2, 1],
  ]);
  expect(cities.at(-1)).toEqual({ name: 'Vinings', requests: 1, bookings: 0, visits: 0, won: 0, dollars: 0 });
});

test('what anybody may write into a link does not grow without end', () => {
  const leads = Array.from({ length: 60 }, (_, count) =>
    lead('2026-11-10T12:00:00Z', {}, { attribution: { utm_campaign: `c${count}` } }),
  );
  const { campaigns } = figures(leads);
  expect(campaigns).toHaveLength(26);
  expect(campaigns.at(-1)).toMatchObject({ name: '35 others', requests: 35, isRest: true });
});

const waited = (minutes: number, createdAt = '2026-11-10T12:00:00Z') =>
  lead(createdAt, { status: 'contacted', calledAt: new Date(Date.parse(createdAt) + minutes * MINUTE).toISOString() });

test('by week of the request: the median until the call, and what the slowest tenth took at least', () => {
  const ten = Array.from({ length: 10 }, (_, index) => waited(10 * (index + 1)));
  const { weeks, period } = figures([...ten, waited(500, '2026-11-17T12:00:00Z'), lead('2026-11-17T13:00:00Z')]);
  expect(weeks.map(({ calls, callMinutes, slowCallMinutes }) => [calls, callMinutes, slowCallMinutes])).toEqual([
    ...[...Array(3)].map(() => [0, null, null]),
    [10, 55, 95],
    [1, 500, 500],
  ]);
  expect(period).toMatchObject({ calls: 11, callMinutes: 60, slowCallMinutes: 100 });
});

test.each([
  ['too few are no figure', 19, 30, 0, null],
  ['half an hour is an hour', 20, 30, 0, 1],
  ['rounded up to full hours', 20, 61, 0, 2],
  ['a day', 20, 24 * 60, 0, 24],
  ['more than a day is not said', 20, 24 * 60 + 1, 0, null],
  ['who still waits counts as slow', 20, 30, 20, null],
  ['a few who still wait do not', 20, 30, 19, 1],
])('how soon the site says that we answer: %s', (_, answered, minutes, unanswered, hours) => {
  const waiting = Array.from({ length: unanswered }, () => lead('2026-11-10T12:00:00Z'));
  const others = [
    lead('2026-11-10T12:00:00Z', { isSpam: true }),
    lead('2026-11-10T12:00:00Z', { status: 'booked', bookedAt: '2026-11-10T12:03:00.000Z' }),
    waited(1, '2026-08-01T12:00:00Z'),
  ];
  expect(answersWithin([...Array.from({ length: answered }, () => waited(minutes)), ...waiting, ...others], now)).toBe(
    hours,
  );
});

test('the file: every figure a line, and no name of a campaign is a formula', () => {
  const campaign = { attribution: { utm_campaign: '=HYPERLINK("http://evil.example")' } };
  const figured = figures([lead('2026-11-17T12:00:00Z', { calledAt: '2026-11-17T14:00:00Z' }, campaign)]);
  const insights = Insights.parse({ ...figured, countedAt: new Date(now).toISOString(), keepDays: null });
  const lines = [...insightsCsv(insights)];
  expect(lines[0]?.startsWith('\ufeff"Part","Name","From","To","Requests",')).toBe(true);
  expect(lines[1]).toBe('"Period","","2026-10-20","2026-11-18","1","0","0","0","0","120","120"\r\n');
  expect(lines[2]).toBe('"Period before","","2026-09-20","2026-10-19","0","0","0","0","0","",""\r\n');
  expect(lines).toContain('"Week","","2026-11-16","2026-11-18","1","0","0","0","0","120","120"\r\n');
  expect(lines.filter((line) => line.startsWith('"Campaign"'))).toEqual([
    `"Campaign","'=HYPERLINK(""http://evil.example"")","2026-10-20","2026-11-18","1","0","0","0","0","",""\r\n`,
  ]);
});

// src/lead/decide.test.ts tests which moments each change by the owner leaves.
test('a visitor’s own booking is no call of the owner’s, and a second booking or call leaves the moment of the first', () => {
  const waiting = lead('2026-11-10T12:00:00Z');
  const change = (before: Lead, status: Lead['status'], byOwner: boolean, at = now) =>
    withMilestones(before, { ...before, status }, { now: at, byOwner });
  const booked = change(waiting, 'booked', false);
  expect(booked).toMatchObject({ bookedAt: new Date(now).toISOString() });
  expect(booked).not.toHaveProperty('calledAt');
  const again = change(change(booked, 'new', false), 'booked', false, now + HOUR);
  expect(again.bookedAt).toBe(booked.bookedAt);
  const called = change(waiting, 'contacted', true);
  expect(change(called, 'lost', true, now + HOUR).calledAt).toBe(called.calledAt);
  expect(figures([change(booked, 'contacted', true, now + HOUR)]).period.calls).toBe(0);
  const callMinutes = (now - Date.parse(waiting.createdAt)) / MINUTE;
  expect(figures([change(waiting, 'booked', true)]).period).toMatchObject({ calls: 1, callMinutes });
});
