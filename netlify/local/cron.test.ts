import { expect, test } from 'vitest';
import { nextRun } from './cron.ts';

/** 2026-11-21 is a Saturday. */
const now = new Date('2026-11-21T10:07:30Z');

test.each([
  ['*/10 * * * *', '2026-11-21T10:10:00.000Z'],
  ['7 * * * *', '2026-11-21T11:07:00.000Z'],
  ['8 * * * *', '2026-11-21T10:08:00.000Z'],
  ['@hourly', '2026-11-21T11:00:00.000Z'],
  ['@daily', '2026-11-22T00:00:00.000Z'],
  ['@monthly', '2026-12-01T00:00:00.000Z'],
  ['@yearly', '2027-01-01T00:00:00.000Z'],
  ['30 9 * * 1-5', '2026-11-23T09:30:00.000Z'],
  ['0 8-17/3 * * *', '2026-11-21T11:00:00.000Z'],
  ['0 0 * * 7', '2026-11-22T00:00:00.000Z'],
  ['0 0 13 * 5', '2026-11-27T00:00:00.000Z'],
  ['15,45 23 31 12 *', '2026-12-31T23:15:00.000Z'],
  ['0 0 29 2 *', '2028-02-29T00:00:00.000Z'],
])('%s comes true next at %s', (expression, expected) => {
  expect(nextRun(expression, now).toISOString()).toBe(expected);
});

test('the minute of the last run is not the next one', () => {
  expect(nextRun('* * * * *', new Date('2026-11-21T10:07:00Z')).toISOString()).toBe('2026-11-21T10:08:00.000Z');
});

test.each([
  '',
  '* * * *',
  '60 * * * *',
  '* 24 * * *',
  '5-1 * * * *',
  '*/0 * * * *',
  'a * * * *',
  '@never',
  '0 0 31 2 *',
])('%j is refused', (expression) => {
  expect(() => nextRun(expression, now)).toThrow();
});
