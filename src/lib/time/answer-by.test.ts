import { expect, test } from 'vitest';
import { answerBy } from './answer-by.ts';
import { zonedDayAndTime } from './zone.ts';

const rule = { withinHours: 24, pause: { weekday: 6, hour: 12, answeredOn: 1 } };

// 2026-11-16 is a Monday. All in New York, an hour earlier in UTC until the clocks change.
test.each([
  ['on Monday before noon', '2026-11-16T11:40:00-05:00', 'hour', 'Tuesday, November 17 at 11:00 AM'],
  ['at noon itself', '2026-11-16T12:00:00-05:00', 'noon', 'Tuesday, November 17 at 12:00 PM'],
  ['in the afternoon, by the full hour before', '2026-11-16T14:20:00-05:00', 'hour', 'Tuesday, November 17 at 2:00 PM'],
  ['at night', '2026-11-16T21:30:00-05:00', 'night', 'Tuesday, November 17 at 9:00 PM'],
  ['after midnight', '2026-11-17T02:00:00-05:00', 'night', 'Tuesday, November 17 at 12:00 PM'],
  ['on Friday night', '2026-11-20T19:30:00-05:00', 'hour', 'Saturday, November 21 at 7:00 PM'],
  ['on Saturday before noon', '2026-11-21T11:59:00-05:00', 'hour', 'Sunday, November 22 at 11:00 AM'],
  ['from Saturday noon', '2026-11-21T12:00:00-05:00', 'day', 'Monday, November 23 at 12:00 PM'],
  ['until Sunday night', '2026-11-22T23:59:00-05:00', 'day', 'Monday, November 23 at 12:00 PM'],
  ['from Monday on', '2026-11-23T00:00:00-05:00', 'night', 'Monday, November 23 at 12:00 PM'],
  ['over the change of the clocks', '2026-03-07T10:00:00-05:00', 'hour', 'Sunday, March 8 at 11:00 AM'],
] as const)('asked %s, it is answered by', (_, asked, kind, day) => {
  const { at, ...rest } = answerBy(Date.parse(asked), rule);
  expect([rest, zonedDayAndTime(at)]).toEqual([{ kind }, day]);
});

test('without a pause the hours alone count', () => {
  const answer = answerBy(Date.parse('2026-11-21T15:00:00-05:00'), { withinHours: 4 });
  expect([answer.kind, zonedDayAndTime(answer.at)]).toEqual(['hour', 'Saturday, November 21 at 7:00 PM']);
});
