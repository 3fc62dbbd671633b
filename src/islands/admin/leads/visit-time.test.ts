import { expect, test } from 'vitest';
import { adminLead, adminVisit } from '#tests/support/admin-page';
import {
  kindAndLength,
  lengthOptions,
  lengthWords,
  overlapWords,
  timesOf,
  visitLabel,
  visitTimeOf,
} from './visit-time.ts';

const now = new Date('2026-11-30T15:00:00.000Z');
const visit = adminVisit('2026-12-01T15:30:00.000Z', { kind: 'installation' });
const [start, end, next] = [visit.start ?? '', visit.end ?? '', '2026-12-02T15:30:00.000Z'];

test('the fields have the visit’s time, length and kind; a new visit of a sold lead is an installation', () => {
  const time = { date: '2026-12-01', time: '10:30', minutes: '60' };
  expect(visitTimeOf(adminLead('a'), visit)).toEqual({ ...time, kind: 'installation' });
  expect(visitTimeOf(adminLead('a'), { ...visit, kind: 'tea' }).kind).toBe('consultation');
  const kinds = ['won', 'new'].map((status) => visitTimeOf(adminLead('a', { status }), null));
  const empty = { date: '', time: '', minutes: '' };
  expect(kinds).toEqual([
    { ...empty, kind: 'installation' },
    { ...empty, kind: 'consultation' },
  ]);
  const chosen = { ...time, kind: 'measure' } as const;
  expect(timesOf(chosen, 30)).toEqual({ slot: start, end });
  expect(timesOf({ ...chosen, minutes: '' }, 60)).toEqual({ slot: start, end });
  expect(timesOf({ ...chosen, minutes: '' }, null)).toEqual({ slot: start });
  for (const missing of [{ date: '' }, { time: '' }]) expect(timesOf({ ...chosen, ...missing }, 60)).toBeNull();
});

test('lengths are to be chosen in their order, with the present one', () => {
  expect([45, 60, 150].map(lengthWords)).toEqual(['45 minutes', '1 hour', '2 hours 30 minutes']);
  const values = (minutes: number | null) => lengthOptions(minutes).map(({ value }) => Number(value));
  expect(values(60)).toEqual(values(null));
  expect(values(75).slice(0, 5)).toEqual([30, 45, 60, 75, 90]);
  expect([kindAndLength(visit), visitLabel(visit, now)]).toEqual([
    'Installation, 1 hour',
    'Installation, Tue, Dec 1, 10:30 AM ET',
  ]);
});

test.each([
  [{ what: 'visit', name: 'Ann Fox', start, end }, 'Ann Fox’s visit is from 10:30 to 11:30 AM.'],
  [{ what: 'visit', start, end: '2026-12-01T17:30:00.000Z' }, 'Another visit is from 10:30 AM to 12:30 PM.'],
  [{ what: 'away', start, end: next }, 'You are away from Tue, Dec 1, 10:30 AM to Wed, Dec 2, 10:30 AM.'],
  [{ what: 'busy', start, end }, 'Your calendar is busy from 10:30 to 11:30 AM.'],
  [{ what: 'holiday', name: 'Christmas Day' }, 'It is a holiday: Christmas Day.'],
  [{ what: 'closed' }, 'It is outside your visiting hours.'],
] as const)('what a visit would overlap is said: %j', (overlap, words) => {
  expect(overlapWords(overlap, now)).toBe(words);
});
