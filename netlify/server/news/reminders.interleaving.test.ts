import type { Store } from '#server/storage/port';
import { changeLead, changeVisit } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { notifierOn, taking } from '#tests/support/notifier-on';
import { everyInterleaving, openOf, type OpenStore, type Records } from '#tests/support/stores/interleave';
import { bookedNews, bookedVisit, recordsOf } from '#tests/support/visits';
import { HOUR } from '#lib/time/units';

const { kind: _, ...news } = bookedNews('ann');
const { lead, interval } = news;
const slot = new Date(interval.start).toISOString();
const visit = bookedVisit('ann', slot);
const now = interval.start - 20 * HOUR;

const notifierAt = (open: OpenStore, moment: number) => notifierOn(open, { now: moment, send: taking(open, moment) });

/** One run of the scheduled function. */
async function run(given: OpenStore, moment = now): Promise<string> {
  const notifier = notifierAt(given, moment);
  await notifier.notify({ ...news, kind: 'reminder' });
  await notifier.sendFresh();
  return 'done';
}

const start = () => recordsOf(lead, visit);

const sent = (records: Records) => [...records.keys()].filter((key) => /^wire:[0-9a-f]{32}-reminder-/.test(key)).length;

test('a run that is killed between any two of its writes reminds once, an hour later', async () => {
  let doubled = 0;
  await everyInterleaving(
    { start, actors: [(open: OpenStore) => run(open)], mortal: [0] },
    async ({ records, outcomes, schedule }) => {
      const open = openOf(records);
      for (const hours of [1, 2]) {
        const later = now + hours * HOUR;
        await run(open, later);
        await notifierAt(open, later).sendDue();
      }
      expect(sent(records), schedule).toBeGreaterThan(0);
      expect(sent(records), schedule).toBeLessThanOrEqual(outcomes[0] === 'dead' ? 2 : 1);
      if (sent(records) > 1) doubled += 1;
    },
  );
  // Only a death between what the server took and our note of it sends it twice: before each of the two writes of the note.
  expect(doubled).toBe(2);
});

test.each<[string, (leads: Store) => Promise<unknown>]>([
  ['cancelled', (leads) => changeVisit(leads, visit.id, ({ slot: _, ...rest }) => ({ ...rest, cancelledAt: slot }))],
  ['lost', (leads) => changeLead(leads, lead.id, (one) => ({ ...one, status: 'lost' }))],
])('a visit that is %s while a run reminds of it is reminded of at once or never', async (name, change) => {
  const other = (open: OpenStore) => change(open('leads')).then(() => name);
  let dropped = 0;
  await everyInterleaving({ start, actors: [(open: OpenStore) => run(open), other] }, async ({ records, schedule }) => {
    const open = openOf(records);
    const before = sent(records);
    await notifierAt(open, now + HOUR).sendDue();
    expect(sent(records), schedule).toBe(before);
    expect(before, schedule).toBeLessThanOrEqual(1);
    if (before === 0) dropped += 1;
  });
  expect(dropped).toBeGreaterThan(0);
});
