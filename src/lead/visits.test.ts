import { expect, test } from 'vitest';
import { leadOf, moment, now, visitIn } from '#tests/support/lead';
import { HOUR } from '#lib/time/units';
import type { Visit } from './lead.ts';
import {
  begunVisits,
  cancellationOf,
  comingVisits,
  intervalOf,
  nextVisitId,
  pastVisits,
  requestsSlot,
  standingVisits,
  visitName,
  visitOf,
  withLost,
  withVisit,
} from './visits.ts';

const numbers = (visits: readonly Visit[]) => visits.map(({ id }) => Number(id.split('/')[1]));
const cancelled = (hours: number, number = 1) => visitIn(30, { slot: undefined, cancelledAt: moment(hours) }, number);

test('a visit begins at its start, and one without a slot or a start never', () => {
  const lost = visitIn(2, { isLost: true }, 4);
  const visits = [visitIn(-2), visitIn(0, {}, 2), visitIn(1, {}, 3), lost, cancelled(-1, 5)];
  const lead = { visits: [...visits, { ...visitIn(3, {}, 6), start: undefined }] };
  expect(numbers(begunVisits(lead, now))).toEqual([1, 2]);
  expect(numbers(comingVisits(lead, now))).toEqual([3, 4]);
  expect(numbers(standingVisits(lead, now))).toEqual([3]);
  expect([intervalOf({ start: moment(0), end: moment(2) }), intervalOf({ start: moment(0) })]).toEqual([
    { start: now, end: now + 2 * HOUR },
    { start: now, end: now + HOUR },
  ]);
});

test('the last visit did not take place if somebody else had its time, unless the owner said how it went', () => {
  const [had, lost] = [{}, { isLost: true }];
  for (const [earlier, last, expected] of [
    [lost, had, [1, 2]],
    [had, lost, [1]],
    [had, { ...lost, outcome: 'quoted' }, [1, 2]],
  ] as const)
    expect(numbers(pastVisits({ visits: [visitIn(-5, earlier), visitIn(-3, last, 2)] }, now))).toEqual(expected);
  const visits = [visitIn(1), visitIn(2, {}, 2), cancelled(-1, 3)];
  const marked = withLost({ visits }, ({ id }) => id === 'ann/1');
  expect(marked).toEqual({ visits: [visits[0], { ...visits[1], isLost: true }, visits[2]] });
});

test.each([
  ['there was none', [], undefined],
  ['the last one counts', [cancelled(-1), cancelled(-5, 2)], moment(-1)],
  ['another is to come', [cancelled(-1), visitIn(3, {}, 2)], undefined],
  ['another was before', [visitIn(-3), cancelled(-1, 2)], moment(-1)],
  ['another has begun since', [visitIn(-0.5), cancelled(-1, 2)], undefined],
])('a cancellation: %s', (_, visits, expected) => {
  expect(cancellationOf({ visits }, now)).toBe(expected);
});

test('visits are in the order of time, those without one last, and each id is there once', () => {
  const booked = [visitIn(5, {}, 3), visitIn(1, {}, 2), visitIn(1), { ...visitIn(0, {}, 4), start: undefined }];
  const lead = booked.reduce(withVisit, leadOf());
  expect(numbers(lead.visits)).toEqual([1, 2, 3, 4]);
  expect(numbers(withVisit(lead, visitIn(9)).visits)).toEqual([2, 3, 1, 4]);
  expect([visitOf(lead, 'ann/3'), visitOf(lead, 'ann/5')]).toMatchObject([booked[0] ?? {}, { id: 'ann/5', moves: 0 }]);
  const visits = [...lead.visits, { ...visitIn(7), id: 'bob/7' }];
  expect([nextVisitId({ ...lead, visits }), nextVisitId(leadOf())]).toEqual(['ann/5', 'ann/1']);
});

test('a visit requests the slot that it has, and the one that it tries to book', () => {
  const visit = { ...visitIn(1), slot: 'a', requested: 'b' };
  expect(['a', 'b', 'c'].map((key) => requestsSlot(visit, key))).toEqual([true, true, false]);
  expect([undefined, 'consultation', 'service'].map((kind) => visitName(kind))).toEqual(['Visit', 'Visit', 'Service']);
});
