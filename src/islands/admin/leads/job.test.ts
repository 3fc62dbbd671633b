import { expect, test } from 'vitest';
import { jobStepLabels } from '#contracts/lead-job';
import { adminLead } from '#tests/support/admin-page';
import { stepBack } from './job.ts';

const [ordered, due] = [{ orderedOn: '2026-11-02' }, { dueOn: '2026-11-16' }];
const done = { ...ordered, ...due, arrivedOn: '2026-11-17', installedOn: '2026-11-20' };

test.each([
  [{ ...done, paidOn: '2026-11-23', paid: 9 }, 'paidOn', { paidOn: null, paid: null }],
  [done, 'installedOn', { installedOn: null }],
  [{ ...ordered, ...due }, 'orderedOn', { orderedOn: null, dueOn: null }],
] as const)('the last step of the job %j is taken back, with what was noted beside it', (job, step, undone) => {
  const change = { job: { ...job, ...undone }, followUp: null };
  expect(stepBack(adminLead('a', { status: 'won', job }))).toEqual({ label: jobStepLabels[step], change });
});

test('before the first step there is nothing to take back', () => {
  expect(stepBack(adminLead('a', { status: 'won' }))).toBeNull();
});
