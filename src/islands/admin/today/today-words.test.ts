import { expect, test } from 'vitest';
import type { Outcome } from '#contracts/lead-outcome';
import type { ShownLead, ShownVisit } from '#lead/answers';
import { Visit } from '#lead/lead';
import { adminLead, adminVisit } from '#tests/support/admin-page';
import type { Progress } from '../leads/commands.ts';
import { readAmount } from '../leads/progress-words.ts';
import { unmannedWords } from '../leads/visit-time.ts';
import { againWords, isOver, handledWords, unmannedCount, visitGroups, visitTime, waitingOf } from './today-words.ts';
import { unbroken } from '#lib/unbroken';

/** 10:30 on a Tuesday evening, Eastern. In UTC it is Wednesday. */
const now = new Date('2026-12-02T03:30:00.000Z');
const lead = (fields: Partial<ShownLead>) => adminLead('a', fields);
const visit = (start: string, end?: string) => ({ visit: adminVisit(start, { end }), lead: lead({}) });
const starts = (visits: readonly ShownVisit[]) => visits.map((one) => one.visit.start);
const cancelled = (cancelledAt: string) => ({ visits: [Visit.parse({ id: 'a/1', cancelledAt })] });

test('visits are by Eastern days, whatever day it is in UTC', () => {
  const slots = [
    '2026-12-01T14:00:00.000Z',
    '2026-12-02T14:00:00.000Z',
    '2026-12-03T14:00:00.000Z',
    '2026-12-07T14:00:00.000Z',
    '2026-12-08T14:00:00.000Z',
  ];
  const groups = visitGroups(
    slots.map((slot) => visit(slot)),
    now,
  );
  expect(groups.map(({ name, date, visits }) => [name, date, starts(visits)])).toEqual([
    ['Visits today', 'Tuesday, December 1', [slots[0]]],
    ['Tomorrow', 'Wednesday, December 2', [slots[1]]],
    ['This week', undefined, [slots[2], slots[3]]],
    ['Later', undefined, [slots[4]]],
  ]);
  expect(visitTime(slots[1] ?? '', groups[1] as (typeof groups)[number])).toBe('9:00 AM');
  expect(visitTime(slots[2] ?? '', groups[2] as (typeof groups)[number])).toBe('Thu, Dec 3, 9:00 AM');
});

test('a day without visits is there, and no other part is', () => {
  expect(visitGroups([], now).map(({ name }) => name)).toEqual(['Visits today']);
});

test('the days of the week stay days when the clocks change', () => {
  const before = new Date('2026-11-01T01:00:00.000Z');
  const groups = visitGroups([visit('2026-11-01T16:00:00.000Z'), visit('2026-11-02T15:00:00.000Z')], before);
  expect(groups.map(({ name }) => name)).toEqual(['Visits today', 'Tomorrow', 'This week']);
});

test('a visit is over at its end', () => {
  const ends = (end: string) => isOver(visit('2026-12-02T02:00:00.000Z', end), now);
  expect([ends('2026-12-02T03:30:00.000Z'), ends('2026-12-02T03:31:00.000Z')]).toEqual([true, false]);
});

test('a visit that nobody makes says why, and such visits are counted', () => {
  const at = visit('2026-12-02T14:00:00.000Z');
  const ivans = { ...at, visit: { ...at.visit, who: 'Ivan' } };
  const all: ShownVisit[] = [
    { ...ivans, unmanned: 'gone' },
    { ...ivans, unmanned: 'kind' },
    { ...ivans, unmanned: 'away' },
    { ...at, unmanned: 'hours' },
    ivans,
  ];
  expect(all.map((one) => unmannedWords(one.unmanned, one.visit.who))).toEqual([
    'Nobody comes: Ivan does not work here any more.',
    'Nobody comes: Ivan does not make such visits any more.',
    'Nobody comes: Ivan is away then.',
    'Nobody comes: whoever was to come does not work at that time.',
    '',
  ]);
  expect([all, all.slice(3), [ivans]].map(unmannedCount)).toEqual([
    '4 visits without anybody',
    '1 visit without anybody',
    '',
  ]);
});

const morning = new Date('2026-12-01T14:30:00.000Z');

test.each([
  [now, '2026-12-02T03:29:00.000Z', '2026-12-03T05:00:00.000Z', 'Waits 1 min, promised by tomorrow night', false],
  [now, '2026-12-01T03:31:00.000Z', '2026-12-02T05:00:00.000Z', 'Waits 23 h 59 min, promised by tonight', false],
  [morning, '2026-12-01T13:30:00.000Z', '2026-12-05T05:00:00.000Z', 'Waits 1 h, promised by Friday night', false],
  [now, '2026-12-01T17:30:00.000Z', '2026-12-02T17:00:00.000Z', 'Waits 10 h, promised by noon tomorrow', false],
  [morning, '2026-11-30T20:30:00.000Z', '2026-12-01T20:00:00.000Z', 'Waits 18 h, promised by 3:00 PM today', false],
  [now, '2026-11-30T21:30:00.000Z', '2026-12-01T21:30:00.000Z', 'Waits 1 day 6 h, 6 h longer than promised', true],
  [now, '2026-12-01T03:30:00.000Z', '2026-12-02T03:30:00.000Z', 'Waits 1 day, 0 min longer than promised', true],
])('at %s one who came at %s and is due at %s: %s', (at, createdAt, due, words, isBroken) => {
  expect(waitingOf({ ...lead({ createdAt }), due }, at)).toEqual({ words, isBroken });
});

test('one whose visit was cancelled waits since then; without a promise of hours nothing is promised', () => {
  const waits = lead({ createdAt: '2026-11-20T12:00:00.000Z', ...cancelled('2026-12-02T01:30:00.000Z') });
  expect(waitingOf(waits, now).words).toBe('Waits 2 h');
});

test('the day on which somebody comes back, and why', () => {
  const visit = { start: '2026-12-01T14:00:00.000Z', end: '2026-12-01T15:00:00.000Z', kind: 'consultation' };
  const words = (change: Progress, fields: Partial<ShownLead>) =>
    handledWords({ change, before: lead({}), after: lead(fields), at: 0, isDue: false }, now);
  const outcome = (result: Outcome) => ({ outcome: { visit: visit.start, result } });
  expect([
    words({ status: 'contacted' }, { followUp: '2026-12-02' }),
    words({ status: 'contacted' }, { followUp: '2026-12-07' }),
    words({ followUp: '2026-12-20' }, { followUp: '2026-12-20' }),
    words(outcome('quoted'), { amount: 3200.5, followUp: '2026-12-04' }),
    words(outcome('sold'), { amount: 3200 }),
    words(outcome('not home'), { amount: 3200, followUp: '2026-12-01' }),
    words({ status: 'lost' }, { lostReason: 'price' }),
  ]).toEqual([
    'Lead a comes back tomorrow.',
    'Lead a comes back on Monday.',
    unbroken('Lead a comes back on Sunday, December 20.'),
    'Lead a: Quoted, $3,200.50. Comes back on Friday.',
    'Lead a: Sold, $3,200.',
    'Lead a: Not home. Comes back today.',
    'Lead a: Lost, Too expensive.',
  ]);
  const again = ['2026-12-01', '2026-11-30'].map((followUp) => againWords(lead({ followUp }), now));
  expect(again).toEqual(['Today', unbroken('Since Monday, November 30')]);
});

test('a sold lead comes back for the next step of its job, another one for a call', () => {
  const quoted = { status: 'quoted' };
  const leads = [{ status: 'won' }, quoted, { ...quoted, ...cancelled('2026-12-01T12:00:00.000Z') }];
  expect(leads.map((fields) => againWords(lead(fields), now))).toEqual([
    'Sold. Order the shades?',
    'No day is noted',
    'The visit was cancelled',
  ]);
});

test.each<[string, number | null | undefined]>([
  ['', null],
  ['$3,200', 3200],
  [' 3200.5 ', 3200.5],
  ['three', undefined],
  ['3.200,50', undefined],
  ['3200,50', undefined],
  ['32,00', undefined],
  ['1234,567', undefined],
  ['12,345.50', 12_345.5],
  ['-1', undefined],
  ['9999999', undefined],
])('an amount typed as %j', (typed, amount) => {
  expect(readAmount(typed)).toBe(amount);
});

test('the amount of leads that became one can be saved again, and may not grow', () => {
  expect([readAmount('2,000,000', 2_000_000), readAmount('2,000,001', 2_000_000)]).toEqual([2_000_000, undefined]);
});
