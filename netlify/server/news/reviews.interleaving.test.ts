import type { Lead, Visit } from '#lead/lead';
import { expect, test } from 'vitest';
import { withVisit } from '#lead/visits';
import { STOPPED_NUMBERS } from '#server/leads/text-ledger';
import { DAY, HOUR } from '#lib/time/units';
import { texts } from '#server/channels/texts/texts';
import { leadId, leadKey } from '#server/leads/lead-id';
import { changeMessageSettings } from '#server/leads/message-settings';
import { mergeLeads } from '#server/leads/lead-records';
import { failingLog, notifierOn } from '#tests/support/notifier-on';
import { everyInterleaving, openOf, type OpenStore, type Records } from '#tests/support/stores/interleave';
import { bookedVisit, leadOf } from '#tests/support/visits';
import { askForReviews, isToBeAsked } from './reviews.ts';

/** The day after the visit, at noon. */
const now = Date.parse('2026-12-02T17:00:00Z');
const link = 'https://g.page/r/example/review';
const visit = bookedVisit('ann', '2026-12-01T15:00:00.000Z', { kind: 'installation', outcome: 'done' });

async function stored(...leads: readonly { lead: Lead; visit?: Visit }[]): Promise<Records> {
  const records: Records = new Map();
  const store = openOf(records)('leads');
  for (const { lead, visit: its } of leads) await store.put(leadKey(lead.id), its ? withVisit(lead, its) : lead);
  await openOf(records)('auth').put('visit-links/secret', { secret: 'a secret of this test' });
  await changeMessageSettings(store, { asksForReview: true });
  return records;
}

interface RunOptions {
  readonly channels?: Parameters<typeof notifierOn>[1]['channels'];
  readonly isSending?: boolean;
}

/** One run of the scheduled function. Each mail that was sent is a record of `wire`. */
const run =
  (moment = now, { channels = () => ({}), isSending = true }: RunOptions = {}) =>
  async (open: OpenStore): Promise<string> => {
    const notifier = notifierOn(open, {
      now: moment,
      channels,
      send: async (key, { message }) => {
        await open('wire').put(key, message);
        return 'sent';
      },
    });
    await askForReviews({ ...notifier, now: moment, report: failingLog, link });
    if (isSending) await notifier.sendDue();
    return 'asked';
  };

const mails = (records: Records) => [...records].filter(([key]) => /^wire:.*-review-visitor$/.test(key));
const askedAt = (records: Records, { id }: Lead) =>
  (records.get(`leads:${leadKey(id)}`)?.value as Lead | undefined)?.reviewAskedAt;

const payments = [{ on: '2026-12-01', amount: 50 }];
const sold = { status: 'won', amount: 50, wonAt: '2026-12-01T15:00:00.000Z' };
const ann = leadOf('ann', { email: 'ann@example.com' });

test('a run that is killed between any two writes asks nobody twice, and leaves the question to the schedule', async () => {
  const start = await stored({ lead: ann, visit });
  await everyInterleaving(
    // How a sender dies: server/outbox/outbox.interleaving.test.ts.
    { start: () => structuredClone(start), actors: [run(now, { isSending: false }), run(now + 1)], mortal: [0] },
    async ({ records, schedule }) => {
      for (const hours of [1, 24]) await run(now + hours * HOUR)(openOf(records));
      expect(askedAt(records, ann), schedule).toBeDefined();
      expect(mails(records), schedule).toHaveLength(1);
    },
  );
});

test('who left only a phone and agreed to no texts is not asked, and not marked as asked', async () => {
  const cid = leadOf('cid', { email: '', phone: '(407) 555-0188' });
  const records = await stored({ lead: cid, visit: { ...visit, id: `${cid.id}/1` } });
  await run()(openOf(records));
  expect([askedAt(records, cid), mails(records)]).toEqual([undefined, []]);
  const later = leadOf('cid later', { email: 'cid@example.com', phone: '(407) 555-0188' });
  await openOf(records)('leads').put(leadKey(later.id), { ...later, ...sold, payments });
  await run()(openOf(records));
  expect([askedAt(records, cid), mails(records)], 'by the mail of another request').toEqual([
    undefined,
    [expect.anything()],
  ]);
});

test.each(['202-555-0142 ext. 12', '202-555-0199'])(
  '%s takes no texts, or has stopped them: mail asks',
  async (phone) => {
    const cid = leadOf('cid', { email: 'cid@example.com', phone, texts: true });
    const records = await stored({ lead: cid, visit: { ...visit, id: `${cid.id}/1` } });
    await openOf(records)('leads').create(`${STOPPED_NUMBERS}12025550199`, null);
    await run(now, {
      channels: (environment) => ({ texts: texts.open({ ...environment, env: { TEXTS: 'log' } }) }),
    })(openOf(records));
    expect(mails(records)).toHaveLength(1);
  },
);

test('a person who was asked is not asked again under the number of another request that is one with the first', async () => {
  const other = leadOf('bob', { email: 'bob@example.com', phone: '(407) 555-0199' });
  const records = await stored(
    { lead: { ...ann, reviewAskedAt: '2026-11-25T15:00:00.000Z' } },
    { lead: { ...other, createdAt: '2026-11-21T15:00:00.000Z' } },
    { lead: { ...other, ...sold, id: leadId('bob again') } },
  );
  await mergeLeads(openOf(records)('leads'), [ann.id, other.id], { now, by: 'owner' });
  await run()(openOf(records));
  expect(mails(records)).toEqual([]);
});

test('a person with several leads is asked once, with the link; nobody is while it is off', async () => {
  const again = {
    ...leadOf('ann two', { email: 'Ann@example.com', phone: '(407) 555-0177', language: 'es' }),
    status: 'won',
  };
  const records = await stored({ lead: ann, visit }, { lead: { ...again, wonAt: '2026-12-01T15:00:00.000Z' } });
  const leads = openOf(records)('leads');
  await changeMessageSettings(leads, { asksForReview: false });
  await run()(openOf(records));
  expect(mails(records)).toEqual([]);
  await changeMessageSettings(leads, { asksForReview: true });
  for (const days of [0, 1, 2]) await run(now + days * DAY)(openOf(records));
  const [[, mail] = []] = mails(records);
  expect(mails(records)).toHaveLength(1);
  expect(JSON.stringify(mail?.value)).toContain(link);
});

test.each<[string, Partial<Lead>, Partial<Visit> | null, boolean]>([
  ['an installation that is done', {}, {}, true],
  ['a service that is done', {}, { kind: 'service' }, true],
  ['one that is to go on', {}, { outcome: 'again' }, false],
  ['a consultation', {}, { kind: 'consultation', outcome: 'quoted' }, false],
  ['a sale whose job is still empty', sold, null, false],
  ['a sale that is paid, and of which nothing else is noted', { ...sold, payments }, null, true],
  ['one with a deposit', { ...sold, amount: 100, payments }, null, false],
  [
    'whose text waits for an answer',
    { unansweredTexts: [{ id: 'a', at: '2026-12-02T15:00:00.000Z', text: '?' }] },
    {},
    false,
  ],
  ['a repair that is booked', {}, { kind: 'service', outcome: undefined }, false],
  ['a sale whose goods are ordered', { ...sold, job: { orderedOn: '2026-12-01' } }, null, false],
  ['a sale whose installation is booked', sold, { outcome: undefined }, false],
  ['an installation that is only noted', { ...sold, job: { installedOn: '2026-12-01' } }, null, true],
  ['one of today', { ...sold, job: { installedOn: '2026-12-02' } }, null, false],
  ['one of long ago', { ...sold, job: { installedOn: '2026-11-20' } }, null, false],
  ['a likely robot', { isSpam: true }, {}, false],
  ['a lead that is being removed', { isRemoving: true }, {}, false],
  ['one that was asked', { reviewAskedAt: '2026-12-01T15:00:00.000Z' }, {}, false],
])('asked or not: %s', (_, fields, its, isAsked) => {
  const visits = its ? [{ ...visit, ...its }] : [];
  expect(isToBeAsked({ ...ann, ...fields, visits }, now)).toBe(isAsked);
});
