import { expect, test } from 'vitest';
import { HOUR } from '#lib/time/units';
import { notifierOn } from '#tests/support/notifier-on';
import { everyEnd, manyEnds, openOf, type OpenStore, type Records } from '#tests/support/stores/interleave';
import { bookedNews, bookedVisit, recordsOf } from '#tests/support/visits';
import { changeLedger, withEntry } from '#server/leads/text-ledger';
import type { TextProvider } from './provider.ts';
import { textChannel } from './texts.ts';
import { readThread } from './thread.ts';

const news = bookedNews('ann', { phone: '202-555-0142', texts: true });
const { lead, interval } = news;
const NUMBER = '+12025550142';
const visit = bookedVisit('ann', new Date(interval.start).toISOString());
const now = Date.parse('2026-11-20T15:00:00Z');

const nameOf = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** Each text that the provider took is a record of `wire`. */
const providerOn = (open: OpenStore): TextProvider => ({
  async send({ text }) {
    await open('wire').put(`${(await open('wire').list('')).length}/${nameOf(text)}`, null);
    return 'sent';
  },
  hasTaken: async ({ text }) => (await open('wire').list('')).some(({ key }) => key.endsWith(`/${nameOf(text)}`)),
});

const notifierAt = (open: OpenStore, moment: number) =>
  notifierOn(open, {
    now: moment,
    log: () => undefined,
    channels: (environment) => ({ texts: textChannel(async () => providerOn(open), environment) }),
  });

async function run(open: OpenStore): Promise<string> {
  const notifier = notifierAt(open, now);
  await notifier.notify(news);
  await notifier.sendFresh();
  return 'done';
}

const start = () => recordsOf(lead, visit);
const sent = (records: Records) => [...records.keys()].filter((key) => key.startsWith('wire:')).length;

test('a call that is killed between any two of its writes texts once, and the schedule beside it no second time', async () => {
  const sweep = async (open: OpenStore) => {
    await notifierAt(open, now).sendDue();
    return 'swept';
  };
  await manyEnds(start, [run, sweep], [0, 1], async ({ records, schedule }) => {
    const open = openOf(records);
    await run(open);
    for (const hours of [1, 2]) await notifierAt(open, now + hours * HOUR).sendDue();
    expect(sent(records), schedule).toBe(1);
    expect((await readThread(open('leads'), lead.id)).entries, schedule).toMatchObject([{ state: 'sent' }]);
  });
});

test('whoever stops while a text is on its way gets it at once or never', async () => {
  const stops = async (open: OpenStore) => {
    const entry = { id: 's', at: new Date(now).toISOString(), what: 'stopped', by: 'visitor' } as const;
    await changeLedger(open('leads'), NUMBER, (ledger) => withEntry(ledger, entry));
    return 'stopped';
  };
  let held = 0;
  await everyEnd(start, [run, stops], [0], async ({ records, schedule }) => {
    const open = openOf(records);
    const before = sent(records);
    await run(open);
    await notifierAt(open, now + HOUR).sendDue();
    expect(sent(records), schedule).toBe(before);
    const ledger = records.get(`leads:texts/ledger/${NUMBER.slice(1)}`)?.value as { entries: { what: string }[] };
    expect(
      ledger.entries.map(({ what }) => what),
      schedule,
    ).toContain('stopped');
    if (before === 0) held += 1;
  });
  expect(held).toBeGreaterThan(0);
});
