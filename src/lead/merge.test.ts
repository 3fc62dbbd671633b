import { expect, test } from 'vitest';
import { after, leadOf, moment, now, today, visitIn } from '#tests/support/lead';
import { waitsSince } from './answers.ts';
import { idsOf, type Lead, requestsOf } from './lead.ts';
import { asVisitorsOf, holds, isEarlier, withPart, withWordsOf, wordsOf } from './merge.ts';
import { placeOf } from './place.ts';

const { request } = leadOf();
const part = (id: string) => ({ id, createdAt: moment(-80), source: 'form', request: { ...request, name: id } });
const lateOf = (fields: Partial<Lead> = {}) =>
  leadOf({ id: 'bob-0123456789', createdAt: moment(-24), updatedAt: moment(0), by: 'Olga', ...fields });
const text = { id: 'a', at: moment(-1), text: 'Hello?' };
const note = (id: string, hours?: number) => ({ id, text: id, ...(hours && { at: moment(hours) }) });

test('a visit that came with the other lead is marked on its day as any other', () => {
  const visit = visitIn(-0.5, { id: 'bob/1' });
  const kept = withPart(leadOf({ status: 'contacted' }), lateOf({ status: 'booked', visits: [visit] }));
  const step = { do: 'dayStep', visit: visit.start ?? '' } as const;
  const arrived = after(kept, { ...step, step: 'onMyWay', minutes: 20 }, { ...step, step: 'arrived' });
  expect(after(arrived, { ...step, step: 'done' }).visits[0]?.day).toMatchObject({ doneAt: expect.any(String) });
  const nobody = after(arrived, { ...step, step: 'nobody' });
  expect([nobody.visits[0]?.outcome, placeOf(nobody, now, today)]).toEqual(['not home', 'followUps']);
});

test('the earlier lead has all that both had, and a note of what the later one was', () => {
  const early = leadOf({
    ...{ status: 'contacted', amount: 900, followUp: '2026-12-09', noAds: true, isSpam: true, visits: [visitIn(5)] },
    ...{ bookedAt: moment(-9), calledAt: moment(-60), openedAt: moment(-70), also: [part('cat')] },
    ...{ notes: [note('dogs'), note('correction-0', -20)], untold: [{ kind: 'request', at: moment(-72) }] },
    undo: { at: moment(-48), before: {} },
  });
  const late = lateOf({
    ...{ status: 'quoted', amount: 2000, followUp: '2026-12-05', visits: [visitIn(2, { id: 'bob-0123456789/1' })] },
    ...{ lostReason: 'price', job: { orderedOn: '2026-11-30' }, unansweredTexts: [text], also: [part('dan')] },
    ...{ bookedAt: moment(-20), visitedAt: moment(-3), openedAt: moment(-2), reviewAskedAt: moment(-1) },
    ...{ notes: [note('correction-0', -10), note('gate', -30)], untold: [{ kind: 'booked', at: moment(-2) }] },
  });
  const { undo: _, ...kept } = early;
  const words = 'Quoted, Too expensive, $2,000, call again on 2026-12-05, Ordered 2026-11-30';
  const made = `Made one with the request of 2026-11-30: ${words}.`;
  expect(withPart(early, late)).toEqual({
    ...kept,
    ...{ status: 'quoted', amount: 2000, followUp: '2026-12-05', lostReason: 'price', job: late.job, isSpam: false },
    ...{ visits: [...late.visits, ...early.visits], updatedAt: late.updatedAt, unansweredTexts: [text] },
    ...{ bookedAt: moment(-20), visitedAt: moment(-3), reviewAskedAt: moment(-1) },
    also: [part('cat'), { id: late.id, createdAt: late.createdAt, source: 'dialog', request }, part('dan')],
    notes: [
      ...[note('dogs'), note('gate', -30), note('correction-0', -20)],
      { ...note('correction-0', -10), id: 'correction-0-bob-0123' },
      { id: 'correction-2', at: late.updatedAt, by: 'Olga', text: made },
    ],
    untold: [...early.untold, { kind: 'booked', at: moment(-2), of: late.id }],
  });
  const flags = { isSpam: true, noAds: true };
  expect(withPart({ ...early, noAds: undefined }, { ...late, ...flags })).toMatchObject(flags);
});

test.each<[string, Partial<Lead>, Partial<Lead>, (string | number | undefined)[]]>([
  ['the later one counts where both are as far', { amount: 1 }, { amount: 2 }, ['new', 2, '2026-12-01']],
  ['the further one counts', { status: 'quoted', amount: 1 }, { amount: 2 }, ['quoted', 1, '2026-12-01']],
  ['an amount stays', { status: 'quoted' }, { amount: 2 }, ['quoted', 2, '2026-12-01']],
  ['a sale stays the only one', { status: 'won' }, { status: 'quoted', amount: 2 }, ['won', undefined, '2026-12-01']],
  ['two lost ones have no day', { status: 'lost' }, { status: 'lost' }, ['lost', undefined, undefined]],
  [
    'nor one beside a sale',
    { status: 'won', followUp: '2026-12-09' },
    { status: 'lost' },
    ['won', undefined, '2026-12-09'],
  ],
  ['an unknown one is as new', { status: 'odd' }, { status: 'lost' }, ['odd', undefined, '2026-12-01']],
])('what a lead has but once: %s', (_, early, late, expected) => {
  const { status, amount, followUp, noAds } = withPart(leadOf(early), lateOf(late));
  expect([status, amount, followUp, noAds]).toEqual([...expected, undefined]);
});

const installed = { installedOn: '2026-11-29' };
const paid = (amount: number) => ({ job: installed, payments: [{ on: '2026-11-29', amount }] });
const [sale, further] = [
  { visit: '', at: moment(-10), amount: 2500 },
  { visit: 'x', at: moment(-5), amount: 500 },
];
test.each<[string, Partial<Lead>, Partial<Lead>, Partial<Lead>]>([
  [
    'every sale on its day with its job, and all that was paid',
    { amount: 3000, closedAt: moment(-10), laterSales: [further], job: { orderedOn: '2026-11-30' } },
    { amount: 2000, wonAt: moment(-20), closedAt: moment(-8), soldBy: 'v', ...paid(2000) },
    {
      wonAt: moment(-20),
      soldBy: 'v',
      laterSales: [{ ...sale, job: { orderedOn: '2026-11-30' } }, further],
      amount: 5000,
      job: installed,
      payments: paid(2000).payments,
    },
  ],
  [
    'without a day or an amount, the last change is the day',
    { job: { orderedOn: '2026-11-30' } },
    {},
    {
      wonAt: moment(-48),
      laterSales: [{ visit: '', at: moment(0), job: {} }],
      amount: undefined,
      job: { orderedOn: '2026-11-30' },
    },
  ],
  [
    'both are paid',
    { amount: 1, ...paid(1) },
    { amount: 2, ...paid(2) },
    {
      amount: 3,
      job: installed,
      payments: [...paid(1).payments, ...paid(2).payments],
      laterSales: [{ visit: '', at: moment(0), amount: 2, job: installed }],
    },
  ],
])('two sold leads: %s', (_, early, late, expected) => {
  const sold = withPart(leadOf({ ...early, status: 'won' }), lateOf({ ...late, status: 'won' }));
  const { wonAt, soldBy, laterSales, amount, job, payments } = sold;
  const given = {
    wonAt: moment(-48),
    soldBy: undefined,
    ...expected,
  };
  expect({ wonAt, soldBy, laterSales, amount, job, payments }).toEqual({ payments: undefined, ...given });
});

test('each visitor of one lead knows it by their own request and visits', () => {
  const visits = [visitIn(5), visitIn(6, { id: 'cat/1' })];
  const one = leadOf({ visits, also: [part('cat'), part('dan')] });
  expect(asVisitorsOf(one, 'cat')).toEqual({ ...one, ...part('cat'), visits: [visits[1]] });
  expect(asVisitorsOf(one, 'ann')).toEqual({ ...one, visits: [visits[0]] });
  expect(asVisitorsOf({ ...one, also: undefined }, 'ann').visits).toEqual(visits);
  expect([wordsOf(one, 'dan'), wordsOf(one, 'ann')]).toEqual([part('dan'), one]);
  const again = { ...one, also: [{ ...part('cat'), createdAt: moment(-5) }, part('dan')] };
  expect([one, again].map((lead) => waitsSince(lead, now))).toEqual([moment(-72), moment(-5)]);
  const words = { request: { ...request, name: 'Ann Lee' } };
  expect([idsOf(one), requestsOf(one).map(({ id }) => id)]).toEqual(Array(2).fill(['ann', 'cat', 'dan']));
  expect(requestsOf(one)[0]).toEqual({ id: 'ann', createdAt: one.createdAt, source: 'dialog', request });
  expect(withWordsOf(one, 'ann', words)).toEqual({ ...one, ...words });
  expect(withWordsOf(one, 'dan', words)).toEqual({ ...one, also: [part('cat'), { ...part('dan'), ...words }] });
  expect(['cat', 'dan', 'ann'].map((id) => holds(one, id))).toEqual([true, true, false]);
  const pairs = [
    [one, lateOf()],
    [lateOf(), one],
    [one, { ...one, id: 'b' }],
    [one, one],
  ] as const;
  expect(pairs.map(([a, b]) => isEarlier(a, b))).toEqual([true, false, true, false]);
});
