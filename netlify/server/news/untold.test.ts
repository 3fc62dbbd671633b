import { findLead, keepLead, receiveRequest } from '#server/leads/lead-records';
import { beforeEach, expect, test } from 'vitest';
import { DAY, HOUR, MINUTE } from '#lib/time/units';
import { StorageError } from '#server/storage/port';
import { notifierOn } from '#tests/support/notifier-on';
import { memoryStore, type Records } from '#tests/support/stores/interleave';
import { leadOf } from '#tests/support/visits';
import { tell } from './untold.ts';

const { id, request } = leadOf('ann');
const now = Date.parse('2026-11-30T15:00:00Z');
let records: Records = new Map();
beforeEach(() => {
  records = new Map();
});
const open = (name: string) => memoryStore(records, name);
const notices = async () => (await open('leads').list('outbox/')).length;

test('a request is told of, and six more wordings in a day; one that two calls write at the same moment counts once', async () => {
  const word = async (wording: number, moment = now) => {
    const worded = { ...request, phone: `(407) 555-010${wording}` };
    await keepLead(open('leads'), { id, request: worded, source: 'dialog', now: new Date(moment) });
    const notifier = notifierOn(open, { now: moment });
    const lead = (await findLead(open('leads'), id))?.lead;
    if (lead) await Promise.all([tell(notifier, lead), tell(notifier, lead)]);
  };
  for (let wording = 0; wording < 8; wording += 1) await word(wording);
  expect(await notices()).toBe(7);
  await word(3);
  expect(await notices(), 'told before').toBe(7);
  await word(9, now + DAY);
  expect(await notices()).toBe(8);
});

test('a notice that cannot be written keeps nobody waiting, and the schedule writes it', async () => {
  const log: string[] = [];
  const leads = { ...open('leads'), create: async () => Promise.reject(new StorageError('The store is full')) };
  const given = { ids: [id], request, source: 'form', now: new Date(now) } as const;
  const { lead } = await receiveRequest(open('leads'), given);
  await tell(notifierOn(open, { now, leads, log: (line) => void log.push(line) }), lead);
  expect([log, await notices()]).toEqual([
    [expect.stringMatching(/^News of .* \(request\) is still to be written$/)],
    0,
  ]);
  await notifierOn(open, { now: now + 3 * MINUTE }).sendDue();
  expect([await notices(), (await findLead(open('leads'), id))?.lead.untold]).toEqual([1, []]);
});

test('a clock that was ahead by a day or a year leaves no notice waiting for its date', async () => {
  const sent: string[] = [];
  const at = (moment: number, isReached = true) =>
    notifierOn(open, {
      now: moment,
      log: () => {},
      send: async (key) => {
        if (!isReached) return { failed: 'later', error: 'Busy' };
        sent.push(key);
        return 'sent';
      },
    });
  const given = { ids: [id], request, source: 'dialog' } as const;
  for (const ahead of [DAY, 365 * DAY]) {
    records = new Map();
    const later = now + ahead;
    await receiveRequest(open('leads'), { ...given, now: new Date(later) });
    await at(now).sendDue();
    expect(sent.splice(0), 'the note').toHaveLength(1);
    await at(later).notify({ kind: 'request', lead: leadOf('bea'), isChanged: false });
    await at(later + HOUR, false).sendDue();
    await at(now).sendDue();
    expect(sent.splice(0), 'a failed message').toHaveLength(1);
    await at(later).notify({
      kind: 'request',
      lead: { ...leadOf('cid'), updatedAt: new Date(later).toISOString() },
      isChanged: false,
    });
    await at(now).sendDue();
    expect(sent.splice(0), 'a message that waited for a booking').toHaveLength(1);
  }
});
