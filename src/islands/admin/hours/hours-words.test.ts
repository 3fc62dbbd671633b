import { expect, test } from 'vitest';
import { awayWords, clockWords, dayWords, earlierOf, halfHours, hoursWords, later, laterOf } from './hours-words.ts';

const today = '2026-11-02';

test('days, with the year where it is not this one', () => {
  expect(dayWords('2026-11-05', today)).toBe('Thu, Nov 5');
  expect(dayWords('2027-01-01', today)).toBe('Fri, Jan 1, 2027');
});

test('a clock of twelve hours', () => {
  const words = ['00:30', '09:00', '12:00', '13:30'].map(clockWords);
  expect(words).toEqual(['12:30 AM', '9:00 AM', '12:00 PM', '1:30 PM']);
});

test('a time away: a day, days, hours of a day', () => {
  const first = '2026-12-28';
  expect(awayWords({ first, last: first }, today)).toBe('Mon, Dec 28');
  expect(awayWords({ first, last: '2027-01-03' }, today)).toBe('Mon, Dec 28 to Sun, Jan 3, 2027');
  const hours = { first, last: first, from: '10:00', until: '13:30' };
  expect(awayWords(hours, today)).toBe('Mon, Dec 28, 10:00 AM to 1:30 PM');
});

test('hours end when the last visit does', () => {
  expect(hoursWords({ first: '09:00', last: '16:30' }, 60)).toBe('9:00 AM to 5:30 PM');
  expect(hoursWords(null, 60)).toBe('Closed');
});

test('clocks: later ones, and every half hour from six to nine', () => {
  expect(later('09:30', 90)).toBe('11:00');
  expect([laterOf('09:00', '10:30'), earlierOf('09:00', '10:30')]).toEqual(['10:30', '09:00']);
  expect([halfHours.length, halfHours[0], halfHours.at(-1)]).toEqual([31, '06:00', '21:00']);
});
