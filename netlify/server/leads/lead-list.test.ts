import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import type { Store } from '#server/storage/port';
import { memoryStore, type Records } from '#tests/support/interleave';
import { consultation } from '#tests/support/visitor';
import { changeLead, keepLead, leadId } from './lead.ts';
import { cursorOf, listLeads, newestLeads, readLive } from './lead-list.ts';
import { keepMonths } from './lead-sweep.ts';
import { copyChanges, deleteLead } from './month-records.ts';
import { clearPendingNotice, receiveRequest } from './pending-notices.ts';

const report = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};
const request = ConsultationRequest.parse(consultation);
const START = 1_790_000_000_000;
const DAY = 86_400_000;

/** Leads, one a day, and the store as a process sees it that has just started; `reads` names what that reads. */
async function world(count: number) {
  const records: Records = new Map();
  const first = memoryStore(records, 'leads');
  const ids = Array.from({ length: count }, (_, number) => leadId(`lead ${number}`));
  for (const [number, id] of ids.entries()) {
    await keepLead(first, { id, request, source: 'dialog', now: new Date(START + number * DAY) });
  }
  await copyChanges(first);
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
  return { records, first, ids, reads, freshProcess };
}

const listed = async (store: Store) => (await listLeads(store, report)).map(({ id }) => id);
const isLead = (key: string) => key.startsWith('leads/');
const page = (leads: Store, after = '', status: 'closed' | '' = '') =>
  newestLeads({ leads, report }, { status, after, max: 50 });

test('few: newest first; with copies a fresh process reads only what has changed since', async () => {
  const { first, ids, reads, freshProcess } = await world(40);
  expect(await listed(freshProcess())).toEqual(ids.toReversed());
  expect(reads.filter(isLead)).toHaveLength(41);

  await keepMonths(first, report);
  expect(await listed(freshProcess())).toEqual(ids.toReversed());
  expect(reads.filter(isLead)).toEqual(['leads/*']);

  await changeLead(first, ids[7] ?? '', (lead) => ({ ...lead, notes: 'Called' }));
  const removed = (await listLeads(first, report)).find(({ id }) => id === ids[9]);
  if (removed) await deleteLead(first, removed);
  const fresh = freshProcess();
  expect(await listed(fresh)).toEqual(ids.filter((id) => id !== ids[9]).toReversed());
  expect(reads.filter(isLead)).toEqual(['leads/*', `leads/${ids[7]}`]);
  expect((await listLeads(fresh, report)).find(({ id }) => id === ids[7])?.notes).toBe('Called');
  expect(reads.filter(isLead)).toEqual(['leads/*', `leads/${ids[7]}`, 'leads/*']);
});

test('a copy that cannot be read is as good as none, and is written anew', async () => {
  const { first, ids, reads, freshProcess } = await world(40);
  await keepMonths(first, report);
  for (const { key } of await first.list('list/months/')) await first.put(key, { another: 'form' });
  expect(await listed(freshProcess())).toHaveLength(ids.length);
  await keepMonths(first, report);
  expect(await listed(freshProcess())).toHaveLength(ids.length);
  expect(reads.filter(isLead)).toEqual(['leads/*']);
});

test('very many: a page reads its own months, and neither the leads nor their keys', async () => {
  const { first, ids, reads, freshProcess } = await world(950);
  await keepMonths(first, report);
  const all = ids.toReversed();
  const fresh = freshProcess();
  const newest = await page(fresh);
  expect(newest.found.map(({ id }) => id)).toEqual(all.slice(0, 51));
  expect([newest.matching, newest.total]).toEqual([950, 950]);
  expect(reads.filter(isLead)).toEqual([]);
  const months = reads.filter((key) => /months\/\d/.test(key));
  expect(months.length).toBeLessThanOrEqual(3);
  await page(fresh);
  expect(reads.filter((key) => /months\/\d/.test(key))).toEqual(months);

  const paged: string[] = [];
  for (let after = ''; ; ) {
    const { found } = await page(fresh, after);
    paged.push(...found.slice(0, 50).map(({ id }) => id));
    const last = found[49];
    if (found.length <= 50 || !last) break;
    after = cursorOf(last);
  }
  expect(paged).toEqual(all);
  expect(await listed(freshProcess())).toEqual(all);
});

test('very many: each change shows at once, to this process and another, before its copy is written and after', async () => {
  const { first, ids, freshProcess, reads } = await world(950);
  await keepMonths(first, report);
  const other = freshProcess();
  await page(other);
  const [old = '', gone = ''] = ids;
  await changeLead(first, old, (lead) => ({ ...lead, status: 'closed' }));
  const removed = (await listLeads(first, report)).find(({ id }) => id === gone);
  if (removed) await deleteLead(first, removed);
  const id = leadId('the newest');
  const pending = await receiveRequest(first, request, {
    id,
    source: 'dialog',
    now: START + 2000 * DAY,
    nonce: 'nonce',
  });
  const right = async (store: Store) => {
    const { found, matching, total } = await page(store);
    expect([found[0]?.id, matching, total]).toEqual([id, 950, 950]);
    const closed = await page(store, '', 'closed');
    expect([closed.found.map((lead) => lead.id), closed.matching]).toEqual([[old], 1]);
    expect(await listed(store)).toHaveLength(950);
  };
  for (const store of [first, other, freshProcess()]) await right(store);
  await clearPendingNotice(first, pending);
  await copyChanges(first);
  expect([await first.list('list/changes/'), await first.list('pending-notices/')]).toEqual([[], []]);
  for (const store of [first, other]) await right(store);
  const fresh = freshProcess();
  reads.length = 0;
  await right(fresh);
  expect(reads.filter(isLead)).toEqual([]);
});

test('very many: a copy that is damaged or gone hides no lead, and neither does one written by hand', async () => {
  const { first, ids, freshProcess } = await world(950);
  await keepMonths(first, report);
  const [month] = await first.list('list/months/');
  const key = month?.key ?? '';
  const told: string[] = [];
  const all = async () => (await listLeads(freshProcess(), (what) => void told.push(what))).length;
  await first.put(key, 'damaged');
  expect([await all(), told.length]).toEqual([ids.length, 1]);
  await first.delete(key);
  // A change of a lead of that month does not begin the month anew.
  await changeLead(first, ids[0] ?? '', (lead) => ({ ...lead, notes: 'Called' }));
  await copyChanges(first);
  expect([await all(), told.length]).toEqual([ids.length, 2]);
  await first.delete(`leads/${ids[5]}`);
  await keepMonths(first, report);
  expect([await all(), told.length]).toEqual([ids.length - 1, 2]);
});

/** The store of a process that dies at its write number `write`: that is never made, and nothing is answered any more. */
function dyingAt(write: number, store: Store): Store {
  let left = write;
  const unless = <Given extends unknown[], Answer>(call: (...given: Given) => Promise<Answer>) => {
    return (...given: Given): Promise<Answer> => {
      left -= 1;
      return left < 0 ? Promise.reject(new Error('dead')) : call(...given);
    };
  };
  const { create, replace, put, delete: remove } = store;
  return {
    ...store,
    create: unless(create),
    replace: unless(replace),
    put: unless(put),
    delete: unless(remove),
  };
}

test('killed between any two writes: the list is what is stored, and the sweep leaves no note behind', async () => {
  const { first, ids, freshProcess, records } = await world(950);
  await keepMonths(first, report);
  const warm = freshProcess();
  await listLeads(warm, report);
  const acts: ((store: Store, round: number) => Promise<unknown>)[] = [
    async (store, round) => {
      const about = { id: leadId(`new ${round}`), source: 'dialog' as const, now: START + (960 + 40 * round) * DAY };
      await clearPendingNotice(store, await receiveRequest(store, request, { ...about, nonce: `${round}` }));
    },
    async (store, round) => {
      await changeLead(store, ids[round * 40] ?? '', (lead) => ({ ...lead, status: 'closed', notes: `${round}` }));
      await copyChanges(store);
    },
    async (store, round) => {
      const lead = (await listLeads(store, report)).find(({ id }) => id === ids[500 + round]);
      if (lead) await deleteLead(store, lead);
      await copyChanges(store);
    },
    async (store, round) => {
      const about = { id: leadId(`by phone ${round}`), source: 'phone' as const };
      await keepLead(store, { ...about, request, now: new Date(START + 2000 * DAY) });
      await copyChanges(store);
    },
  ];
  const truth = async () => {
    const { entries } = await readLive({ leads: memoryStore(records, 'leads'), report });
    return [...entries.values()].map(({ lead }) => lead).toSorted((a, b) => (cursorOf(a) < cursorOf(b) ? 1 : -1));
  };
  for (const act of acts) {
    for (let round = 0; round < 7; round += 1) {
      await act(dyingAt(round, memoryStore(records, 'leads')), round).catch(() => undefined);
      const right = await truth();
      for (const store of [warm, freshProcess()]) expect(await listLeads(store, report)).toEqual(right);
      expect((await page(freshProcess())).found).toEqual(right.filter((lead) => !lead.isRemoving).slice(0, 51));
    }
  }
  for (const { key } of await first.list('list/changes/')) {
    await first.delete(key);
    await first.put(key.replace(/-\d{13}-/, '-1000000000000-'), {});
  }
  await keepMonths(first, report);
  expect(await first.list('list/changes/')).toEqual([]);
  expect(await listLeads(freshProcess(), report)).toEqual(await truth());
});
