import { expect, test } from 'vitest';
import { visitRules } from '#business';
import { FIRST_PERSON } from '#contracts/people';
import { visitIn } from '#tests/support/lead';
import { HOUR } from '#lib/time/units';
import type { Person } from './people.ts';
import { slotKey } from './records.ts';
import type { Schedule } from './times.ts';
import { unmannedOf, whyUnmanned } from './unmanned.ts';

/** A Wednesday, 10 AM in New York, within the hours. */
const start = Date.parse('2026-12-02T15:00:00Z');
const interval = { start, end: start + HOUR };
const [closed, open] = [[], [{ from: '08:00', until: '18:00' }]].map((day) => Array.from({ length: 7 }, () => day));
const ivan: Person = { id: 'k3v9x2mf', name: 'Ivan', role: 'installer', kinds: ['installation'] };
const olga: Person = { ...ivan, id: FIRST_PERSON, role: 'owner', kinds: ['consultation'] };
const beside = (fields: Partial<Person>) => ({ people: [olga, { ...ivan, ...fields }] });
const later = { start: interval.end, end: interval.end + HOUR };

/** Expected of a visit as it is, and of one that the owner booked whatever it overlaps. */
test.each<[what: string, Partial<Schedule>, expected: readonly (string | null)[], person?: string, kind?: string]>([
  ['somebody who is there', beside({}), [null, null]],
  ['somebody who was removed, or cannot be read', { people: [olga] }, ['gone', 'gone']],
  ['somebody who was removed, where nobody else is left', {}, ['gone', 'gone']],
  ['another role that makes such visits', beside({ role: 'office' }), [null, null]],
  ['another role that makes none', beside({ role: 'office', kinds: [] }), ['kind', 'kind']],
  ['somebody who makes others', beside({ kinds: ['measure', 'service'] }), ['kind', 'kind']],
  ['the first person, who makes others', beside({}), ['kind', 'kind'], FIRST_PERSON],
  ['a kind that only another version knows', beside({}), [null, null], ivan.id, 'survey'],
  ['somebody who is away', beside({ away: [interval] }), ['away', 'away']],
  ['somebody who is away later', beside({ away: [later] }), [null, null]],
  ['somebody beside whom another is away', { people: [{ ...olga, away: [interval] }, ivan] }, [null, null]],
  ['a time at which all are away', { ...beside({}), away: [interval] }, ['away', 'away']],
  ['somebody who does not work then', beside({ weekly: closed ?? [] }), ['hours', null]],
  ['the business’s hours', { ...beside({}), weekly: closed ?? [] }, ['hours', null]],
  ['own hours in place of the business’s', { ...beside({ weekly: open ?? [] }), weekly: closed ?? [] }, [null, null]],
  ['one person alone', {}, [null, null], FIRST_PERSON],
  ['one person alone, who does not work then', { weekly: closed ?? [] }, ['hours', null], FIRST_PERSON],
])('a visit of %s', (_, schedule, expected, person = ivan.id, kind = 'installation') => {
  const slot = slotKey(start, undefined, person);
  const why = (isAnyway: boolean) => whyUnmanned({ ...visitRules, ...schedule }, { slot, interval, kind, isAnyway });
  expect([why(false), why(true)]).toEqual(expected);
});

test('an answer says it of visits to come alone, and never where there was one person', () => {
  const of = (person: string, fields = {}) =>
    visitIn(0, { slot: slotKey(start, undefined, person), start: new Date(start).toISOString(), ...fields });
  const alone = { ...visitRules, weekly: closed ?? [] };
  const [several, own, slot] = [{ ...alone, people: [olga] }, of(FIRST_PERSON), slotKey(start)];
  expect(unmannedOf(alone, of(ivan.id), start - 1)).toEqual({ unmanned: 'gone' });
  expect(unmannedOf(several, own, start - 1)).toEqual({ unmanned: 'hours' });
  const anyway = of(FIRST_PERSON, { byOwner: [{ slot, isQuiet: false, isAnyway: true }] });
  const gone = of(FIRST_PERSON, { slot: undefined, requested: slot });
  const none = [unmannedOf(alone, own, start - 1), unmannedOf(false, own, start - 1), unmannedOf(several, own, start)];
  expect([...none, ...[anyway, gone].map((visit) => unmannedOf(several, visit, start - 1))]).toEqual([
    {},
    {},
    {},
    {},
    {},
  ]);
});
