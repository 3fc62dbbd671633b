import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import {
  everyInterleaving,
  memoryStore,
  type OpenStore,
  type Records,
  type Run,
  someInterleavings,
} from '#tests/support/interleave';
import { consultation } from '#tests/support/visitor';
import { changeLead, keepLead, leadId } from './lead.ts';
import { listLeads, readLive } from './lead-list.ts';
import { keepMonths } from './lead-sweep.ts';
import { copyChanges, deleteLead } from './month-records.ts';
import { clearPendingNotice, receiveRequest } from './pending-notices.ts';

const report = (what: string, error: unknown) => {
  throw new Error(what, { cause: error });
};
const request = ConsultationRequest.parse(consultation);
const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const [one, other] = [leadId('one'), leadId('other')];

/** All schedules of three are too many. */
const CHANCE = { seed: 12, runs: 150 };

/** Two leads of one month, whose copies are kept. */
async function kept(isReady: boolean): Promise<Records> {
  const records: Records = new Map();
  const leads = memoryStore(records, 'leads');
  for (const id of [one, other]) await keepLead(leads, { id, request, source: 'dialog', now: new Date(NOW) });
  for (const { key } of await leads.list('list/')) await leads.delete(key);
  await leads.put('list/head', { isReady: false, months: {} });
  if (isReady) await keepMonths(leads, report);
  return records;
}

const closes = (id: string) => async (open: OpenStore) => {
  const leads = open('leads');
  await changeLead(leads, id, (lead) => ({ ...lead, status: 'closed' }));
  await copyChanges(leads);
  return 'done';
};
const notes = (id: string) => async (open: OpenStore) => {
  const leads = open('leads');
  await changeLead(leads, id, (lead) => ({ ...lead, notes: 'Called' }));
  await copyChanges(leads);
  return 'done';
};
const requests = async (open: OpenStore) => {
  const about = { id: leadId('new'), source: 'dialog' as const, now: NOW, nonce: 'nonce' };
  await clearPendingNotice(open('leads'), await receiveRequest(open('leads'), request, about));
  return 'done';
};
const removes = async (open: OpenStore) => {
  const leads = open('leads');
  const { entries } = await readLive({ leads: memoryStore(await kept(true), 'leads'), report });
  const lead = entries.get(other)?.lead;
  if (lead) await deleteLead(leads, lead);
  await copyChanges(leads);
  return 'done';
};
const sweeps = async (open: OpenStore) => {
  await keepMonths(open('leads'), report);
  return 'done';
};
const looks = async (open: OpenStore) => {
  await listLeads(open('leads'), report);
  return 'done';
};

/** However it came, a process that has just started lists what is stored. */
async function listsWhatIsStored({ records, schedule }: Run<string>): Promise<void> {
  const { entries } = await readLive({ leads: memoryStore(records, 'leads'), report });
  const stored = [...entries.values()].map(({ lead }) => lead).toSorted(byId);
  const shown = await listLeads(memoryStore(records, 'leads'), report);
  expect(shown.toSorted(byId), schedule).toEqual(stored);
  // Nothing is left for the sweep unless somebody died: the copies alone say it.
  if (schedule.includes('†')) return;
  expect((await memoryStore(records, 'leads').list('pending-notices/')).length, schedule).toBe(0);
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

test.each([
  ['two leads of a month', [closes(one), notes(other)], true],
  ['one lead', [closes(one), notes(one)], true],
  ['a new lead and a change', [requests, closes(one)], true],
  ['a removal and a change', [removes, closes(one)], true],
  ['a change and the sweep', [closes(one), sweeps], true],
  ['a new lead while the copies are first made', [requests, sweeps], false],
  ['a change while the copies are first made', [closes(one), sweeps], false],
] as const)('at once, and whoever dies: %s', async (_, actors, isReady) => {
  const first = await kept(isReady);
  const world = { start: () => structuredClone(first), actors: [...actors], mortal: [0, 1] };
  expect(await everyInterleaving(world, listsWhatIsStored)).toBeGreaterThan(20);
});

test('a list that is read meanwhile leaves all right', async () => {
  const first = await kept(true);
  const world = { start: () => structuredClone(first), actors: [closes(one), removes, looks] };
  await someInterleavings(world, CHANCE, listsWhatIsStored);
});
