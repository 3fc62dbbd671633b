import { Today } from '#lead/answers';
import { firstVisit } from '#lead/visits';
import type { Lead, Visit } from '#lead/lead';
import { changeLead, changeVisit, keepLead } from '#server/leads/lead-records';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Connections } from '#contracts/connections';
import { ConsultationRequest } from '#contracts/consultation';
import { LEADS_A_PAGE } from '#contracts/lead-query';
import { troublesOf } from '#islands/admin/connections.ts';
import { zonedDate } from '#lib/time/zone';
import { leadId } from '#server/leads/lead-id';
import { todayView } from '#server/leads/today';
import { slotKey } from '#server/slots/records';
import { RESTORE } from '#server/slots/schedule';
import { apiForTests } from '#tests/support/admin-api';
import type { Store } from '#server/storage/port';
import { memoryStore } from '#tests/support/stores/interleave';
import { newVisitor } from '#tests/support/visitor';
import { HOUR } from '#lib/time/units';

const api = apiForTests();

/** A kept request, with more fields of its record. */
async function receive(name: string, fields: Partial<Lead> = {}): Promise<string> {
  const { id } = await api.receive({ name });
  await changeLead(api.store('leads'), id, (lead) => ({ ...lead, ...fields }));
  return id;
}

/** The same with a visit at that moment (ms), whether or not it could be booked. */
async function visitAt(name: string, start: number, lead?: string): Promise<string> {
  const id = await receive(name, { status: 'booked' });
  await noteVisit(api.store('leads'), id, start);
  const record = { state: 'booked', eventNumber: 0, writes: 1, lead: lead ?? id, visit: firstVisit(lead ?? id) };
  await api.store('slots').put(slotKey(start), record);
  return id;
}

/** The record of the lead's first visit, booked at that moment (ms). */
async function noteVisit(leads: Store, lead: string, start: number, fields: Partial<Visit> = {}): Promise<string> {
  const time = { slot: slotKey(start), start: new Date(start).toISOString() };
  await changeVisit(leads, firstVisit(lead), (visit) => ({ ...visit, ...time, ...fields }));
  return firstVisit(lead);
}

async function today(): Promise<Today> {
  const answer = await api.asOwner('GET', '/api/today');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return Today.parse(await answer.json());
}
const names = (leads: readonly Lead[]) => leads.map(({ request }) => request.name);
const visitors = async () => names((await today()).visits.map(({ lead }) => lead));

test('visits from today on, soonest first, and only those that really stand: whose time somebody else has is to be called', async () => {
  const offered = await api.openSlots();
  const [soon, late] = [offered[1], offered[9]].map((slot) => Date.parse(slot?.start ?? '')) as [number, number];
  const id = await visitAt('Later', late);
  await visitAt('Sooner', soon);
  const lost = await visitAt('Somebody else has it', late + HOUR, id);
  await changeLead(api.store('leads'), lost, (lead) => ({ ...lead, status: 'contacted' }));
  const longOver = await visitAt('Long over', Math.floor(Date.now() / HOUR - 49) * HOUR);
  await receive('No visit', {});
  expect(await visitors()).toEqual(['Sooner', 'Later']);
  expect(names((await today()).outcomes)).toEqual(['Long over']);
  await changeLead(api.store('leads'), longOver, (lead) => ({ ...lead, status: 'lost' }));
  expect(names((await today()).waiting)).toEqual(expect.arrayContaining(['No visit', 'Somebody else has it']));
  const [card] = (await today()).visits;
  expect(card).toMatchObject({ visit: { start: new Date(soon).toISOString() }, lead: { status: 'booked' } });
});

test('who waits: new, no robot, no visit; a promise that can be kept before the overdue, a cancelled visit since it was cancelled', async () => {
  // A Wednesday, 3 PM in the business's zone: what is asked at 7 PM on Tuesday is answered by 7 PM today.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-02T20:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  const at = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
  await receive('Overdue', { createdAt: at(80) });
  await receive('Longer overdue', { createdAt: at(100) });
  await receive('Soon due', { createdAt: at(20) });
  const cancelled = await receive('Cancelled', { createdAt: at(90) });
  await noteVisit(api.store('leads'), cancelled, Date.now() + HOUR, { slot: undefined, cancelledAt: at(2) });
  await receive('Called', { createdAt: at(60), status: 'contacted' });
  await receive('Closed', { createdAt: at(60), status: 'lost' });
  await receive('Robot', { createdAt: at(60), isSpam: true });
  const { waiting, waitingCount } = await today();
  const waits = waiting.filter(({ request }) => !/^(No visit|Somebody)/.test(request.name ?? ''));
  expect(names(waits)).toEqual(['Soon due', 'Cancelled', 'Longer overdue', 'Overdue']);
  expect(waits.map(({ due = '' }) => Date.parse(due) > Date.now())).toEqual([true, true, false, false]);
  expect(waitingCount).toBe(waiting.length);
});

describe('how a visit went', () => {
  const OVER = 2 * HOUR;
  const lists = async () => {
    const { outcomes, followUps, visits, waiting } = await today();
    const all = { outcomes, followUps, visits: visits.map(({ lead }) => lead), waiting };
    return Object.entries(all).flatMap(([list, leads]) => names(leads).map((name) => `${list} ${name}`));
  };
  const now = zonedDate(new Date().toISOString());

  test('its lead becomes that once, an Undo brings all back, and it is taken back later', async () => {
    const start = Math.floor((Date.now() - OVER) / HOUR) * HOUR;
    const [id, visit] = [await visitAt('Told', start), new Date(start).toISOString()];
    const stored = async () => {
      await api.settled();
      return await api.lead(id);
    };
    const of = async () => (await lists()).filter((line) => line.endsWith('Told') && !line.startsWith('visits'));
    expect(await of()).toEqual(['outcomes Told']);
    const undated = ({ version, updatedAt, openedAt, by, ...lead }: Partial<Lead> = {}) => lead;
    const outcome = { visit, result: 'sold' };
    const change = { outcome, amount: 3200.5, seen: { status: 'visited', outcome: null } };
    const before = await stored();
    const changed = await api.changed(id, change);
    const visits = [{ start: visit, outcome: 'sold' }];
    expect(changed).toMatchObject({ status: 'won', amount: 3200.5, job: {}, visits });
    const once = await stored();
    await api.changed(id, change);
    expect(await stored()).toEqual(once);
    const undo = { do: 'undo', at: changed.undo?.at };
    await api.commanded(id, undo);
    expect(undated(await stored())).toEqual(undated(before));
    await api.text(api.command(id, undo), 409);
    await api.changed(id, change);
    expect(await of()).toEqual(['followUps Told']);
    const back = { status: 'visited', amount: null, outcome: { visit, result: null } };
    await api.changed(id, { ...back, seen: { outcome: 'sold', status: 'won' } });
    expect(await of()).toEqual(['outcomes Told']);
    expect(await stored()).not.toHaveProperty('amount');
  });

  test('who is to be called again: from that day on, today’s first, then the newest overdue; without a day at once', async () => {
    await receive('Due today', { status: 'quoted', followUp: now });
    await receive('Long due', { status: 'contacted', followUp: '2026-01-05' });
    await receive('No day', { status: 'visited' });
    await receive('Not yet', { status: 'contacted', followUp: '2099-01-05' });
    await receive('Lost', { status: 'lost', followUp: now });
    const booked = await receive('Visit to come', { status: 'booked', followUp: now });
    await noteVisit(api.store('leads'), booked, Date.now() + 24 * HOUR);
    await receive('Lately due', { status: 'contacted', followUp: '2026-02-05' });
    const { followUps, followUpsCount } = await today();
    const own = names(followUps).filter((name) => /^(Not yet|Lost|Visit to come|No day|.* due)$|^Due/.test(name ?? ''));
    expect(own.slice(0, 2).toSorted()).toEqual(['Due today', 'No day']);
    expect(own.slice(2)).toEqual(['Lately due', 'Long due']);
    expect(followUpsCount).toBe(followUps.length);
  });
});

test('the owner is told which connections are off, and that a restore has not ended', async () => {
  const connections = async () => Connections.parse(await (await api.asOwner('GET', '/api/connections')).json());
  const off = { mail: 'off', push: 'off', calendar: 'off', backups: 'off' };
  expect(await connections()).toEqual({ ...off, busy: 'ok', texts: 'ok', restore: 'ok' });
  expect(troublesOf(await connections()).map(({ isUrgent }) => isUrgent)).toEqual([true, false, false, false]);
  await api.store('slots').put(RESTORE, { backup: '2026-11-28T08:50:00.000Z' });
  const [first] = troublesOf(await connections());
  expect(first).toMatchObject({ words: expect.stringContaining('A restore has not ended'), isUrgent: true });
  await api.store('slots').delete(RESTORE);
});

test('it costs what it shows: the list is read once, and the slots of what is shown', async () => {
  const store = memoryStore(new Map(), 'leads');
  const now = Date.now();
  const names = Array.from({ length: 80 }, (_, count) => `lead ${count}`);
  for (const [count, name] of names.entries()) {
    const request = ConsultationRequest.parse({ ...newVisitor(), name });
    await keepLead(store, { id: leadId(name), request, source: 'dialog', now: new Date(now - count * 1000) });
  }
  const visits: string[] = [];
  for (const [count, hours] of [48, -48, -60 * 24].entries()) {
    const id = leadId(`lead ${7 + count}`);
    await changeLead(store, id, (lead) => ({ ...lead, status: 'booked' }));
    visits.push(await noteVisit(store, id, now + hours * HOUR));
  }
  const asked: string[] = [];
  const context = {
    leads: store,
    standing: async (some: readonly Visit[]) => {
      asked.push(...some.map(({ id }) => id));
      return new Set(visits);
    },
    now,
    report: (_: string, error: unknown) => {
      throw error;
    },
  };
  const view = await todayView(context, () => expect.fail('The schedule of one person is not read'));
  expect(view.visits.map(({ lead }) => lead.id)).toEqual([leadId('lead 7')]);
  expect([view.waiting.length, view.waitingCount]).toEqual([LEADS_A_PAGE, 77]);
  expect([view.outcomes.map(({ id }) => id), view.outcomesCount]).toEqual([[leadId('lead 8')], 1]);
  expect(asked).toEqual(visits.slice(0, 2));
});
