import { expect, test } from 'vitest';
import type { Job, Payment } from '#contracts/lead-job';
import type { Visit } from '#lead/lead';
import { adminLead, adminVisit } from '#tests/support/admin-page';
import { jobSentence, notedOf, orderDone, paid, stepDone } from './job.ts';

const today = '2026-11-16';
const [ordered, due] = [{ orderedOn: '2026-11-02' }, { dueOn: today }];
const arrived = { ...ordered, ...due, arrivedOn: '2026-11-17' };
const done = { ...arrived, installedOn: '2026-11-20' };
const pay = (...amounts: number[]): Payment[] => amounts.map((amount) => ({ on: today, amount }));
const soldOf = (job?: Job, payments?: Payment[], visits: Visit[] = []) =>
  adminLead('a', { status: 'won', amount: 100, job, payments, visits });

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
  ['Installed and paid.', done, pay(9, 91)],
])('%s', (sentence, job, payments, visits) => {
  expect(jobSentence(soldOf(job, payments, visits), new Date('2026-11-16T15:00:00.000Z'))).toBe(sentence);
});

test('a step is done today, and an order comes back on its day', () => {
  expect(stepDone(soldOf(due), 'arrivedOn', today)).toEqual({ job: { ...due, arrivedOn: today }, followUp: null });
  expect(orderDone(soldOf({}), today, '')).toEqual({ job: { orderedOn: today }, followUp: null });
  const job = { orderedOn: today, dueOn: '2026-11-30' };
  expect(orderDone(soldOf(due), today, job.dueOn)).toEqual({ job, followUp: job.dueOn });
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
    { words: 'Ordered Nov 2', back: { job: { ...job, orderedOn: null, dueOn: null }, followUp: null } },
    { words: 'Installed Nov 16', back: { job: { ...job, installedOn: null }, followUp: null } },
  ]);
  expect([first, second, rest]).toEqual([
    { words: 'Deposit $5 of $100, Nov 16', back: { payments: pay(6, 89), followUp: null } },
    { words: 'Payment $6 of $100, Nov 16', back: { payments: pay(5, 89), followUp: null } },
    { words: 'Rest $89, Nov 16', back: { payments: pay(5, 6), followUp: null } },
  ]);
  expect(notedOf(soldOf({}, pay(100)))).toEqual([{ words: 'Paid $100, Nov 16', back: { payments: null } }]);
});
