import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import type { Store } from '#server/storage/port';
import { failingLog } from '#tests/support/notifier-on';
import { everyInterleaving, memoryStore, type Records } from '#tests/support/stores/interleave';
import { deliver } from './delivery.ts';
import { type AboutLead, boxOf, enqueue, type Outbox } from './outbox.ts';

const outbox: Outbox<AboutLead> = { folder: '', what: 'a note', message: z.object({ lead: z.string() }) };
const message = { lead: 'a' };
const key = 'booked-1-owner';
const now = 1_000_000;

/** Each mail that a server took is a record here, so that a death before or after it is a step of its own. */
async function deliverer(open: (name: string) => Store, name: string, at = now): Promise<string> {
  const wire = open('wire');
  let taken = 0;
  const send = async () => {
    taken += 1;
    await wire.put(`${name}/${taken}`, null);
    return 'sent' as const;
  };
  const stop = new AbortController().signal;
  const givenUp = async () => {};
  const leads = open('leads');
  const delivery = { leads, box: boxOf(leads, outbox), send, name: 'Note', attemptMs: 1000, now: () => at };
  const rest = { random: () => 0, canBeMended: () => false, givenUp, log: failingLog };
  await deliver({ ...delivery, ...rest }, [key], stop);
  return 'done';
}

const writer = async (open: (name: string) => Store) =>
  (await enqueue(boxOf(open('leads'), outbox), key, message, now)) ? 'written' : 'known';

const mails = (records: Records) => [...records.keys()].filter((place) => place.startsWith('wire:')).length;
const isAt = (records: Records, place: string) => records.has(`leads:${place}/${key}`);

test('however writers and senders interleave, a message is sent at most once and never lost', async () => {
  const actors = [
    writer,
    (open: (name: string) => Store) => deliverer(open, 'a'),
    writer,
    (open: (name: string) => Store) => deliverer(open, 'b'),
  ];
  const ends = await everyInterleaving({ start: () => new Map(), actors }, ({ records, outcomes, schedule }) => {
    expect(mails(records), schedule).toBeLessThanOrEqual(1);
    expect(isAt(records, 'outbox') || isAt(records, 'mailed'), schedule).toBe(true);
    expect(mails(records) === 0 || isAt(records, 'mailed'), schedule).toBe(true);
    expect(outcomes, schedule).toContain('written');
  });
  expect(ends).toBeGreaterThan(50);
});

test('a sender that dies at any step leaves a message that is sent once its time has run out', async () => {
  const start = (): Records =>
    new Map([
      [`leads:outbox/${key}`, { value: { message, createdAt: now, attempts: 0, nextAttemptAt: now }, version: 1 }],
    ]);
  const actors = [(open: (name: string) => Store) => deliverer(open, 'a')];
  let doubled = 0;
  await everyInterleaving({ start, actors, mortal: [0] }, async ({ records, schedule }) => {
    const before = mails(records);
    await deliverer((name) => memoryStore(records, name), 'later', now + 121_000);
    expect(mails(records), schedule).toBeGreaterThanOrEqual(1);
    expect([isAt(records, 'outbox'), isAt(records, 'mailed')], schedule).toEqual([false, true]);
    // Only a death between the server's 250 and our note of it sends a message twice.
    if (mails(records) > 1) doubled += before;
  });
  expect(doubled).toBe(2);
});
