import { expect, test } from 'vitest';
import { findLead } from '#server/leads/lead';
import { leadId, leadReference } from '#server/leads/lead-id';
import { receiveRequest } from '#server/leads/pending-notices';
import type { Store } from '#server/storage/port';
import { notifierOn } from '#tests/support/notifier-on';
import { everyInterleaving, openOf, type Records } from '#tests/support/stores/interleave';
import { leadOf } from '#tests/support/visits';
import { notifyOfPending } from './pending.ts';
import { MINUTE } from '#lib/time/units';

const now = Date.parse('2026-11-30T15:00:00Z');
const id = leadId('ann');

/** A call of the request's function, with a phone number of its own. */
const sends = (phone: string, nonce: string) => async (open: (name: string) => Store) => {
  const { request } = leadOf('ann', { phone });
  const pending = await receiveRequest(open('leads'), request, { ids: [id], source: 'dialog', now, nonce });
  await notifyOfPending(notifierOn(open, { now }), pending);
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
  expect(await open('leads').list('pending-notices/'), schedule).toEqual([]);
}

const start = (): Records => new Map();

test('calls that change the words, one of which may be killed between any two writes, leave none without its notice', async () => {
  const actors = [sends('407 555 0101', 'a'), sends('407 555 0102', 'b')];
  let deaths = 0;
  await everyInterleaving({ start, actors, mortal: [0, 1] }, async ({ records, outcomes, schedule }) => {
    if (outcomes.includes('dead')) deaths += 1;
    await expectTold(records, schedule);
  });
  expect(deaths).toBeGreaterThan(8);
});
