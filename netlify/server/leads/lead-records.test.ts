import type { Lead } from '#lead/lead';
import { findLead, keepLead } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { consultation } from '#tests/support/visitor';
import { memoryStore } from '#tests/support/stores/interleave';
import { leadId } from './lead-id.ts';

test('a request that comes again with the same fields changes nothing, in whatever order they are', async () => {
  const leads = memoryStore(new Map(), 'leads');
  const id = leadId('ann');
  const again = Object.fromEntries(Object.entries(consultation).reverse()) as typeof consultation;
  const keep = (request: Lead['request'], day: number) =>
    keepLead(leads, { id, request, source: 'dialog', now: new Date(Date.UTC(2026, 11, day)) });
  await keep({ ...consultation, address: undefined }, 1);
  expect(await keep(again, 2)).toMatchObject({ isNew: false });
  expect((await findLead(leads, id))?.lead.updatedAt).toBe('2026-12-01T00:00:00.000Z');
  await keep({ ...again, message: 'Two more windows' }, 3);
  expect((await findLead(leads, id))?.lead).toMatchObject({
    updatedAt: '2026-12-03T00:00:00.000Z',
    request: { message: 'Two more windows' },
  });
});
