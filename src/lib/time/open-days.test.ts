import { expect, test } from 'vitest';
import { readOpenDays, storeHoursLine, visitHoursLine } from './open-days.ts';

test.each([
  ['Mon-Fri 8 AM-6 PM', 'Mon-Fri 8AM-6PM', 'Mon-Fri 8 AM-6 PM ET', [1, 2, 3, 4, 5]],
  ['Sat 9AM-3PM by appointment', 'Sat 9AM-3PM by appointment', 'Sat 9 AM-3 PM ET by appointment', [6]],
  ['Sat-Sun 8:30 AM-12 PM', 'Sat-Sun 8:30AM-12PM', 'Sat-Sun 8:30 AM-12 PM ET', [6, 0]],
])('%s', (line, store, visit, weekdays) => {
  const days = readOpenDays(line);
  if (!days) throw new Error('says no hours');
  expect([storeHoursLine(days), visitHoursLine(days), days.weekdays]).toEqual([store, visit, weekdays]);
});

test('noon and midnight are hours of the day', () => {
  expect(readOpenDays('Mon 12 AM-12 PM')).toMatchObject({ days: 'Mon', opens: 0, closes: 12 });
});

test.each([
  '8-17',
  'Monday 8 AM-6 PM',
  'Fri-Mon 8 AM-6 PM',
  'Mon 13 AM-2 PM',
  'Mon 6 PM-8 AM',
  'Mon 8:60 AM-6 PM',
  'Mon 8 AM-6 PM, Tue',
])('%s says no hours', (line) => {
  expect(readOpenDays(line)).toBeNull();
});
