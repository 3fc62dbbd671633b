import { expect, test } from 'vitest';
import { after, change, leadOf, moment, now, visitIn } from '#tests/support/lead';
import type { Job } from '#contracts/lead-job';
import type { Lead } from './lead.ts';
import { placeOf } from './place.ts';
import { jobsOf, salesOf } from './sales.ts';

const visits = [visitIn(-30, { outcome: 'sold' }), visitIn(-20, {}, 2), visitIn(-3, {}, 3)];
const [first, second, third] = visits.map(({ start = '' }) => start);
const later = [
  { visit: second ?? '', at: moment(-19), amount: 500 },
  { visit: third ?? '', at: moment(-2), amount: 200 },
];
const job = { orderedOn: '2026-11-30' };
const sold: Partial<Lead> = { status: 'won', amount: 1000, job, soldBy: first, wonAt: moment(-29), visits };
const thrice = { ...sold, amount: 1700, laterSales: later };
const byHand = { ...sold, soldBy: undefined };

const said = (visit: string | undefined, result: 'sold' | 'quoted' | null, fields: object = {}) =>
  change({ outcome: { visit: visit ?? '', result }, ...fields });
/** `won 1000 by 1`, the further sales by their visits, and the job. */
function inWords({ status, amount, soldBy = '', laterSales = [], job: kept }: Lead): string {
  const number = (start: string) => visits.findIndex((visit) => visit.start === start) + 1;
  const sales = laterSales.map((sale) => `, ${sale.amount ?? 0} by ${number(sale.visit)}`);
  return `${status} ${amount} by ${number(soldBy)}${sales.join('')}; ${JSON.stringify(kept)?.replaceAll('"', '')}`;
}
const ordered = '{orderedOn:2026-11-30}';
const installed = { installedOn: '2026-12-01' };

test.each<[string, Partial<Lead>, ReturnType<typeof change>, string]>([
  ['the first sale has another amount', sold, said(first, 'sold', { amount: 1200 }), `won 1200 by 1; ${ordered}`],
  ['so has one by hand before', { ...byHand, wonAt: second }, said(second, 'sold'), `won 1000 by 0; ${ordered}`],
  ['one after it is further', byHand, said(third, 'sold', { amount: 7 }), `won 1007 by 0, 7 by 3; ${ordered}`],
  ['who only talks adds nothing', sold, said(third, 'quoted', { amount: 9 }), `won 9 by 1; ${ordered}`],
  ['a further one changes', thrice, said(second, 'sold', { amount: 6 }), `won 1206 by 1, 200 by 3, 6 by 2; ${ordered}`],
  ['it has no amount', thrice, said(second, 'sold', { amount: null }), `won 1200 by 1, 200 by 3, 0 by 2; ${ordered}`],
  ['it keeps its own', thrice, said(second, 'sold'), `won 1700 by 1, 200 by 3, 500 by 2; ${ordered}`],
  ['it is taken back', thrice, said(second, null), `won 1200 by 1, 200 by 3; ${ordered}`],
  ['the first of several stays', thrice, said(first, 'quoted'), `won 1700 by 1, 500 by 2, 200 by 3; ${ordered}`],
  ['so does one of another visit', { ...sold, soldBy: second }, said(first, 'quoted'), `won 1000 by 2; ${ordered}`],
  ['the only one is taken back', sold, said(first, 'quoted'), 'quoted 1000 by 0; undefined'],
  ['also where it was by hand', byHand, said(first, 'quoted'), 'quoted 1000 by 0; undefined'],
  ['one not sold keeps its job', { ...sold, status: 'lost' }, said(first, 'quoted'), `quoted 1000 by 1; ${ordered}`],
  ['a visit that only talked', { visits }, said(third, 'quoted', { status: 'won', amount: 5 }), 'won 5 by 0; {}'],
  ['a sale that ends at once', sold, said(third, 'sold', { status: 'quoted' }), `quoted 1000 by 1; ${ordered}`],
  ['no job before', { ...sold, job: undefined }, said(third, 'sold'), 'won 1000 by 1, 0 by 3; undefined'],
])('sales of visits: %s', (_, lead, command, expected) => {
  expect(inWords(after(leadOf(lead), command))).toBe(expected);
});

test('a further sale beside a running order asks for its own at once; each job is noted, and goes with its sale', () => {
  const coming = visitIn(30, { kind: 'installation' }, 4);
  const running = { ...sold, followUp: '2026-12-20', visits: [...visits, coming] };
  const twice = after(leadOf(running), said(third, 'sold', { amount: 200 }));
  expect([jobsOf(twice), twice.followUp, placeOf(twice, now)]).toEqual([[job, {}], undefined, 'followUps']);
  const dated = leadOf({ ...twice, followUp: '2026-12-28' });
  expect(after(dated, said(third, 'sold', { amount: 300 })).followUp).toBe('2026-12-28');
  const steps = { orderedOn: '2026-12-01', dueOn: '2026-12-28' };
  const both = after(twice, change({ job: steps, sale: 1, seen: { job: {} } }));
  expect(jobsOf(both)).toEqual([job, steps]);
  expect(jobsOf(after(both, change({ job: { arrivedOn: '2026-12-01' } })))[1]).toEqual(steps);
  expect(jobsOf(after(both, change({ job: { arrivedOn: '2026-12-01' }, sale: 2 })))).toEqual([job, steps]);
  expect(jobsOf(after(both, said(third, null)))).toEqual([job]);
});

test('the first sale is what the further ones leave of the amount', () => {
  const noted = { visit: '', at: moment(0) };
  expect(salesOf(leadOf({ ...thrice, laterSales: [...later, noted] }))).toEqual({
    first: 1000,
    later: [...later, { ...noted, amount: 0 }].map(({ at, amount }) => ({ at, amount })),
  });
  expect(salesOf(leadOf({ ...thrice, amount: 600 })).first).toBe(0);
  expect(salesOf(leadOf({ ...thrice, amount: undefined })).first).toBeUndefined();
  expect(salesOf(leadOf({ ...thrice, status: 'quoted' }))).toEqual({ first: 1700, later: [] });
});

test('an installation does the work of all sales that have arrived, else of the first one that is open', () => {
  const [open, arrived] = [{}, { arrivedOn: '2026-11-30' }];
  const after3 = (...jobs: Job[]) => {
    const laterSales = jobs.slice(1).map((one) => ({ visit: '', at: moment(-9), job: one }));
    const lead = leadOf({ ...sold, job: jobs[0], laterSales, visits: [visitIn(-3, { kind: 'installation' })] });
    const done = after(lead, said(third, 'done' as 'sold'));
    const isInstalled = (of: Lead) => jobsOf(of).map(({ installedOn }) => installedOn !== undefined);
    return [isInstalled(done), isInstalled(after(done, said(third, null)))];
  };
  expect(after3(open, arrived, arrived)).toEqual([[false, true, true], Array(3).fill(false)]);
  expect(after3(open, open)).toEqual([[true, false], Array(2).fill(false)]);
  const before = { installedOn: '2026-11-20' };
  expect(after3(before, open)).toEqual([
    [true, true],
    [true, false],
  ]);
});

test.each([
  ['it is done on its day', {}, undefined, 'done', installed],
  ['an earlier day stays', { installedOn: '2026-11-28' }, undefined, 'done', { installedOn: '2026-11-28' }],
  ['it is taken back', installed, 'done', null, {}],
  ['another day is not', { installedOn: '2026-11-28' }, 'done', null, { installedOn: '2026-11-28' }],
  ['nor what it did not say', installed, 'again', null, installed],
] as const)('an installation: %s', (_, given, outcome, result, expected) => {
  const installation = visitIn(-3, { kind: 'installation', outcome });
  const jobOf = (status: string) =>
    after(leadOf({ status, job: given, visits: [installation] }), change({ outcome: { visit: third ?? '', result } }))
      .job;
  expect(jobOf('won')).toEqual(expected);
  if (result === 'done') expect(jobOf('quoted')).toEqual(given);
});
