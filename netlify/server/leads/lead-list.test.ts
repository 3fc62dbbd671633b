import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import type { Store } from '#server/storage/port';
import { memoryStore, type Records } from '#tests/support/interleave';
import { consultation } from '#tests/support/visitor';
import { changeLead, deleteLead, keepLead, leadId } from './lead.ts';
import { listLeads, writeDigests } from './lead-list.ts';

const report = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};

/** Forty leads, and the store as a process sees it that has just started; `reads` counts what that reads. */
async function world() {
  const records: Records = new Map();
  const first = memoryStore(records, 'leads');
  const request = ConsultationRequest.parse(consultation);
  const ids = Array.from({ length: 40 }, (_, count) => leadId(`lead ${count}`));
  for (const [count, id] of ids.entries()) {
    await keepLead(first, { id, request, source: 'dialog', now: new Date(1_790_000_000_000 + count) });
  }
  const reads: string[] = [];
  const freshProcess = (): Store => {
    const store = memoryStore(records, 'leads');
    reads.length = 0;
    return {
      ...store,
      get: (key) => {
        if (key.startsWith('leads/')) reads.push(key);
        return store.get(key);
      },
    };
  };
  return { first, ids, reads, freshProcess };
}

test('newest first; with digests a fresh process reads only what has changed since', async () => {
  const { first, ids, reads, freshProcess } = await world();
  const listed = async (store: Store) => (await listLeads(store, report)).map(({ id }) => id);
  expect(await listed(freshProcess())).toEqual(ids.toReversed());
  expect(reads).toHaveLength(40);

  await writeDigests(first, report);
  expect(await writeDigests(first, report)).toBe(0);
  expect(await listed(freshProcess())).toEqual(ids.toReversed());
  expect(reads).toEqual([]);

  await changeLead(first, ids[7] ?? '', (lead) => ({ ...lead, notes: 'Called' }));
  await deleteLead(first, ids[9] ?? '');
  const fresh = freshProcess();
  expect(await listed(fresh)).toEqual(ids.filter((id) => id !== ids[9]).toReversed());
  expect(reads).toEqual([`leads/${ids[7]}`]);
  expect((await listLeads(fresh, report)).find(({ id }) => id === ids[7])?.notes).toBe('Called');
  expect(reads).toHaveLength(1);
});

test('a digest that cannot be read is as good as none, and is written anew', async () => {
  const { first, ids, freshProcess } = await world();
  await writeDigests(first, report);
  for (const part of '0123456789abcdef') await first.put(`digests/${part}`, { another: 'form' });
  expect(await listLeads(freshProcess(), report)).toHaveLength(ids.length);
  expect(await writeDigests(first, report)).toBeGreaterThan(0);
});
