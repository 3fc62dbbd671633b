import { expect, test } from 'vitest';
import { type Job, jobStepLabels } from '#contracts/lead-job';
import type { Visit } from '#lead/lead';
import { adminLead, adminVisit } from '#tests/support/admin-page';
import { jobSentence, orderDone, paidInPart, stepBack, stepDone } from './job.ts';

const today = '2026-11-16';
const [ordered, due] = [{ orderedOn: '2026-11-02' }, { dueOn: today }];
const arrived = { ...ordered, ...due, arrivedOn: '2026-11-17' };
const done = { ...arrived, installedOn: '2026-11-20' };
const soldOf = (job?: Job, visits: Visit[] = []) => adminLead('a', { status: 'won', amount: 100, job, visits });

test.each<[string, Job | undefined, Visit[]?]>([
  ['Sold. Order the shades?', undefined],
  ['Arrived? The order of Nov 2 has no day noted.', ordered],
  ['Arrived? The order of Nov 2 is due.', { ...ordered, ...due }],
  ['Ordered Nov 2. It should arrive on Nov 17.', { ...ordered, dueOn: '2026-11-17' }],
  ['Arrived. Book the installation.', arrived],
  ['Arrived. A visit is booked.', arrived, [adminVisit('2026-11-19T15:00:00.000Z')]],
  ['Installed. Paid?', done],
  ['Paid $9 of $100. And the rest?', { ...done, paidOn: today, paid: 9 }],
  ['Installed and paid.', { ...done, paidOn: today }],
])('%s', (sentence, job, visits) => {
  expect(jobSentence(soldOf(job, visits), new Date('2026-11-16T15:00:00.000Z'))).toBe(sentence);
});

test('a step is done today, and a part that was paid is the whole with the last one', () => {
  const [paid, whole] = [
    { ...done, paid: 9 },
    { ...done, paidOn: today },
  ];
  expect(stepDone(soldOf(paid), 'paidOn', today)).toEqual({ job: { ...whole, paid: null }, followUp: null });
  expect(stepDone(soldOf(done), 'paidOn', today)).toEqual({ job: whole, followUp: null });
  expect(stepDone(soldOf(paid), 'arrivedOn', today)).toEqual({ job: { ...paid, arrivedOn: today }, followUp: null });
  expect(orderDone(soldOf({}), today, '')).toEqual({ job: { orderedOn: today }, followUp: null });
  const later = { dueOn: '2026-11-30' };
  expect(orderDone(soldOf(due), today, later.dueOn)).toEqual({
    job: { orderedOn: today, ...later },
    followUp: later.dueOn,
  });
  expect(paidInPart(soldOf(done), today, 99)).toEqual({ job: { ...whole, paid: 99 }, followUp: '2026-11-23' });
  expect(paidInPart(soldOf(done), today, 100)).toEqual({ job: { ...whole, paid: 100 }, followUp: null });
});

test.each([
  [{ ...done, paidOn: '2026-11-23', paid: 9 }, 'paidOn', { paidOn: null, paid: null }],
  [done, 'installedOn', { installedOn: null }],
  [{ ...ordered, ...due }, 'orderedOn', { orderedOn: null, dueOn: null }],
] as const)('the last step of the job %j is taken back, with what was noted beside it', (job, step, undone) => {
  const change = { job: { ...job, ...undone }, followUp: null };
  expect(stepBack(soldOf(job))).toEqual({ label: jobStepLabels[step], change });
});

test('before the first step there is nothing to take back', () => {
  expect(stepBack(soldOf())).toBeNull();
});
