import type { Lead } from '#lead/lead';
import { changeLead, changeVisit, findLead, keepLead } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { sweepRemovals } from '#server/booking/removal';
import { readKeepDays } from '#server/env';
import { swapSlot } from '#server/slots/records';
import { alone } from '#tests/support/booking-world';
import { failingLog } from '#tests/support/notifier-on';
import { memoryStore, type Records } from '#tests/support/stores/interleave';
import { bookedVisit } from '#tests/support/visits';
import { consultation } from '#tests/support/visitor';
import { ConsultationRequest } from '#contracts/consultation';
import { DAY } from '#lib/time/units';
import { leadId } from './lead-id.ts';
import { listLeads } from './lead-list.ts';

const now = Date.parse('2026-11-21T12:00:00.000Z');
const daysAgo = (days: number) => new Date(now - days * DAY);

/** `visit`: so many days ago it began. */
async function storeWith(name: string, { visit, ...fields }: Partial<Lead> & { visit?: number }, days: number) {
  const records: Records = new Map();
  const leads = memoryStore(records, 'leads');
  const id = leadId(name);
  const request = ConsultationRequest.parse({ ...consultation, name });
  await keepLead(leads, { id, request, source: 'dialog', now: daysAgo(days) });
  await changeLead(leads, id, (lead) => ({ ...lead, ...fields }));
  const booked = visit && bookedVisit(name, daysAgo(visit).toISOString());
  if (booked) {
    await changeVisit(leads, booked.id, () => booked);
    const change = { state: 'booked', eventNumber: 0, visit: booked.id } as const;
    await swapSlot(memoryStore(records, 'slots'), booked.slot ?? '', { record: null, etag: null }, change);
  }
  return { records, leads, id };
}

test.each<[string, Partial<Lead> & { visit?: number }, days: number, keepDays: number | null, isKept: boolean]>([
  ['closed and older', { status: 'lost' }, 31, 30, false],
  ['closed and a visit behind it', { status: 'lost', visit: 40 }, 31, 30, false],
  ['closed, and the setting is off', { status: 'lost' }, 4000, null, true],
  ['closed and younger', { status: 'lost' }, 29, 30, true],
  ['closed long ago, changed lately', { status: 'lost', updatedAt: daysAgo(2).toISOString() }, 31, 30, true],
  ['closed with a visit to come', { status: 'lost', visit: -3 }, 31, 30, true],
  ['new and older', { status: 'new' }, 31, 30, true],
  ['called back and older', { status: 'contacted' }, 31, 30, true],
  ['booked and older', { status: 'booked' }, 31, 30, true],
])('%s', async (name, fields, days, keepDays, isKept) => {
  const { records, leads, id } = await storeWith(name, fields, days);
  await sweepRemovals(alone('embedded', records, now), { forgetMessages: async () => undefined, keepDays });
  expect((await findLead(leads, id)) !== null).toBe(isKept);
  expect((await listLeads(leads, failingLog)).map((lead) => lead.id)).toEqual(isKept ? [id] : []);
});

test.each([
  [{}, null],
  [{ LEADS_KEEP_DAYS: '' }, null],
  [{ LEADS_KEEP_DAYS: '730' }, 730],
  [{ LEADS_KEEP_DAYS: '0' }, null],
  [{ LEADS_KEEP_DAYS: 'a year' }, null],
])('the setting %j keeps %s days', (env, days) => {
  expect(readKeepDays(env)).toBe(days);
});
