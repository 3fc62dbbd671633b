import { changeLead, keepLead } from '#server/leads/lead-records';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import { LEADS_A_PAGE, LeadQuery } from '#contracts/lead-query';
import type { Store } from '#server/storage/port';
import { failingLog } from '#tests/support/notifier-on';
import { memoryStore, type Records } from '#tests/support/stores/interleave';
import { consultation } from '#tests/support/visitor';
import { DAY } from '#lib/time/units';
import { leadId } from './lead-id.ts';
import { keepSnapshot, listLeads, readLeads, SNAPSHOT } from './lead-list.ts';
import { leadPage } from './lead-view.ts';

const request = ConsultationRequest.parse(consultation);
const START = 1_790_000_000_000;
const called = [{ id: 'a', text: 'Called' }];

/** `count` leads, one a day, and their store as a new process sees it. `reads` lists the keys that it reads. */
async function world(count: number) {
  const records: Records = new Map();
  const first = memoryStore(records, 'leads');
  const ids = Array.from({ length: count }, (_, number) => leadId(`lead ${number}`));
  for (const [number, id] of ids.entries()) {
    await keepLead(first, { id, request, source: 'dialog', now: new Date(START + number * DAY) });
  }
  const reads: string[] = [];
  const freshProcess = (): Store => {
    const store = memoryStore(records, 'leads');
    reads.length = 0;
    return {
      ...store,
      get: (key) => {
        reads.push(key);
        return store.get(key);
      },
      list: (prefix) => {
        reads.push(`${prefix}*`);
        return store.list(prefix);
      },
    };
  };
  return { records, first, ids, reads, freshProcess, sweep: () => keepSnapshot({ leads: first, report: failingLog }) };
}

const listed = async (store: Store) => (await listLeads(store, failingLog)).map(({ id }) => id);
const page = (leads: Store, query: Partial<LeadQuery> = {}) =>
  leadPage({ leads, report: failingLog, now: START, standing: async () => new Set() }, LeadQuery.parse(query));
test('newest first; with a snapshot a fresh process reads only what has changed since', async () => {
  const { first, ids, reads, freshProcess, sweep } = await world(40);
  expect(await listed(freshProcess())).toEqual(ids.toReversed());
  expect(reads).toHaveLength(42);

  await sweep();
  expect(await listed(freshProcess())).toEqual(ids.toReversed());
  expect(reads).toEqual(['leads/*', SNAPSHOT]);

  await changeLead(first, ids[7] ?? '', (lead) => ({ ...lead, notes: called }));
  await first.delete(`leads/${ids[9]}`);
  const fresh = freshProcess();
  expect(await listed(fresh)).toEqual(ids.filter((id) => id !== ids[9]).toReversed());
  expect(reads).toEqual(['leads/*', SNAPSHOT, `leads/${ids[7]}`]);
  expect((await listLeads(fresh, failingLog)).find(({ id }) => id === ids[7])?.notes).toEqual(called);
  expect(reads).toEqual(['leads/*', SNAPSHOT, `leads/${ids[7]}`, 'leads/*']);
});

test('a snapshot that cannot be read is as good as none, is told, and is written anew', async () => {
  const { first, ids, reads, freshProcess, sweep } = await world(40);
  await sweep();
  const reports: string[] = [];
  for (const damaged of [{ another: 'form' }, 'damaged', [{ etag: 'v1' }]]) {
    await first.put(SNAPSHOT, damaged);
    expect(await listLeads(freshProcess(), (what) => void reports.push(what))).toHaveLength(ids.length);
  }
  expect(reports).toHaveLength(3);
  expect(new Set(reports)).toEqual(new Set(['Reading the snapshot of the leads, which are read one by one,']));
  await sweep();
  expect(await listed(freshProcess())).toHaveLength(ids.length);
  expect(reads).toEqual(['leads/*', SNAPSHOT]);
});

test('the sweep writes the snapshot only when it differs from the leads', async () => {
  const { first, ids, sweep } = await world(3);
  const version = async () => (await first.get(SNAPSHOT))?.etag;
  await sweep();
  const before = await version();
  await sweep();
  expect(await version()).toBe(before);
  await changeLead(first, ids[0] ?? '', (lead) => ({ ...lead, notes: called }));
  await sweep();
  expect(await version()).not.toBe(before);
});

test('very many: pages follow each other, whoever comes meanwhile, and a page asks for nothing but the list', async () => {
  const { first, ids, reads, freshProcess, sweep } = await world(950);
  await sweep();
  const all = ids.toReversed();
  const fresh = freshProcess();
  const newest = await page(fresh);
  expect(newest.leads.map(({ id }) => id)).toEqual(all.slice(0, LEADS_A_PAGE));
  expect([newest.matching, newest.total]).toEqual([950, 950]);
  expect(reads).toEqual(['leads/*', SNAPSHOT]);
  await page(fresh);
  expect(reads).toEqual(['leads/*', SNAPSHOT, 'leads/*']);

  const newcomer = leadId('newcomer');
  await keepLead(first, { id: newcomer, request, source: 'dialog', now: new Date(START + 950 * DAY) });
  const paged = newest.leads.map(({ id }) => id);
  for (let after = newest.next; after; ) {
    const { leads, next } = await page(fresh, { after });
    paged.push(...leads.map(({ id }) => id));
    after = next;
  }
  expect(paged).toEqual(all);
  expect(await listed(freshProcess())).toEqual([newcomer, ...all]);
});

test('those to be called again come by their day, or by their amount, a page at a time and within the asked days and amounts', async () => {
  const { first, ids } = await world(120);
  const day = (number: number) => `2026-12-${String(1 + (number % 30)).padStart(2, '0')}`;
  for (const [number, id] of ids.slice(0, 110).entries()) {
    await changeLead(first, id, (lead) => ({ ...lead, followUp: day(number), amount: number * 100 }));
  }
  const all = async (query: Partial<LeadQuery>) => {
    const found: string[] = [];
    for (let after: string | undefined = ''; after !== undefined; ) {
      const { leads, next } = await page(first, { step: 'followUp', ...query, after });
      found.push(...leads.map(({ followUp, amount }) => `${followUp} ${String(amount).padStart(5, '0')}`));
      after = next;
    }
    return found;
  };
  const byDay = await all({ order: 'followUp' });
  expect(byDay).toHaveLength(110);
  expect(byDay.map((line) => line.slice(0, 10))).toEqual(byDay.map((line) => line.slice(0, 10)).sort());
  const amounts = Array.from({ length: 110 }, (_, number) => String((109 - number) * 100).padStart(5, '0'));
  expect((await all({ order: 'amount' })).map((line) => line.slice(11))).toEqual(amounts);
  const some = await all({ from: '2026-12-05', to: '2026-12-06', amount: '9500' });
  expect(some).toEqual(['2026-12-06 09500']);
});

test('without a snapshot at most 64 leads are read at once', async () => {
  const { ids, freshProcess } = await world(200);
  const store = freshProcess();
  let [now, most] = [0, 0];
  const get: Store['get'] = async (key) => {
    now += 1;
    most = Math.max(most, now);
    await setImmediate();
    now -= 1;
    return await store.get(key);
  };
  expect(await listed({ ...store, get })).toHaveLength(ids.length);
  expect(most).toBe(64);
});

test('a lead that the owner is removing is on no list', async () => {
  const { first, ids, freshProcess } = await world(3);
  await changeLead(first, ids[1] ?? '', (lead) => ({ ...lead, isRemoving: true }));
  expect(await listed(freshProcess())).toEqual([ids[2], ids[0]]);
  expect(await page(first)).toMatchObject({ matching: 2, total: 2 });
});

test('a record that is damaged, or holds the id of another lead, is left out, told and named, and hides none', async () => {
  const { first, ids, freshProcess, sweep } = await world(5);
  await sweep();
  const [broken, copied] = [`leads/${ids[0]}`, `leads/${leadId('copied by hand')}`];
  await first.put(broken, { by: 'hand' });
  await first.put(copied, (await first.get(`leads/${ids[1]}`))?.value);
  const store = freshProcess();
  for (let time = 0; time < 2; time += 1) {
    const reports: string[] = [];
    const { leads, unreadable } = await readLeads({ leads: store, report: (what) => void reports.push(what) });
    expect(leads.map(({ id }) => id)).toEqual(ids.slice(1).toReversed());
    expect(unreadable.toSorted()).toEqual([broken, copied].toSorted());
    expect(reports.toSorted()).toEqual([broken, copied].map((key) => `Reading the record ${key}`).toSorted());
  }
});
