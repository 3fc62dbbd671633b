import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Payment } from '#contracts/lead-job';
import { MAX_NOTES, siteNoteId } from '#contracts/lead-note';
import { type Outcome, outcomesOf } from '#contracts/lead-outcome';
import { type LeadStatus, leadStatuses, lostReasonLabels } from '#contracts/lead-status';
import { HOUR, MINUTE } from '#lib/time/units';
import { after, change, leadOf, moment, now, visitIn } from '#tests/support/lead';
import type { PureCommand } from './command.ts';
import { decide, withTrueUndo, withUntold } from './decide.ts';
import type { Lead } from './lead.ts';
import { visitOf } from './visits.ts';

const at = moment(0);
const toured = visitIn(-3);
const refusal = (lead: Lead, command: PureCommand, when = now) => {
  const decided = decide(lead, { ...command, by: 'Olga' }, when);
  return 'refused' in decided ? decided.refused : 'done';
};
const outcome = (result: Outcome | null, visit = toured) => change({ outcome: { visit: visit.start ?? '', result } });

test('a change sets its fields, signs and dates the lead, and one that changes nothing is none', () => {
  const lead = leadOf({ status: 'contacted', amount: 900, followUp: '2026-12-05', noAds: true });
  const quoted = after(lead, change({ status: 'quoted', amount: 3200, followUp: null, noAds: false }));
  expect(quoted).toMatchObject({ status: 'quoted', amount: 3200, by: 'Olga', updatedAt: at, openedAt: at });
  expect([quoted.followUp, quoted.noAds]).toEqual([undefined, undefined]);
  expect(after(quoted, change({ amount: 3200 }))).toBe(quoted);
  expect(after({ ...lead, openedAt: moment(-1) }, change({ amount: 1 })).openedAt).toBe(moment(-1));
  const robot = leadOf({ isSpam: true });
  expect([change({ isSpam: false }), change({ amount: 1 })].map((one) => after(robot, one).isSpam)).toEqual([
    false,
    true,
  ]);
  expect(after(lead, change({ reviewAsked: true })).reviewAskedAt).toBe(at);
  const texted = leadOf({ unansweredTexts: [{ id: 'a', at, text: 'Hello?' }] });
  expect(after(texted, change({ unansweredTexts: null })).unansweredTexts).toBeUndefined();
});

test('only a lost lead has a reason and it has no day; only a sold one begins a job', () => {
  const lost = after(leadOf({ followUp: '2026-12-05' }), change({ status: 'lost', lostReason: 'price' }));
  expect(lost).toMatchObject({ lostReason: 'price', closedAt: at });
  const quoted = after(lost, change({ status: 'quoted' }));
  expect([lost.followUp, lost.job, quoted.lostReason]).toEqual([undefined, undefined, undefined]);
  const won = after(leadOf(), change({ status: 'won', amount: 4850 }));
  expect(won).toMatchObject({ job: {}, wonAt: at, closedAt: at });
  const ordered = after(won, change({ job: { orderedOn: '2026-12-01', dueOn: '2026-12-20' } }));
  expect(after(ordered, change({ job: { dueOn: null } })).job).toEqual({ orderedOn: '2026-12-01' });
  const again = after({ ...ordered, wonAt: moment(-30) }, change({ status: 'quoted' }), change({ status: 'won' }));
  expect([again.job, again.wonAt, again.amount]).toEqual([ordered.job, moment(-30), 4850]);
});

test.each([
  ['a first call', leadOf(), 'contacted', ['calledAt']],
  ['a sale of a caller', leadOf({ source: 'phone' }), 'won', ['closedAt', 'wonAt']],
  ['a request that is lost at once', leadOf(), 'lost', ['closedAt']],
  ['a visit that was', leadOf({ status: 'contacted' }), 'visited', ['visitedAt']],
  ['a booking by hand', leadOf(), 'booked', ['bookedAt', 'calledAt']],
  ['a call after it', leadOf({ status: 'booked' }), 'contacted', ['calledAt']],
] as const)('%s leaves its milestones', (_, lead, status, fields) => {
  const names = ['bookedAt', 'calledAt', 'closedAt', 'visitedAt', 'wonAt'] as const;
  const changed = after(lead, change({ status }));
  expect(names.filter((name) => changed[name] === at)).toEqual(fields);
});

test.each([
  ['price', true],
  ['not now', true],
  ['no answer', false],
  ['area', false],
  ['other', false],
] as const)('a request that is lost for the reason %s was spoken to: %s', (lostReason, isCalled) => {
  expect(after(leadOf(), change({ status: 'lost', lostReason })).calledAt !== undefined).toBe(isCalled);
});

test('a mistake leaves no milestone: on its day a sale or a visit is put back, and a sale after a loss is a new one', () => {
  const won = { status: 'won', wonAt: moment(-48), closedAt: moment(-48) };
  const soldOn = (lead: Lead, ...statuses: LeadStatus[]) =>
    after(lead, ...statuses.map((status) => change({ status }))).wonAt?.slice(0, 10);
  expect(soldOn(leadOf(), 'won', 'quoted')).toBeUndefined();
  expect(soldOn(leadOf(won), 'quoted', 'won'), 'a slip of another day').toBe('2026-11-29');
  expect(soldOn(leadOf(won), 'lost', 'won'), 'a slip of today').toBe('2026-11-29');
  expect(soldOn(leadOf({ ...won, status: 'lost' }), 'won'), 'two days after the loss').toBe('2026-12-01');
  expect(after(leadOf(), change({ status: 'visited' }), change({ status: 'contacted' })).visitedAt).toBeUndefined();
  expect(after(leadOf(), change({ status: 'visited' }), change({ status: 'quoted' })).visitedAt).toBeDefined();
});

test('more than the amount is not paid, and an amount is at most a million, unless leads that are one have more', () => {
  const refusal = (lead: Lead, fields: Parameters<typeof change>[0]) =>
    decide(lead, { ...change(fields), by: 'Olga' }, now);
  const payments = (amount: number) => [{ on: '2026-12-01', amount }];
  const sold = leadOf({ status: 'won', amount: 4850, payments: payments(2425) });
  expect(refusal(sold, { payments: payments(4851) })).toEqual({ refused: 'overpaid' });
  expect(refusal(sold, { amount: 2000 })).toEqual({ refused: 'overpaid' });
  expect(refusal(sold, { amount: 1_000_001 })).toEqual({ refused: 'amount' });
  expect(refusal({ ...sold, amount: 2_000_000 }, { amount: 1_999_999 })).toMatchObject({ amount: 1_999_999 });
});

test('a lead that is set back to new was neither called nor booked, unless it has had a visit', () => {
  const booked = leadOf({ status: 'booked', bookedAt: moment(-9), calledAt: moment(-9) });
  const back = (lead: Lead) => {
    const { bookedAt, calledAt } = after(lead, change({ status: 'new' }));
    return [bookedAt, calledAt];
  };
  expect(back(booked)).toEqual([undefined, undefined]);
  expect(back({ ...booked, visits: [toured] })).toEqual([moment(-9), undefined]);
});

test.each([
  ['sold', 'won', undefined],
  ['quoted', 'quoted', undefined],
  ['not now', 'lost', 'not now'],
  ['not home', 'contacted', undefined],
  ['cancelled', 'lost', 'cancelled'],
] as const)('a visit that went so: %s, makes its lead %s', (result, ...expected) => {
  const { status, lostReason } = after(leadOf({ status: 'booked', visits: [toured] }), outcome(result));
  expect([status, lostReason]).toEqual(expected);
});

test('how a visit went is kept with it, and sets its lead; a visit that has not begun has no outcome', () => {
  const lead = leadOf({ status: 'booked', visits: [toured, visitIn(30, {}, 2)] });
  const sold = after(lead, { ...outcome('sold'), amount: 4850 });
  expect(sold).toMatchObject({ status: 'won', amount: 4850, job: {}, soldBy: toured.start });
  expect(visitOf(sold, 'ann/1')).toMatchObject({ outcome: 'sold', by: 'Olga' });
  expect(decide(sold, { ...outcome('sold'), by: 'Max' }, now)).toBe(sold);
  expect(refusal(lead, outcome('sold', visitIn(30)))).toBe('noVisit');
  expect(after(lead, outcome('not home')).status).toBe('contacted');
  expect(after({ ...lead, status: 'quoted' }, outcome('not home')).status).toBe('quoted');
  const back = after(sold, { ...outcome(null), status: 'visited' });
  expect([back.job, back.wonAt, back.soldBy, visitOf(back, 'ann/1').outcome]).toEqual(Array(4).fill(undefined));
});

test('a field that somebody else has changed since is refused, with the present value; one that is so already is not', () => {
  const lead = leadOf({ status: 'quoted', amount: 3200, job: { orderedOn: '2026-11-20' } });
  const conflict = (fields: object) => ({ conflict: { fields, at: lead.updatedAt } });
  expect(refusal(lead, change({ amount: 1, seen: { amount: 900 } }))).toEqual(conflict({ amount: 3200 }));
  expect(refusal(lead, change({ amount: 3200, seen: { amount: 900 } }))).toBe('done');
  expect(refusal(lead, change({ amount: 1, seen: { amount: 3200 } }))).toBe('done');
  expect(refusal(lead, change({ status: 'won', seen: { status: 'visited' } }))).toEqual(conflict({ status: 'quoted' }));
  // One device notes a day, the other a loss: whichever comes second is asked.
  const reached = change({ followUp: '2026-12-04', seen: { status: 'quoted', followUp: null } });
  const lost = change({ status: 'lost', seen: { status: 'quoted', followUp: null } });
  expect(refusal(after(lead, lost), reached)).toMatchObject({ conflict: { fields: { status: 'lost' } } });
  expect(refusal(after(lead, reached), lost)).toMatchObject({ conflict: { fields: { followUp: '2026-12-04' } } });
  const seen = { job: { orderedOn: '2026-11-01' } };
  expect(refusal(lead, change({ job: { orderedOn: '2026-11-05' }, seen }))).toEqual(
    conflict({ job: { orderedOn: '2026-11-20' } }),
  );
  // Two devices note different steps.
  const both = after(lead, change({ job: { orderedOn: '2026-11-01', arrivedOn: '2026-11-30' }, seen }));
  expect(both.job).toEqual({ orderedOn: '2026-11-20', arrivedOn: '2026-11-30' });
  const due = leadOf({ job: { orderedOn: '2026-11-20', dueOn: '2026-12-20' } });
  const early = { job: { orderedOn: '2026-11-20', dueOn: '2026-12-10' } };
  expect(after(due, change({ job: { ...early.job, orderedOn: null }, seen: early })).job).toEqual({
    dueOn: '2026-12-20',
  });
  // A visit that ended meanwhile makes its lead a visited one, and nobody has changed it.
  const over = leadOf({ status: 'booked', visits: [toured] });
  for (const status of ['booked', 'visited'])
    expect(refusal(over, change({ status: 'quoted', seen: { status } }))).toBe('done');
  const told = leadOf({ visits: [{ ...toured, outcome: 'quoted' }] });
  expect(refusal(told, { ...outcome('sold'), seen: { outcome: null } })).toMatchObject({
    conflict: { fields: { outcome: 'quoted' } },
  });
});

test('programs hear what became of a lead, and of nothing else', () => {
  const untold = (...commands: PureCommand[]) =>
    after(leadOf({ visits: [toured] }), ...commands).untold.map(({ kind }) => kind);
  expect(untold(change({ status: 'quoted' }), change({ amount: 3200 }))).toEqual(['outcome']);
  expect(untold(outcome('sold'))).toEqual(['outcome']);
  expect(untold(change({ status: 'contacted' }))).toEqual([]);
  expect(after(leadOf({ status: 'quoted' }), change({ followUp: '2026-12-05' })).untold).toEqual([]);
});

test('news that is told in the place of other news is later, so that neither is taken for the other', () => {
  const lead = withUntold(withUntold(leadOf(), { kind: 'request', at }), { kind: 'request', at });
  expect(lead.untold).toEqual([{ kind: 'request', at: new Date(now + 1).toISOString() }]);
  for (const other of [{ kind: 'request', of: 'bob' }, { kind: 'booked' }])
    expect(withUntold(lead, { ...other, at }).untold).toHaveLength(2);
});

const anyChange = fc.record(
  {
    status: fc.constantFrom(...leadStatuses),
    lostReason: fc.option(fc.constantFrom(...(Object.keys(lostReasonLabels) as (keyof typeof lostReasonLabels)[]))),
    amount: fc.option(fc.constantFrom(0, 900, 3200)),
    followUp: fc.option(fc.constantFrom('2026-12-01', '2026-12-05')),
    job: fc.record(
      { orderedOn: fc.option(fc.constant('2026-11-30')), installedOn: fc.option(fc.constant('2026-12-01')) },
      { requiredKeys: [] },
    ),
    payments: fc.option(fc.constant<Payment[]>([{ on: '2026-12-01', amount: 0 }])),
    noAds: fc.boolean(),
    outcome: fc.record({
      visit: fc.constant(toured.start ?? ''),
      result: fc.option(fc.constantFrom(...outcomesOf('consultation'))),
    }),
  },
  { requiredKeys: [] },
);
/** All but who changed it last, when, and who is to hear of it. */
const lasting = ({ by, updatedAt, openedAt, untold, undo, version, ...rest }: Lead) => JSON.parse(JSON.stringify(rest));

test('whatever a change has done, Undo brings back exactly what was, also of a change that goes on from another', () => {
  const start = leadOf({ status: 'booked', amount: 700, visits: [toured], soldBy: toured.start });
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 3 }), anyChange, anyChange, (former, one, two) => {
      const lead = after(start, ...former.map(change));
      const changed = after(lead, change(one));
      if (changed === lead) return;
      const undo = { do: 'undo', at: changed.undo?.at ?? '' } as const;
      expect(lasting(after(changed, undo))).toEqual(lasting(lead));
      const apart = after(changed, change({ ...two, follows: 'another' }));
      const last = { do: 'undo', at: apart.undo?.at ?? '' } as const;
      if (apart !== changed) expect(lasting(after(apart, last))).toEqual(lasting(changed));
      const further = after(changed, change({ ...two, follows: changed.undo?.at ?? '' }));
      if (further === changed) return;
      expect(lasting(after(further, { do: 'undo', at: further.undo?.at ?? '' }))).toEqual(lasting(lead));
      expect(refusal(further, { ...undo, at: 'another' })).toBe('undoGone');
    }),
  );
});

test('an Undo goes once something else has changed a field of it, and is made once', () => {
  const booked = leadOf({ status: 'booked', visits: [toured] });
  const lead = after(booked, outcome('quoted'));
  const touched = (fields: Partial<Lead>) => withTrueUndo(lead, { ...lead, ...fields }).undo;
  expect(withTrueUndo({ ...booked, undo: { at: 'before', before: {} } }, lead).undo).toBe(lead.undo);
  expect(touched({ status: 'booked', toldAfter: 15 })).toBeUndefined();
  expect(touched({ visits: [{ ...toured, outcome: 'sold' }] })).toBeUndefined();
  expect(touched({ toldAfter: 15, notes: [{ id: 'a', text: 'Two dogs' }] })).toBe(lead.undo);
  const back = after(lead, { do: 'undo', at: lead.undo?.at ?? '' });
  expect(refusal(back, { do: 'undo', at: lead.undo?.at ?? '' })).toBe('undoGone');
  const lost = after(leadOf({ status: 'quoted' }), change({ status: 'lost' }));
  expect(after({ ...lost, untold: [] }, { do: 'undo', at: lost.undo?.at ?? '' }).untold).toMatchObject([
    { kind: 'outcome' },
  ]);
});

test('a correction keeps the former words, reaches the parts that said the same, and leaves one way to reach the person', () => {
  const other = { ...leadOf().request, city: 'Atlanta' };
  const lead = leadOf({ also: [{ id: 'bob', createdAt: moment(-9), source: 'form', request: other }] });
  const corrected = after(lead, { do: 'correct', request: { phone: '(407) 555-0199', city: 'Decatur' } });
  expect(corrected.request).toMatchObject({ phone: '(407) 555-0199', city: 'Decatur' });
  expect(corrected.asSent).toEqual(lead.request);
  expect(corrected.also?.[0]).toMatchObject({ request: { phone: '(407) 555-0199', city: 'Atlanta' }, asSent: other });
  expect(corrected.notes).toMatchObject([
    { by: 'Olga', at, text: 'Corrected: phone was (407) 555-0101, city was Roswell.' },
  ]);
  expect(after(lead, { do: 'correct', request: { city: 'Roswell' } })).toBe(lead);
  expect(after(lead, { do: 'correct', request: { city: 'Decatur' } }).also).toEqual(lead.also);
  expect(refusal(lead, { do: 'correct', request: { language: 'es' }, seen: { language: 'en' } })).toBe('done');
  expect(refusal(lead, { do: 'correct', request: { phone: null } })).toBe('unreachable');
  expect(refusal(lead, { do: 'correct', request: { city: 'Smyrna' }, seen: { city: 'Vinings' } })).toMatchObject({
    conflict: { fields: { city: 'Roswell' } },
  });
});

test('a note that is sent twice stands once; a full lead takes no more, but what the site has noted fills none', () => {
  const note = { do: 'note', note: { id: 'a', text: 'Two dogs' } } as const;
  const noted = after(leadOf(), note);
  expect(noted.notes).toEqual([{ id: 'a', text: 'Two dogs', at, by: 'Olga' }]);
  expect(after(noted, note)).toBe(noted);
  const notes = (idOf: (count: number) => string, length = MAX_NOTES) =>
    leadOf({ notes: Array.from({ length }, (_, count) => ({ id: idOf(count), text: 'x' })) });
  expect(refusal(notes(String), note)).toBe('notesFull');
  expect(refusal(notes(String, MAX_NOTES - 1), note)).toBe('done');
  expect(refusal(notes(siteNoteId), note)).toBe('done');
});

test('a visit keeps the owner’s last note and who wrote it; an empty one takes it away', () => {
  const lead = leadOf({ visits: [toured] });
  const write = (note: string) => ({ do: 'visitNote', visit: toured.start ?? '', note }) as const;
  const noted = after(lead, write(''), write('Gate 12'));
  expect(after(lead, write(''))).toBe(lead);
  expect(visitOf(noted, 'ann/1')).toMatchObject({ note: 'Gate 12', noteBy: 'Olga' });
  expect(after(noted, write('Gate 12'))).toBe(noted);
  expect(Object.keys(visitOf(after(noted, write('')), 'ann/1'))).not.toContain('note');
  expect(refusal(lead, { ...write('x'), visit: moment(5) })).toBe('noVisit');
});

const visit = visitIn(-0.2);
const step = (name: 'arrived' | 'done' | 'nobody') =>
  ({ do: 'dayStep', step: name, visit: visit.start ?? '' }) as const;
const onMyWay = { do: 'dayStep', step: 'onMyWay', minutes: 20, visit: visit.start ?? '' } as const;
const stepBack = (of = at) => ({ do: 'dayStep', step: 'undo', at: of, visit: visit.start ?? '' }) as const;

test('the steps of the day follow each other, and only those of today’s visits are noted', () => {
  const lead = leadOf({ status: 'booked', visits: [visit] });
  const day = (one: Lead) => visitOf(one, 'ann/1').day;
  const gone = after(lead, onMyWay, step('arrived'), step('done'));
  expect(day(gone)).toEqual({
    onMyWayAt: at,
    minutes: 20,
    arrivedAt: new Date(now + 1).toISOString(),
    doneAt: new Date(now + 2).toISOString(),
    by: 'Olga',
  });
  expect(after(gone, onMyWay, step('nobody'))).toBe(gone);
  expect(gone.untold).toEqual([{ kind: 'onMyWay', at, visit: 'ann/1', minutes: 20 }]);
  const yesterday = visitIn(-24);
  expect(refusal(leadOf({ visits: [toured] }), step('done'))).toBe('noVisitToday');
  expect(refusal(leadOf({ visits: [yesterday] }), { ...step('done'), visit: yesterday.start ?? '' })).toBe(
    'noVisitToday',
  );
  expect(refusal(leadOf({ visits: [{ ...visit, slot: undefined }] }), step('done'))).toBe('noVisitToday');
  const ahead = visitIn(1);
  for (const name of ['done', 'nobody'] as const)
    expect(refusal(leadOf({ visits: [ahead] }), { ...step(name), visit: ahead.start ?? '' })).toBe('visitAhead');
  expect(refusal(leadOf({ visits: [ahead] }), { ...onMyWay, visit: ahead.start ?? '' })).toBe('done');
});

test('nobody at home is how the visit went, is told, and can be taken back for a minute with all that it noted', () => {
  const lead = leadOf({ status: 'booked', visits: [visit], followUp: '2026-12-20' });
  const nobody = after(lead, step('nobody'));
  expect(nobody).toMatchObject({
    status: 'contacted',
    followUp: '2026-12-01',
    untold: [{ kind: 'nobodyHome', visit: 'ann/1' }],
  });
  expect(visitOf(nobody, 'ann/1')).toMatchObject({ outcome: 'not home', day: { nobodyAt: at } });
  const back = after(nobody, stepBack());
  expect(lasting(back)).toEqual(lasting(lead));
  expect(refusal(nobody, stepBack(), now + MINUTE)).toBe('visitorTold');
  expect(after(nobody, stepBack(moment(-1)))).toBe(nobody);
  // What somebody has changed since then stays.
  const since = { ...nobody, status: 'quoted', undo: undefined };
  const kept = after(since, stepBack());
  expect([kept.status, visitOf(kept, 'ann/1').outcome, visitOf(kept, 'ann/1').day]).toEqual(['quoted', undefined, {}]);
  const quoted = after({ ...since, visits: [{ ...visit, outcome: 'quoted', day: { nobodyAt: at } }] }, stepBack());
  expect(visitOf(quoted, 'ann/1').outcome).toBe('quoted');
});

test('of two people who visit at one time each notes own steps, notes and outcomes', () => {
  const [first, second] = ['Ivan', 'Olga'].map((who, index) => ({ ...visit, id: `ann/${index + 1}`, who }));
  const visits = [first ?? visit, second ?? visit];
  const note = { do: 'visitNote', visit: visit.start ?? '', note: 'Ladder' } as const;
  const noted = after(leadOf({ visits }), step('arrived'), note, outcome('quoted', visit)).visits;
  expect(noted[0]).toEqual(first);
  expect(noted[1]).toMatchObject({ day: { by: 'Olga' }, note: 'Ladder', outcome: 'quoted' });
});

test('a step that nobody is told of is taken back at any time', () => {
  const lead = leadOf({ visits: [{ ...visit, day: { onMyWayAt: moment(-1), by: 'Olga' }, outcome: 'not home' }] });
  const arrived = {
    ...lead,
    visits: [{ ...visit, day: { onMyWayAt: moment(-1), arrivedAt: at }, outcome: 'not home' }],
  };
  expect(refusal(arrived, stepBack(), now + 3 * HOUR)).toBe('done');
  expect(visitOf(after(arrived, stepBack()), 'ann/1')).toEqual(visitOf(lead, 'ann/1'));
  expect(after(leadOf({ visits: [visit] }), stepBack()).visits).toEqual([visit]);
});
