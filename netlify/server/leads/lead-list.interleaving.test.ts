import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import type { Store } from '#server/storage/port';
import {
  everyInterleaving,
  memoryStore,
  type OpenStore,
  type Records,
  type Run,
  someInterleavings,
} from '#tests/support/stores/interleave';
import { consultation } from '#tests/support/visitor';
import { changeLead, keepLead, Lead, leadId } from './lead.ts';
import { deleteLead, listLeads, readSnapshot } from './lead-list.ts';
import { keepSnapshot } from './lead-sweep.ts';
import { clearPendingNotice, receiveRequest } from './pending-notices.ts';

const report = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};
const request = ConsultationRequest.parse(consultation);
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const [one, other, fresh] = [leadId('one'), leadId('other'), leadId('new')];

/** Two leads. `isReady`: the sweep has written their snapshot. */
async function kept(isReady: boolean): Promise<Records> {
  const records: Records = new Map();
  const leads = memoryStore(records, 'leads');
  for (const id of [one, other]) await keepLead(leads, { id, request, source: 'dialog', now: new Date(NOW) });
  if (isReady) await keepSnapshot({ leads, report });
  return records;
}

interface Seen {
  readonly of: 'closes' | 'notes' | 'requests' | 'removes' | 'sweeps' | 'looks';
  readonly about: string;
  readonly leads: readonly Pick<Lead, 'id' | 'status' | 'notes'>[];
}

/** Does the work in a process that has listed the leads before, then lists them again. */
const seenAfter =
  (of: Seen['of'], about: string, work: (leads: Store) => Promise<unknown>) =>
  async (open: OpenStore): Promise<Seen> => {
    const leads = open('leads');
    await listLeads(leads, report);
    await work(leads);
    const list = await listLeads(leads, report);
    return { of, about, leads: list.map(({ id, status, notes }) => ({ id, status, notes })) };
  };
const closes = (id: string) =>
  seenAfter('closes', id, (leads) => changeLead(leads, id, (lead) => ({ ...lead, status: 'closed' })));
const notes = (id: string) =>
  seenAfter('notes', id, (leads) => changeLead(leads, id, (lead) => ({ ...lead, notes: 'Called' })));
const requests = seenAfter('requests', fresh, async (leads) => {
  const about = { id: fresh, source: 'dialog' as const, now: NOW, nonce: 'nonce' };
  await clearPendingNotice(leads, await receiveRequest(leads, request, about));
});
const removes = seenAfter('removes', other, (leads) => deleteLead(leads, other));
const sweeps = async (open: OpenStore): Promise<Seen> => {
  await keepSnapshot({ leads: open('leads'), report });
  return { of: 'sweeps', about: '', leads: [] };
};
const looks = seenAfter('looks', '', async () => undefined);

/** A process that changes a lead sees the change in its next list, whatever others do meanwhile. */
function expectOwnChange({ of, about, leads }: Seen, schedule: string): void {
  const lead = leads.find(({ id }) => id === about);
  if (of === 'closes') expect(lead?.status, schedule).toBe('closed');
  if (of === 'notes') expect(lead?.notes, schedule).toBe('Called');
  if (of === 'requests') expect(lead, schedule).toBeDefined();
  if (of === 'removes') expect(lead, schedule).toBeUndefined();
}

/** After any schedule, a new process lists the stored leads, and the snapshot holds no deleted lead. */
async function listsWhatIsStored({ records, outcomes, schedule }: Run<Seen>): Promise<void> {
  for (const outcome of outcomes) if (outcome !== 'dead') expectOwnChange(outcome, schedule);
  const store = memoryStore(new Map(records), 'leads');
  const stored = (await allStored(store)).toSorted(byId);
  const shown = await listLeads(store, report);
  expect(shown.toSorted(byId), schedule).toEqual(stored);
  if (!schedule.includes('†')) {
    expect((await store.list('pending-notices/')).length, schedule).toBe(0);
    const ids = (await inSnapshot(store)).map(({ id }) => id);
    expect(
      ids.filter((id) => !stored.some((lead) => lead.id === id)),
      schedule,
    ).toEqual([]);
  }
  // The next sweep finishes the work of a process that died.
  await keepSnapshot({ leads: store, report });
  expect((await inSnapshot(store)).toSorted(byId), schedule).toEqual(stored);
}

async function allStored(leads: Store): Promise<Lead[]> {
  const listed = await leads.list('leads/');
  return await Promise.all(listed.map(async ({ key }) => Lead.parse((await leads.get(key))?.value)));
}

async function inSnapshot(leads: Store): Promise<Lead[]> {
  return Array.from((await readSnapshot(leads))?.entries.values() ?? [], ({ lead }) => lead);
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

test.each([
  ['a new lead and a change', [requests, closes(one)], true],
  ['one lead', [closes(one), notes(one)], true],
  ['a removal and a change', [removes, closes(one)], true],
  ['a change and the sweep', [closes(one), sweeps], true],
  ['a removal and the sweep', [removes, sweeps], true],
  ['a change and a list', [closes(one), looks], true],
  ['a new lead while the snapshot is first written', [requests, sweeps], false],
  ['a change while the snapshot is first written', [closes(one), sweeps], false],
  ['a removal while the snapshot is first written', [removes, sweeps], false],
] as const)('at once, and whoever dies: %s', async (_, actors, isReady) => {
  const first = await kept(isReady);
  const world = { start: () => structuredClone(first), actors: [...actors], mortal: [0, 1] };
  expect(await everyInterleaving(world, listsWhatIsStored)).toBeGreaterThan(20);
});

test.each([
  ['a change, a removal and a list', [closes(one), removes, looks], true],
  ['a removal, the first sweep and a list', [removes, sweeps, looks], false],
] as const)('at once, in some of too many orders: %s', async (_, actors, isReady) => {
  const first = await kept(isReady);
  const world = { start: () => structuredClone(first), actors: [...actors] };
  await someInterleavings(world, { seed: 12, runs: 100 }, listsWhatIsStored);
});
