import { findLead, receiveRequest } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { leadId, leadReference } from '#server/leads/lead-id';
import type { Store } from '#server/storage/port';
import { notifierOn } from '#tests/support/notifier-on';
import { everyInterleaving, openOf, type Records } from '#tests/support/stores/interleave';
import { leadOf } from '#tests/support/visits';
import { tell } from './untold.ts';
import { MINUTE } from '#lib/time/units';

const now = Date.parse('2026-11-30T15:00:00Z');
const id = leadId('ann');

/** A call of the request's function, with a phone number of its own. */
const sends = (phone: string) => async (open: (name: string) => Store) => {
  const { request } = leadOf('ann', { phone });
  const given = { ids: [id], request, source: 'dialog', now: new Date(now) } as const;
  const { lead, isNew } = await receiveRequest(open('leads'), given);
  await tell(notifierOn(open, { now }), lead, { isNew });
  return 'answered';
};

/** Every wording that is kept, and was not told, is told once the schedule has come. */
async function expectTold(records: Records, schedule: string): Promise<void> {
  const open = openOf(records);
  await notifierOn(open, { now: now + 3 * MINUTE }).sendDue();
  const found = await findLead(open('leads'), id);
  const written = await open('leads').list(`outbox/${leadReference(id)}-request-`);
  const messages = await Promise.all(written.map(({ key }) => open('leads').get(key)));
  const texts = messages.map((message) => JSON.stringify(message?.value));
  if (found) expect(texts.join('\n'), schedule).toContain(found.lead.request.phone ?? 'no phone');
  expect(found?.lead.untold ?? [], schedule).toEqual([]);
}

const start = (): Records => new Map();

test('calls that change the words, one of which may be killed between any two writes, leave none without its notice', async () => {
  const actors = [sends('407 555 0101'), sends('407 555 0102')];
  let deaths = 0;
  await everyInterleaving({ start, actors, mortal: [0, 1] }, async ({ records, outcomes, schedule }) => {
    if (outcomes.includes('dead')) deaths += 1;
    await expectTold(records, schedule);
  });
  expect(deaths).toBeGreaterThan(8);
});
