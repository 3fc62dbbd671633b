import { Lead } from '#lead/lead';
import { changeLead, changeVisit, keepLead, receiveRequest } from '#server/leads/lead-records';
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import type { Store } from '#server/storage/port';
import {
  everyEnd,
  memoryStore,
  type OpenStore,
  type Records,
  type Run,
  someInterleavings,
} from '#tests/support/stores/interleave';
import { failingLog } from '#tests/support/notifier-on';
import { bookedVisit } from '#tests/support/visits';
import { consultation } from '#tests/support/visitor';
import { leadId, leadKey } from './lead-id.ts';
import { keepSnapshot, deleteFromSnapshot, listLeads, readSnapshot } from './lead-list.ts';

const request = ConsultationRequest.parse(consultation);
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const [one, other, fresh] = [leadId('one'), leadId('other'), leadId('new')];

/** Two leads. `isReady`: the sweep has written their snapshot. */
async function kept(isReady: boolean): Promise<Records> {
  const records: Records = new Map();
  const leads = memoryStore(records, 'leads');
  for (const id of [one, other]) await keepLead(leads, { id, request, source: 'dialog', now: new Date(NOW) });
  const ofOther = bookedVisit('other', '2026-12-02T15:30:00Z');
  await changeVisit(leads, ofOther.id, () => ofOther);
  if (isReady) await keepSnapshot({ leads, report: failingLog });
  return records;
}

/** Does the work in a process that has listed the leads before, and whose next list has to show the change. */
const acts =
  (id: string, work: (leads: Store) => Promise<unknown>, isShown: (lead: Lead | undefined) => boolean) =>
  async (open: OpenStore): Promise<string> => {
    const leads = open('leads');
    await listLeads(leads, failingLog);
    await work(leads);
    const lead = (await listLeads(leads, failingLog)).find((one) => one.id === id);
    return isShown(lead) ? 'shown' : `not shown: ${JSON.stringify(lead)}`;
  };
const changes = (id: string, change: Partial<Lead>) =>
  acts(
    id,
    (leads) => changeLead(leads, id, (lead) => ({ ...lead, ...change })),
    (lead) => Object.entries(change).every(([field, value]) => isDeepStrictEqual(lead?.[field as 'notes'], value)),
  );
const visit = bookedVisit('one', '2026-12-01T15:30:00Z');
const books = acts(
  one,
  (leads) => changeVisit(leads, visit.id, () => visit),
  (lead) => isDeepStrictEqual(lead?.visits, [visit]),
);
const closes = (id: string) => changes(id, { status: 'lost' });
const notes = (id: string) => changes(id, { notes: [{ id: 'a', text: 'Called' }] });
const receives = (leads: Store) =>
  receiveRequest(leads, { ids: [fresh], request, source: 'dialog', now: new Date(NOW) });
const requests = acts(fresh, receives, (lead) => lead !== undefined);
const removes = acts(
  other,
  async (leads) => {
    await leads.delete(leadKey(other));
    await deleteFromSnapshot(leads, [other]);
  },
  (lead) => lead === undefined,
);
const sweeps = async (open: OpenStore): Promise<string> => {
  await keepSnapshot({ leads: open('leads'), report: failingLog });
  return 'shown';
};
const looks = acts(
  '',
  async () => undefined,
  () => true,
);

/** After any schedule, a new process lists the stored leads, and the snapshot holds no deleted lead. */
async function listsWhatIsStored({ records, outcomes, schedule }: Run<string>): Promise<void> {
  for (const outcome of outcomes) expect(['shown', 'dead'], schedule).toContain(outcome);
  const store = memoryStore(new Map(records), 'leads');
  const stored = (await allStored(store)).toSorted(byId);
  const shown = await listLeads(store, failingLog);
  expect(shown.toSorted(byId), schedule).toEqual(stored);
  if (!schedule.includes('†')) {
    const ids = (await inSnapshot(store)).map(({ id }) => id);
    expect(
      ids.filter((id) => !stored.some((lead) => lead.id === id)),
      schedule,
    ).toEqual([]);
  }
  // The next sweep finishes the work of a process that died.
  await keepSnapshot({ leads: store, report: failingLog });
  expect((await inSnapshot(store)).toSorted(byId), schedule).toEqual(stored);
}

async function allStored(leads: Store): Promise<Lead[]> {
  const listed = await leads.list('leads/');
  return await Promise.all(listed.map(async ({ key }) => Lead.parse((await leads.get(key))?.value)));
}

async function inSnapshot(leads: Store): Promise<Lead[]> {
  return [...((await readSnapshot(leads))?.entries.values() ?? [])].map(({ lead }) => lead);
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

test.each([
  ['a new lead and a change', [requests, closes(one)], true],
  ['one lead', [closes(one), notes(one)], true],
  ['a visit and a change', [books, closes(one)], true],
  ['a visit and the sweep', [books, sweeps], true],
  ['a removal and a change', [removes, closes(one)], true],
  ['a change and the sweep', [closes(one), sweeps], true],
  ['a removal and the sweep', [removes, sweeps], true],
  ['a change and a list', [closes(one), looks], true],
  ['a new lead while the snapshot is first written', [requests, sweeps], false],
  ['a change while the snapshot is first written', [closes(one), sweeps], false],
  ['a removal while the snapshot is first written', [removes, sweeps], false],
] as const)('at once, and whoever dies: %s', async (_, actors, isReady) => {
  const first = await kept(isReady);
  const start = () => structuredClone(first);
  expect(await everyEnd(start, actors, [0, 1], listsWhatIsStored)).toBeGreaterThan(20);
});

test.each([
  ['a change, a removal and a list', [closes(one), removes, looks], true],
  ['a removal, the first sweep and a list', [removes, sweeps, looks], false],
] as const)('at once, in some of too many orders: %s', async (_, actors, isReady) => {
  const first = await kept(isReady);
  const world = { start: () => structuredClone(first), actors: [...actors] };
  await someInterleavings(world, { seed: 12, runs: 40 }, listsWhatIsStored);
});
