import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { FIRST_PERSON } from '#contracts/people';
import { visitIn } from '#tests/support/lead';
import { HOUR } from '#lib/time/units';
import type { Person } from './people.ts';
import { slotKey } from './records.ts';
import type { Schedule } from './times.ts';
import { unmannedOf, whyUnmanned } from './unmanned.ts';

const ivan = 'k3v9x2mf';
/** A Wednesday, 10 AM in New York, within the hours. */
const start = Date.parse('2026-12-02T15:00:00Z');
const interval = { start, end: start + HOUR };
const person = (fields: Partial<Person> = {}, id = ivan): Person => ({
  ...{ id, name: 'Ivan', role: 'installer', kinds: ['installation'], ...fields },
});
const olga = person({ role: 'owner', kinds: ['consultation'] }, FIRST_PERSON);
const closed = Array.from({ length: 7 }, () => []);
const yearly = { first: '2020-12-02', last: '2020-12-02', repeat: 'yearly' } as const;

const why = (schedule: Partial<Schedule>, fields: { of?: string; kind?: string; isAnyway?: boolean } = {}) => {
  const { of = ivan, kind = 'installation', isAnyway } = fields;
  return whyUnmanned({ ...visitRules, ...schedule }, { slot: slotKey(start, undefined, of), interval, kind, isAnyway });
};
/** For a visit as it is, and for one that the owner booked whatever it overlaps. */
const both = (...of: [Partial<Schedule>, { of?: string; kind?: string }?]) =>
  [false, true].map((isAnyway) => why(of[0], { ...of[1], isAnyway }));

test.each<[what: string, people: readonly Person[] | undefined, expected: readonly (string | null)[]]>([
  ['is there and makes such visits', [olga, person()], [null, null]],
  ['was removed, or cannot be read', [olga], ['gone', 'gone']],
  ['was removed, and nobody else is there', undefined, ['gone', 'gone']],
  ['has another role, and makes them', [olga, person({ role: 'office' })], [null, null]],
  ['has another role, and makes none', [olga, person({ role: 'office', kinds: [] })], ['kind', 'kind']],
  ['makes others', [olga, person({ kinds: ['measure', 'service'] })], ['kind', 'kind']],
  ['is away then', [olga, person({ away: [interval] })], ['away', 'away']],
  ['is away each year then', [olga, person({ repeated: [yearly] })], ['away', 'away']],
  ['is away later', [olga, person({ away: [{ start: interval.end, end: interval.end + HOUR }] })], [null, null]],
  ['does not work then', [olga, person({ weekly: closed })], ['hours', null]],
  ['neither makes them nor is there then', [olga, person({ kinds: [], away: [interval] })], ['kind', 'kind']],
  ['is there, but another one is away', [{ ...olga, away: [interval] }, person()], [null, null]],
])('the visit of somebody who %s', (_, people, expected) => {
  expect(both(people ? { people } : {})).toEqual(expected);
});

test('a holiday, the business’s hours and its times away count for all who have none of their own', () => {
  const people = [olga, person()];
  expect(both({ people, weekly: closed })).toEqual(['hours', null]);
  expect(
    both({
      people: [olga, person({ weekly: Array.from({ length: 7 }, () => [{ from: '08:00', until: '18:00' }]) })],
      weekly: closed,
    }),
  ).toEqual([null, null]);
  expect(both({ people, away: [interval] })).toEqual(['away', 'away']);
  expect(both({ people }, { of: FIRST_PERSON })).toEqual(['kind', 'kind']);
  // Of a kind of another version of the site nobody has said who makes it.
  expect(both({ people }, { kind: 'survey' })).toEqual([null, null]);
  expect([both({}, { of: FIRST_PERSON }), both({ weekly: closed }, { of: FIRST_PERSON })]).toEqual([
    [null, null],
    ['hours', null],
  ]);
});

test('an answer says it of visits to come alone, and never where there was one person', () => {
  const of = (id: string, fields = {}) => ({
    ...visitIn(0, { slot: slotKey(start, undefined, id), start: new Date(start).toISOString(), ...fields }),
  });
  const schedule = { ...visitRules, weekly: closed };
  const before = start - HOUR;
  expect(unmannedOf(schedule, of(FIRST_PERSON), before)).toEqual({});
  expect(unmannedOf(false, of(ivan), before)).toEqual({});
  expect(unmannedOf(schedule, of(ivan), before)).toEqual({ unmanned: 'gone' });
  expect(unmannedOf({ ...schedule, people: [olga] }, of(FIRST_PERSON), before)).toEqual({ unmanned: 'hours' });
  const slot = slotKey(start);
  const anyway = of(FIRST_PERSON, { byOwner: [{ slot, isQuiet: false, isAnyway: true }] });
  expect(unmannedOf({ ...schedule, people: [olga] }, anyway, before)).toEqual({});
  for (const gone of [
    of(ivan, { slot: undefined, cancelledSlot: slot }),
    of(ivan, { slot: undefined, requested: slot }),
  ])
    expect(unmannedOf(schedule, gone, before)).toEqual({});
  expect(unmannedOf(schedule, of(ivan), start)).toEqual({});
});
