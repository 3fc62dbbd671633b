import { noteOpened, receiveRequest } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import { instantAt } from '#server/slots/zone';
import { leadId } from '#server/leads/lead-id';
import { listLeads } from '#server/leads/lead-list';
import { failingLog, notifierOn, onePhone, taking } from '#tests/support/notifier-on';
import { everyInterleaving, openOf, type OpenStore, type Records } from '#tests/support/stores/interleave';
import { leadOf } from '#tests/support/visits';
import { HOUR, MINUTE } from '#lib/time/units';
import { tell, tellOfUnopened, timeWithin } from './untold.ts';

/** A Monday, ten in the morning in New York. */
const now = Date.parse('2026-11-30T15:00:00Z');
const due = now + 15 * MINUTE;
const id = leadId('ann');

const notifierAt = (open: OpenStore, moment: number) =>
  notifierOn(open, {
    now: moment,
    send: async () => 'sent',
    channels: (environment) => ({ push: onePhone(id, taking(open, moment), environment) }),
  });

async function ask(open: OpenStore, request: object = {}): Promise<string> {
  const given = { ids: [id], source: 'form', now: new Date(now) } as const;
  const { lead, isNew } = await receiveRequest(open('leads'), {
    ...given,
    request: { ...leadOf('ann').request, ...request },
  });
  const later: (() => Promise<void>)[] = [];
  await tell(notifierAt(open, now), lead, { isNew, later: (work) => void later.push(work) });
  for (const work of later) await work();
  return 'asked';
}

const tick = (moment: number) => async (open: OpenStore) => {
  await notifierAt(open, moment).sendDue();
  return 'ticked';
};

const notices = (records: Records) =>
  [...records.keys()].filter((key) => /^wire:.*-unopened-15-phone/.test(key)).length;
/** What is left to be told of the lead. */
const untold = (records: Records) => Object(records.get(`leads:leads/${id}`)?.value).untold?.length ?? 0;

async function asked(request: object = {}): Promise<Records> {
  const records: Records = new Map();
  await ask(openOf(records), request);
  return records;
}

test('a request whose process is killed between any two writes is told again after 15 minutes, once', async () => {
  await everyInterleaving(
    { start: () => new Map(), actors: [(open: OpenStore) => ask(open)], mortal: [0] },
    async ({ records, schedule }) => {
      for (const minutes of [3, 14]) await tick(now + minutes * MINUTE)(openOf(records));
      expect(notices(records), schedule).toBe(0);
      for (const minutes of [15, 17, 80]) await tick(now + minutes * MINUTE)(openOf(records));
      expect([notices(records), untold(records)], schedule).toEqual([records.has(`leads:leads/${id}`) ? 1 : 0, 0]);
    },
  );
});

test('a schedule that is killed while it tells again tells twice only what was sent and not noted', async () => {
  const start = await asked();
  let doubled = 0;
  await everyInterleaving(
    { start: () => structuredClone(start), actors: [tick(due)], mortal: [0] },
    async ({ records, outcomes, schedule }) => {
      for (const minutes of [20, 90]) await tick(now + minutes * MINUTE)(openOf(records));
      expect(notices(records), schedule).toBeGreaterThan(0);
      expect(notices(records), schedule).toBeLessThanOrEqual(outcomes[0] === 'dead' ? 2 : 1);
      if (notices(records) > 1) doubled += 1;
    },
  );
  expect(doubled).toBe(2);
});

test('an owner who opens the lead while it is told again is told at once or never', async () => {
  const start = await asked();
  const opens = async (open: OpenStore) => {
    await noteOpened(open('leads'), id, due);
    return 'opened';
  };
  const counts = new Set<number>();
  await everyInterleaving(
    { start: () => structuredClone(start), actors: [tick(due), opens] },
    async ({ records, schedule }) => {
      const before = notices(records);
      for (const minutes of [20, 90]) await tick(now + minutes * MINUTE)(openOf(records));
      expect(notices(records), schedule).toBe(before);
      counts.add(before);
    },
  );
  expect(counts).toEqual(new Set([0, 1]));
});

test('of a likely robot nothing is told again, nor of a lead that is gone', async () => {
  const robot = await asked({ company: 'Acme' });
  const gone = await asked();
  await openOf(gone)('leads').delete(`leads/${id}`);
  for (const records of [robot, gone]) await tick(due)(openOf(records));
  expect([notices(robot), notices(gone)]).toEqual([0, 0]);
});

test('with a second number each step is told once, also where the schedule stood still meanwhile', async () => {
  for (const moments of [[15, 30, 60, 62], [61]]) {
    const records = await asked();
    for (const minutes of moments) {
      const notifier = notifierAt(openOf(records), now + minutes * MINUTE);
      await tellOfUnopened(notifier, await listLeads(notifier.leads, failingLog), [15, 60]);
      await notifier.sendFresh();
    }
    const keys = [...records.keys()].filter((key) => /^wire:.*-unopened-/.test(key));
    expect(keys.map((key) => /unopened-(\d+)/.exec(key)?.[1]).toSorted()).toEqual(['15', '60']);
  }
});

const zone = 'America/New_York';
const clock = (date: string, hour: number) => instantAt(zone, date, hour * 60);

test.each([
  ['through a night', ['2026-11-30', 17.75], ['2026-12-01', 8.25], 30],
  ['from Saturday evening to Monday', ['2026-11-28', 22], ['2026-11-30', 8.25], 15],
  ['over Thanksgiving', ['2026-11-25', 17.9], ['2026-11-27', 8.1], 12],
  ['where the clocks go back', ['2026-10-31', 15.5], ['2026-11-02', 8.5], 60],
  ['where they go forward', ['2027-03-13', 15.5], ['2027-03-15', 8.5], 60],
  ['against the clock', ['2026-12-01', 12], ['2026-12-01', 11], 0],
] as const)('the hours of the phone are counted %s', (_, [from, at], [to, until], minutes) => {
  expect(timeWithin({ start: clock(from, at), end: clock(to, until) }) / MINUTE).toBe(minutes);
});

test.each(['2026-10-31', '2027-03-13'])(
  'what comes at any hour of two days from %s is told at its first open quarter',
  (day) => {
    const first = clock(day, 0);
    for (let start = first; start < first + 48 * HOUR; start += HOUR) {
      const firstDue = Array.from({ length: 7 * 24 * 4 }, (_, quarter) => start + quarter * 15 * MINUTE).find(
        (end) => timeWithin({ start, end }) >= 15 * MINUTE,
      );
      const hour = new Date(firstDue ?? 0).toLocaleString('en-US', {
        timeZone: zone,
        hour: 'numeric',
        hourCycle: 'h23',
      });
      expect(Number(hour), new Date(start).toISOString()).toBeGreaterThanOrEqual(8);
      expect(Number(hour), new Date(start).toISOString()).toBeLessThanOrEqual(18);
    }
  },
);
