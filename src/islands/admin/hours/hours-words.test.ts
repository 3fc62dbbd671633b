import { expect, test } from 'vitest';
import { clockWords } from '#lib/time/open-days';
import {
  awayWords,
  clocks,
  dayBriefly,
  earlierOf,
  hoursWords,
  later,
  laterOf,
  nextDay,
  settingsWords,
  visitsWords,
} from './hours-words.ts';

const today = '2026-11-02';

test('days, with the year where it is not this one', () => {
  expect(dayBriefly('2026-11-05', today)).toBe('Thu, Nov\u00a05');
  expect(dayBriefly('2027-01-01', today)).toBe('Fri, Jan\u00a01, 2027');
});

test('a clock of twelve hours', () => {
  const words = ['00:30', '09:00', '12:00', '13:30'].map(clockWords);
  expect(words).toEqual(['12:30 AM', '9:00 AM', '12:00 PM', '1:30 PM']);
});

test('a time away: a day, days, hours of a day', () => {
  const first = '2026-12-28';
  expect(awayWords({ first, last: first }, today)).toBe('Mon, Dec\u00a028');
  expect(awayWords({ first, last: '2027-01-03' }, today)).toBe('Mon, Dec\u00a028 to Sun, Jan\u00a03, 2027');
  const hours = { first, last: first, from: '10:00', until: '13:30' };
  expect(awayWords(hours, today)).toBe('Mon, Dec\u00a028, 10:00 AM to 1:30 PM');
});

test('a time away that comes again', () => {
  const lunch = { first: '2026-11-04', last: '2026-11-04', from: '12:00', until: '14:00', repeat: 'weekly' } as const;
  expect(awayWords(lunch, today)).toBe('Wed, Nov\u00a04, 12:00 PM to 2:00 PM, then every week');
  expect(awayWords({ ...lunch, repeatUntil: '2027-06-30' }, today)).toContain('week, until Wed, Jun\u00a030, 2027');
  const christmas = { first: '2026-12-24', last: '2026-12-26', repeat: 'yearly' } as const;
  expect(awayWords(christmas, today)).toBe('Thu, Dec\u00a024 to Sat, Dec\u00a026, then every year');
  const next = (first: string) => nextDay({ ...christmas, first }, today);
  expect(['2026-12-24', '2024-12-24', '2024-07-04'].map(next)).toEqual(['2026-12-24', '2026-12-24', '2027-07-04']);
  expect(nextDay({ ...lunch, first: '2026-10-07' }, today)).toBe('2026-10-07');
});

test('hours, and the visits in them', () => {
  const settings = {
    visitMinutes: 60,
    installationMinutes: 240,
    stepMinutes: 90,
    noticeMinutes: 24 * 60,
    daysAhead: 14,
  };
  const morning = { from: '09:00', until: '12:00' };
  const day = [morning, { from: '13:00', until: '18:00' }];
  expect([hoursWords(day), hoursWords([])]).toEqual(['9:00 AM to 12:00 PM, 1:00 PM to 6:00 PM', 'Closed']);
  expect(
    [day, [morning], [{ from: '09:00', until: '10:45' }], [{ from: '09:00', until: '09:30' }]].map((one) =>
      visitsWords(one, settings),
    ),
  ).toEqual([
    '5 visits, the last at 4:00 PM',
    '2 visits, the last at 10:30 AM',
    '1 visit, at 9:00 AM',
    'Too short for a visit',
  ]);
  expect(settingsWords(settings)).toBe(
    '60 minutes, an installation 4 hours, every 90 minutes, 24 hours’ notice, 14 days ahead',
  );
  const other = { visitMinutes: 120, installationMinutes: 90, stepMinutes: 180, noticeMinutes: 0, daysAhead: 1 };
  expect(settingsWords(other)).toBe('120 minutes, an installation 90 minutes, every 3 hours, no notice, 1 day ahead');
  expect(settingsWords({ ...other, noticeMinutes: 7 * 24 * 60 })).toContain('7 days’ notice');
});

test('clocks: later ones, and every quarter hour from six to eleven', () => {
  expect(later('09:30', 90)).toBe('11:00');
  expect([laterOf('09:00', '10:30'), earlierOf('09:00', '10:30')]).toEqual(['10:30', '09:00']);
  expect([clocks.length, clocks[1], clocks.at(-1)]).toEqual([69, '06:15', '23:00']);
});
