import { expect, test } from 'vitest';
import { ConsultationRequest } from '#contracts/consultation';
import { LEADS_A_PAGE, Today } from '#contracts/lead';
import { changeLead, keepLead, type Lead, leadId } from '#server/leads/lead';
import { todayView } from '#server/leads/lead-view';
import { slotKey } from '#server/slots/records';
import { apiForTests } from '#tests/support/admin-api';
import { memoryStore } from '#tests/support/stores/interleave';
import { newVisitor } from '#tests/support/visitor';

const api = apiForTests();
const HOUR = 60 * 60_000;

/** A kept request, with more fields of its record. */
async function receive(name: string, fields: Partial<Lead> = {}): Promise<string> {
  const { id } = await api.receive({ name });
  await changeLead(api.store('leads'), id, (lead) => ({ ...lead, ...fields }));
  return id;
}

/** The same with a visit at that moment (ms), whether or not it could be booked. */
async function visitAt(name: string, start: number, lead?: string): Promise<string> {
  const id = await receive(name, { slot: new Date(start).toISOString(), status: 'booked' });
  await api.store('calendar').put(slotKey(start), { state: 'booked', eventNumber: 0, writes: 1, lead: lead ?? id });
  return id;
}

async function today(): Promise<Today> {
  const answer = await api.asOwner('GET', '/api/today');
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  return Today.parse(await answer.json());
}
const names = (leads: Today['visits']) => leads.map(({ request }) => request.name);

test('visits from today on, soonest first, and only those that really stand', async () => {
  const offered = await api.openSlots();
  const [soon, late] = [offered[1], offered[9]].map((slot) => Date.parse(slot?.start ?? '')) as [number, number];
  const id = await visitAt('Later', late);
  await visitAt('Sooner', soon);
  await visitAt('Somebody else has it', late + HOUR, id);
  await visitAt('Long over', Date.now() - 49 * HOUR);
  await receive('No visit', {});
  expect(names((await today()).visits)).toEqual(['Sooner', 'Later']);
  expect((await today()).visits[0]).toMatchObject({ slot: new Date(soon).toISOString(), status: 'booked' });
});

test('who waits: new, no robot, no visit; the longest first, a cancelled visit since it was cancelled', async () => {
  const at = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
  await receive('Waits long', { createdAt: at(50) });
  await receive('Waits a while', { createdAt: at(20) });
  await receive('Cancelled', { createdAt: at(90), cancelledAt: at(30) });
  await receive('Called', { createdAt: at(60), status: 'contacted' });
  await receive('Closed', { createdAt: at(60), status: 'closed' });
  await receive('Robot', { createdAt: at(60), isSpam: true });
  const { waiting, waitingCount } = await today();
  expect(names(waiting).filter((name) => name !== 'No visit')).toEqual(['Waits long', 'Cancelled', 'Waits a while']);
  expect(waitingCount).toBe(waiting.length);
});

test('it costs what it shows: the list is read once, and the slots of what is shown', async () => {
  const store = memoryStore(new Map(), 'leads');
  const now = Date.now();
  const names = Array.from({ length: 80 }, (_, count) => `lead ${count}`);
  for (const [count, name] of names.entries()) {
    const request = ConsultationRequest.parse({ ...newVisitor(), name });
    await keepLead(store, { id: leadId(name), request, source: 'dialog', now: new Date(now - count * 1000) });
  }
  const slot = new Date(now + 48 * HOUR).toISOString();
  await changeLead(store, leadId('lead 7'), (lead) => ({ ...lead, slot, status: 'booked' }));
  const past = new Date(now - 48 * HOUR).toISOString();
  await changeLead(store, leadId('lead 8'), (lead) => ({ ...lead, slot: past, status: 'booked' }));
  const asked: string[] = [];
  const view = await todayView({
    leads: store,
    visitsOf: async (leads) => {
      asked.push(...leads.map(({ id }) => id));
      return new Map(leads.flatMap(({ id, slot: start }) => (start ? [[id, start]] : [])));
    },
    now,
    report: (_, error) => {
      throw error;
    },
  });
  expect(view.visits.map(({ id }) => id)).toEqual([leadId('lead 7')]);
  expect([view.waiting.length, view.waitingCount]).toEqual([LEADS_A_PAGE, 78]);
  expect(asked).toHaveLength(1 + LEADS_A_PAGE);
});
