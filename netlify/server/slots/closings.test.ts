import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { closingsIn } from './closings.ts';
import type { Schedule } from './times.ts';

/** A lunch break, the holiday of November 26 worked, and each Wednesday afternoon away. */
const morningAndAfternoon = [
  { from: '09:00', until: '12:00' },
  { from: '13:00', until: '18:00' },
];
const schedule: Schedule = {
  ...visitRules,
  weekly: Array.from({ length: 7 }, () => morningAndAfternoon),
  worked: new Set(['2026-11-26']),
  repeated: [{ first: '2026-11-04', last: '2026-11-04', from: '14:00', until: '16:00', repeat: 'weekly' }],
};

test.each([
  ['in the morning', '2026-11-10T09:00', '2026-11-10T12:00', []],
  ['over lunch', '2026-11-10T11:00', '2026-11-10T15:00', ['closed']],
  ['on a holiday that is worked', '2026-11-26T09:00', '2026-11-26T12:00', []],
  ['in a time away that comes again', '2026-11-11T15:00', '2026-11-11T17:00', ['away']],
  ['over lunch and in that time', '2026-11-11T12:00', '2026-11-11T17:00', ['closed', 'away']],
])('a visit %s', (_, start, end, found) => {
  const [from, until] = [start, end].map((local) => Date.parse(`${local}:00-05:00`)) as [number, number];
  expect(closingsIn(schedule, { start: from, end: until }).map(({ what }) => what)).toEqual(found);
});
