import { expect, test } from 'vitest';
import { FIRST_PERSON } from '#contracts/people';
import fixture from '../../tests/fixtures/records/lead.json' with { type: 'json' };
import { leadOf, moment, now, today, visitIn } from '#tests/support/lead';
import { ShownLead } from './answers.ts';
import { Command } from './command.ts';
import { forInstaller, installersCommand } from './installer.ts';
import type { Visit } from './lead.ts';

const ivan = 'k3v9x2mf';
const by = 'Ivan';
const installer = { person: ivan, now };

/** The key of the person's slot; its time stands for any. */
const slotOf = (person: string) => `slots/2026-q4-12-01t18-00-00z${person === FIRST_PERSON ? '' : `-of-${person}`}`;

/** A booked visit of the person that begins after so many hours. */
const visitOf = (hours: number, person = ivan, fields: Partial<Visit> = {}, number = 1): Visit =>
  visitIn(hours, { slot: slotOf(person), kind: 'installation', ...fields }, number);
const seenOf = (visits: readonly Visit[], fields = {}) =>
  forInstaller(leadOf({ visits: [...visits], ...fields }), installer);

// A Tuesday, noon in New York: the week after this one ends on December 13.
test.each([
  ['earlier today', visitOf(-11), true],
  ['late today', visitOf(11), true],
  ['yesterday', visitOf(-13), false],
  ['on the last Sunday', visitOf(12 * 24), true],
  ['on the Monday after it', visitOf(13 * 24), false],
  ['of the first person', visitOf(1, FIRST_PERSON), false],
  ['of somebody else', visitOf(1, 'abcdefgh'), false],
  ['beside another one', visitOf(1, ivan, { slot: `${slotOf(ivan)}-ann-1-1` }), true],
  ['that is cancelled', visitOf(1, ivan, { slot: undefined, cancelledAt: moment(-1) }), false],
  ['that is being booked', visitOf(1, ivan, { slot: undefined, requested: 'slots/1' }), false],
])('an installer sees a lead by an own visit of these days alone, such as one %s', (_, visit, isSeen) => {
  expect(seenOf([visit]) !== null).toBe(isSeen);
  const other = visitOf(2, FIRST_PERSON, {}, 2);
  expect(seenOf([other, visit])?.visits.map(({ id }) => id)).toEqual(isSeen ? ['ann/1'] : undefined);
});

const { visits: _, ...kept } = fixture.value;
const note = { id: 'n', text: 'Big dog', by: 'Olga' };
const former = { id: 'correction-0', text: 'email was old@example.com' };
const paid = { status: 'won', amount: 4000, payments: [{ on: today, amount: 1500 }], notes: [note, former] };
const told = { note: 'Ladder', noteBy: 'Olga', day: { arrivedAt: moment(0) }, outcome: 'done', by };
const decided = { who: by, byOwner: [{ slot: 'x', isQuiet: true }], moves: 3, requested: 'slots/2', isLost: true };

test('of a lead an installer sees name, place, phone, notes and what is owed, and nothing that is not named here', () => {
  const visits = [visitOf(1, ivan, { ...told, ...decided }), visitOf(2, FIRST_PERSON, told, 2)];
  const { name, phone, language, address, city, zipCode, message } = kept.request;
  const { id, slot, start, end, kind } = visitOf(1);
  const seen = seenOf(visits, { ...kept, ...paid, request: { ...kept.request, texts: true } });
  expect(ShownLead.parse(JSON.parse(JSON.stringify(seen)))).toEqual({
    ...{ id: kept.id, version: kept.version, updatedAt: kept.updatedAt, notes: [note], owed: 2500, untold: [] },
    request: {
      ...{ name, phone, texts: true, language, address, city, zipCode, message },
      ...{ serviceInterest: '', preferredContact: '' },
    },
    visits: [{ id, slot, start, end, kind, ...told, changes: 0, moves: 0 }],
    // The same of each lead.
    ...{ createdAt: kept.updatedAt, source: '', status: 'booked', isSpam: false },
  });
  expect(seenOf([visitOf(1, ivan, { kind: 'measure' })], paid)).not.toHaveProperty('owed');
  expect(seenOf([visitOf(1)], { ...paid, status: 'quoted' })).not.toHaveProperty('owed');
});

const [own, others] = [moment(1), moment(2)];
const change = (fields: object, visit = own) => ({ do: 'change', outcome: { visit, result: 'done' }, ...fields });
const arrived = (visit: string) => ({ do: 'dayStep', step: 'arrived', visit });
const noted = (fields: object) => ({ do: 'note', note: { id: 'a', text: 'Hi', ...fields } });
const yes = [
  ...[noted({}), noted({ corrects: 'mine' }), { do: 'visitNote', visit: own, note: 'Ladder' }, arrived(own)],
  ...[{ do: 'dayStep', step: 'undo', at: own, visit: own }, change({}), change({ followUp: today })],
];
const no = [
  ...[noted({ corrects: 'n' }), { do: 'visitNote', visit: others, note: 'x' }, arrived(others), change({}, others)],
  ...[change({ amount: 1 }), change({ status: 'won' }), change({ payments: null }), change({ job: {} })],
  ...[
    { do: 'change', followUp: today },
    { do: 'change', status: 'lost' },
    { do: 'undo', at: own },
  ],
  ...[
    { do: 'cancel', from: own, isQuiet: true },
    { do: 'book', slot: own, from: own, isQuiet: true },
  ],
  ...[
    { do: 'merge', other: 'b' },
    { do: 'correct', request: { name: 'Bob' } },
  ],
];

test('an installer notes things, steps and outcomes of own visits, and does nothing else', () => {
  const seen = seenOf([visitOf(1), visitOf(2, FIRST_PERSON, {}, 2)], { notes: [note, { ...note, id: 'mine', by }] });
  const given = (command: object) => seen && installersCommand(Command.parse(command), seen, by);
  expect(yes.filter((command) => !given(command))).toEqual([]);
  expect(no.filter(given)).toEqual([]);
  // It is compared with what they saw of the visit, and with nothing else.
  const asked = change({ follows: 'x', seen: { outcome: null, status: 'booked' } });
  expect(given(asked)).toEqual({ ...change({}), followUp: undefined, seen: { outcome: null } });
});
