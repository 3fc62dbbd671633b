import { expect, test } from 'vitest';
import type { Job, Payment } from '#contracts/lead-job';
import type { ShownLead } from '#lead/answers';
import type { Visit } from '#lead/lead';
import { nextOf, type NextStep, stepsLeft } from '#lead/place';
import { adminLead, adminVisit } from '#tests/support/admin-page';
import { unbroken } from '#lib/unbroken';
import { jobSentence, notedOf, paid, stepsDone } from './job.ts';

const today = '2026-11-16';
const [ordered, due] = [{ orderedOn: '2026-11-02' }, { dueOn: today }];
const arrived = { ...ordered, ...due, arrivedOn: '2026-11-17' };
const done = { ...arrived, installedOn: '2026-11-20' };
const pay = (...amounts: number[]): Payment[] => amounts.map((amount) => ({ on: today, amount }));
const soldOf = (job?: Job, payments?: Payment[], visits: Visit[] = []) =>
  adminLead('a', { status: 'won', amount: 100, job, payments, visits });

const nextIn = (lead: ShownLead): NextStep => nextOf(lead) ?? expect.fail('nothing is left');

test.each<[string, Job | undefined, Payment[]?, Visit[]?]>([
  ['Sold. Order the shades?', undefined],
  ['Sold. Order the shades?', {}, pay(50)],
  ['Arrived? The order of Nov 2 has no day noted.', ordered],
  ['Arrived? The order of Nov 2 is due.', { ...ordered, ...due }],
  ['Ordered Nov 2. It should arrive on Nov 17.', { ...ordered, dueOn: '2026-11-17' }],
  ['Arrived. Book the installation.', arrived],
  ['Arrived. A visit is booked.', arrived, pay(), [adminVisit('2026-11-19T15:00:00.000Z')]],
  ['Installed. Paid?', done],
  ['Installed. Still owed: $91 of $100.', done, pay(9)],
])('%s', (sentence, job, payments, visits) => {
  const lead = soldOf(job, payments, visits);
  expect(jobSentence(lead, nextIn(lead), new Date('2026-11-16T15:00:00.000Z'))).toBe(unbroken(sentence));
});

test('a step is done today, and an order comes back on its day', () => {
  const arrivedNow = { ...due, arrivedOn: today };
  expect(stepsDone(soldOf(due), nextIn(soldOf(due)), { arrivedOn: today })).toEqual({
    job: arrivedNow,
    followUp: null,
  });
  const job = { orderedOn: today, dueOn: '2026-11-30' };
  expect(stepsDone(soldOf(due), nextIn(soldOf(due)), job)).toEqual({ job, followUp: job.dueOn });
});

test('of two sales that are open, what is to be done stands before what is waited for, and the first order to arrive first', () => {
  const later = { visit: '', at: '', job: {} };
  const lead = { ...soldOf({ ...ordered, dueOn: '2026-11-28' }), laterSales: [later] };
  const next = nextIn(lead);
  expect(jobSentence(lead, next, new Date('2026-11-16T15:00:00.000Z'))).toBe('Sold again. Order these shades too?');
  const job = { orderedOn: today, dueOn: '2026-12-10' };
  expect(stepsDone(lead, next, job)).toEqual({ job, sale: 1, followUp: '2026-11-28' });
  const both = { ...lead, laterSales: [{ ...later, job }] };
  expect(stepsLeft(both).map(({ sale }) => sale)).toEqual([0, 1]);
  expect(notedOf(both).map(({ words }) => words)).toEqual(['Ordered Nov 2', 'Sale 2: Ordered Nov 16'].map(unbroken));
  expect(notedOf(both)[1]?.back).toEqual({ job: { orderedOn: null, dueOn: null }, sale: 1, followUp: null });
});

test('a payment adds to those before; after the work the rest is asked for in a week, and before it nothing is put off', () => {
  expect(paid(soldOf({}), today, 50)).toEqual({ payments: pay(50) });
  expect(paid(soldOf(done, pay(50)), today, 9)).toEqual({ payments: pay(50, 9), followUp: '2026-11-23' });
  expect(paid(soldOf(done, pay(50)), today, 50)).toEqual({ payments: pay(50, 50), followUp: null });
  const unknown = { ...soldOf(done), amount: undefined };
  expect(paid(unknown, today, 70)).toEqual({ amount: 70, payments: pay(70), followUp: null });
});

test('what is noted of a job is said with its day, and each is taken back by itself', () => {
  const [order, installed, first, second, rest] = notedOf(
    soldOf({ ...ordered, ...due, installedOn: today }, pay(5, 6, 89)),
  );
  const job = { ...ordered, ...due, installedOn: today };
  expect([order, installed]).toEqual([
    { words: unbroken('Ordered Nov 2'), back: { job: { ...job, orderedOn: null, dueOn: null }, followUp: null } },
    { words: unbroken('Installed Nov 16'), back: { job: { ...job, installedOn: null }, followUp: null } },
  ]);
  expect([first, second, rest]).toEqual([
    { words: unbroken('Deposit $5 of $100, Nov 16'), back: { payments: pay(6, 89), followUp: null } },
    { words: unbroken('Payment $6 of $100, Nov 16'), back: { payments: pay(5, 89), followUp: null } },
    { words: unbroken('Rest $89, Nov 16'), back: { payments: pay(5, 6), followUp: null } },
  ]);
  expect(notedOf(soldOf({}, pay(100)))).toEqual([{ words: unbroken('Paid $100, Nov 16'), back: { payments: null } }]);
});
