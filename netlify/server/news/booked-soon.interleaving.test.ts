import { CONSULTATION } from '#lead/lead';
import { findVisit, receiveRequest } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { markBooked, requestSlot } from '#server/booking/admission';
import { leadId } from '#server/leads/lead-id';
import { slotKey } from '#server/slots/records';
import { notifierOn, onePhone, taking } from '#tests/support/notifier-on';
import {
  everyInterleaving,
  openOf,
  type OpenStore,
  type Records,
  someInterleavings,
} from '#tests/support/stores/interleave';
import { bookedNews, leadOf } from '#tests/support/visits';
import { MINUTE } from '#lib/time/units';
import { BOOKING_WAIT_MS } from './news.ts';
import { tell } from './untold.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const later = now + BOOKING_WAIT_MS;
const id = leadId('ann');
const { visit, interval, eventId } = bookedNews('ann');
const slot = slotKey(interval.start);
const phone = '(407) 555-0188';

/** Everything that reaches the owner is a record of `wire`, under the way that it took and the key of the news. */
const notifierAt = (open: OpenStore, moment: number) =>
  notifierOn(open, {
    now: moment,
    send: taking(open, moment, 'mail/'),
    channels: (environment) => ({ push: onePhone(id, taking(open, moment, 'push/'), environment) }),
  });

/** The visitor sends a request and then books its visit. Each of the two functions tries at once to send its own news. */
async function askAndBook(open: OpenStore): Promise<string> {
  await ask(open);
  await book(open);
  return 'booked';
}

async function ask(open: OpenStore): Promise<void> {
  const { request } = leadOf('ann', { email: '', phone });
  const given = { ids: [id], request, source: 'dialog', now: new Date(now) } as const;
  const { lead, isNew } = await receiveRequest(open('leads'), given);
  const notifier = notifierAt(open, now);
  await tell(notifier, lead, { isNew });
  await notifier.sendFresh();
}

/** The lead has its visit, and everybody is told: done again by the sweep where a death came in between. */
async function book(open: OpenStore, moment = now): Promise<void> {
  const leads = open('leads');
  await requestSlot(leads, visit.id, slot, { mayRequest: () => true, byOwner: undefined });
  const booked = await markBooked(leads, visit.id, { slot, interval, kind: CONSULTATION }, moment);
  if (!booked) return;
  const notifier = notifierAt(open, moment);
  await notifier.notify({ kind: 'booked', lead: booked.lead, visit: booked.visit, interval, eventId });
  await notifier.sendFresh();
}

const deliverer = async (given: OpenStore) => {
  await notifierAt(given, later).sendDue();
  return 'delivered';
};

const sentOf = (records: Records, what: string) =>
  [...records.keys()].filter((key) => key.replace(/[0-9a-f]{32}-/, '').startsWith(`wire:${what}`)).length;

/** The sweep makes up for what a death left, and the schedule sends it. */
async function makeUp(records: Records): Promise<{ isKept: boolean; isBooked: boolean }> {
  const open = openOf(records);
  const isKept = records.has(`leads:leads/${id}`);
  const isBooked = (await findVisit(open('leads'), visit.id))?.visit.slot === slot;
  const afterSweep = later + 10 * MINUTE;
  if (isBooked) await book(open, afterSweep);
  await notifierAt(open, afterSweep).sendDue();
  await notifierAt(open, afterSweep + 10 * MINUTE).sendDue();
  return { isKept, isBooked };
}

const start = (): Records => new Map();

test('a request and its booking that are killed between any two writes are one message to the owner, by mail and by push', async () => {
  let deaths = 0;
  await everyInterleaving({ start, actors: [askAndBook], mortal: [0] }, async ({ records, outcomes, schedule }) => {
    if (outcomes[0] === 'dead') deaths += 1;
    const { isKept, isBooked } = await makeUp(records);
    const mails = { visit: sentOf(records, 'mail/booked-'), request: sentOf(records, 'mail/request-') };
    const pushes = { visit: sentOf(records, 'push/booked-'), request: sentOf(records, 'push/request-') };
    const expected = { visit: isBooked ? 1 : 0, request: isKept && !isBooked ? 1 : 0 };
    // A death between what was sent and its note sends it again, and nothing else does.
    const doubled = (count: number) => count === 2 && outcomes[0] === 'dead';
    for (const way of [mails, pushes]) {
      if (!doubled(way.visit)) expect(way, schedule).toEqual(expected);
    }
  });
  expect(deaths).toBeGreaterThan(15);
});

test('whenever the schedule comes in between, nothing is told twice and nothing is left out', async () => {
  const asked: Records = new Map();
  await ask(openOf(asked));
  // The visitor books in the moment in which the notice of the request is due.
  const booker = async (open: OpenStore) => {
    await book(open, later);
    return 'booked';
  };
  const actors = [booker, deliverer];
  const world = { start: () => structuredClone(asked), actors };
  await someInterleavings(world, { seed: 11, runs: 60 }, async ({ records, schedule }) => {
    await makeUp(records);
    for (const way of ['mail', 'push']) {
      expect(sentOf(records, `${way}/booked-`), schedule).toBe(1);
      expect(sentOf(records, `${way}/request-`), schedule).toBeLessThanOrEqual(1);
    }
  });
});
