import { expect, test } from 'vitest';
import { FIRST_PERSON } from '#contracts/people';
import { leadOf, moment, now, today, visitIn } from '#tests/support/lead';
import { addDays } from '#lib/time/dates';
import { DAY } from '#lib/time/units';
import { ShownLead } from './answers.ts';
import { Command } from './command.ts';
import { forInstaller, installersCommand, isInstallersWeek } from './installer.ts';
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

test('the weeks that an installer sees are this one and the next', () => {
  const weeks = ['', today, '2026-11-30', '2026-12-13', '2026-11-29', '2026-12-14'];
  expect(weeks.map((day) => isInstallersWeek(day, now))).toEqual([true, true, true, true, false, false]);
  expect(isInstallersWeek(addDays('2026-12-07', 7), now + 6 * DAY)).toBe(true);
});

/** A lead with every field that there is. */
const request = {
  ...{
    name: 'Ann',
    phone: '(407) 555-0101',
    email: 'ann@example.com',
    texts: true,
    address: '1 Elm St',
    zipCode: '30047',
  },
  ...{ city: 'Roswell', serviceInterest: 'Shades', about: 'An offer', preferredContact: 'phone', message: 'Gate 12' },
  ...{ language: 'es', heardFrom: 'radio', consent: 'calls', attribution: { source: 'ads' } },
};
const note = { id: 'n', at: moment(-3), by: 'Olga', text: 'Big dog' };
const full = {
  ...{
    status: 'won',
    amount: 4000,
    payments: [{ on: today, amount: 1500 }],
    source: 'dialog',
    asSent: request,
    request,
  },
  ...{
    notes: [note, { ...note, id: 'correction-0', text: 'email was old@example.com' }],
    followUp: today,
    soldBy: moment(-90),
  },
  ...{
    laterSales: [{ visit: moment(-50), at: moment(-50), amount: 900, job: {} }],
    job: { orderedOn: today },
    rewordings: 1,
  },
  ...{
    bookedAt: moment(-60),
    wonAt: moment(-50),
    calledAt: moment(-70),
    openedAt: moment(-71),
    reviewAskedAt: moment(-1),
  },
  ...{ unansweredTexts: [{ id: 't', at: moment(-1), text: 'Hi' }], untold: [{ kind: 'outcome', at: moment(-1) }] },
  ...{
    undo: { at: moment(-1), before: { amount: 1 } },
    also: [{ id: 'b', createdAt: moment(-9), source: 'form', request }],
  },
};
const whole: Partial<Visit> = {
  ...{
    who: by,
    note: 'Ladder',
    noteBy: 'Olga',
    day: { arrivedAt: moment(0) },
    outcome: 'done',
    by,
    moves: 3,
    changes: 4,
  },
  ...{ byOwner: [{ slot: 'x', isQuiet: false }], eventWords: request as never, requested: 'slots/2', isLost: true },
};

test('of a lead an installer sees name, place, phone, notes and what is owed, and nothing that is not named here', () => {
  const seen = seenOf([visitOf(1, ivan, whole), visitOf(2, FIRST_PERSON, whole, 2)], full);
  const { name, phone, texts, language, address, city, zipCode, message } = request;
  const { slot, start, end, id } = visitOf(1);
  expect(ShownLead.parse(JSON.parse(JSON.stringify(seen)))).toEqual({
    ...{ id: 'ann', version: 0, notes: [note], owed: 2500, updatedAt: moment(-48), untold: [] },
    request: {
      name,
      phone,
      texts,
      language,
      address,
      city,
      zipCode,
      message,
      serviceInterest: '',
      preferredContact: '',
    },
    visits: [
      {
        ...{ id, slot, start, end, kind: 'installation', who: by, note: 'Ladder', noteBy: 'Olga', outcome: 'done', by },
        ...{ day: { arrivedAt: moment(0) }, changes: 0, moves: 0 },
      },
    ],
    // The same of each lead.
    ...{ createdAt: moment(-48), source: '', status: 'booked', isSpam: false },
  });
  expect(seenOf([visitOf(1, ivan, { kind: 'measure' })], full)).not.toHaveProperty('owed');
  expect(seenOf([visitOf(1)], { ...full, status: 'quoted' })).not.toHaveProperty('owed');
});

const [own, others] = [moment(1), moment(2)];
const outcome = { visit: own, result: 'done' };
const job = { orderedOn: today };
test.each<[isDone: boolean, ...commands: object[]]>([
  [
    true,
    { do: 'note', note: { id: 'a', text: 'Hi' } },
    { do: 'note', note: { id: 'a', text: 'Hi', corrects: 'mine' } },
  ],
  [true, { do: 'visitNote', visit: own, note: 'Ladder' }, { do: 'dayStep', step: 'arrived', visit: own }],
  [true, { do: 'dayStep', step: 'undo', at: own, visit: own }, { do: 'change', outcome: { ...outcome, result: null } }],
  [false, { do: 'visitNote', visit: others, note: 'x' }, { do: 'dayStep', step: 'arrived', visit: others }],
  [
    false,
    { do: 'note', note: { id: 'a', text: 'Hi', corrects: 'n' } },
    { do: 'change', outcome: { ...outcome, visit: others } },
  ],
  [false, { do: 'change', followUp: today }, { do: 'change', status: 'lost' }, { do: 'change', outcome, amount: 1 }],
  [
    false,
    { do: 'change', outcome, job },
    { do: 'change', outcome, status: 'won' },
    { do: 'change', outcome, payments: null },
  ],
  [false, { do: 'undo', at: own }, { do: 'cancel', from: own, isQuiet: true }, { do: 'merge', other: 'b' }],
  [false, { do: 'correct', request: { name: 'Bob' } }, { do: 'book', slot: own, from: own, isQuiet: true }],
])('an installer may: %s, %j', (isDone, ...commands) => {
  const visits = [visitOf(1), visitOf(2, FIRST_PERSON, {}, 2)];
  const seen = seenOf(visits, { notes: [note, { ...note, id: 'mine', by }] });
  if (!seen) throw new Error('Not seen');
  for (const command of commands)
    expect([command, installersCommand(Command.parse(command), seen, by) !== null]).toEqual([command, isDone]);
});

test('an outcome is compared with what the installer saw, and with nothing else', () => {
  const asked = {
    do: 'change',
    outcome,
    followUp: null,
    follows: 'x',
    seen: { outcome: null, status: 'booked', followUp: '' },
  };
  const seen = seenOf([visitOf(1)]);
  expect(seen && installersCommand(Command.parse(asked), seen, by)).toEqual({
    ...{ do: 'change', outcome, followUp: null, seen: { outcome: null } },
  });
});
