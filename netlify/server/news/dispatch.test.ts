import { toSlot } from '#lib/time/interval';
import { changeVisit } from '#server/leads/lead-records';
import { beforeEach, expect, test } from 'vitest';
import { DAY } from '#lib/time/units';
import { texts } from '#server/channels/texts/texts';
import { slotKey } from '#server/slots/records';
import { notifierOn } from '#tests/support/notifier-on';
import { memoryStore, type Records } from '#tests/support/stores/interleave';
import { bookedNews, hourFrom, storeVisit } from '#tests/support/visits';

const news = bookedNews('ann', { phone: '202-555-0142', texts: true, email: 'ann@example.com' });
/** Eleven at night, and nine in the morning. */
const [night, morning] = [Date.parse('2026-11-21T04:00:00Z'), Date.parse('2026-11-21T14:00:00Z')];

let records: Records = new Map();
let texted: string[] = [];
let mailed: string[] = [];
beforeEach(() => {
  [records, texted, mailed] = [new Map(), [], []];
});
const open = (name: string) => memoryStore(records, name);

const at = (now: number) =>
  notifierOn(open, {
    now,
    send: async (key) => {
      mailed.push(key.replace(/^.*-/, ''));
      return 'sent';
    },
    channels: (environment) => ({
      texts: texts.open({ ...environment, env: { TEXTS: 'log' }, print: (text) => void texted.push(text) }),
    }),
  });

test('a visit that the owner moves quietly while the text of it waits for the morning is texted with its new time', async () => {
  await storeVisit(open('leads'), news);
  await at(night).notify(news);
  const interval = hourFrom('2026-12-03T19:00:00Z');
  const visit = { ...news.visit, changes: 2 };
  const fields = { ...toSlot(interval), slot: slotKey(interval.start), changes: 2 };
  await changeVisit(open('leads'), visit.id, (stored) => ({ ...stored, ...fields }));
  const moved = { ...news, kind: 'moved', former: news.interval, interval, visit, eventId: 'e2' } as const;
  await at(night).notify({ ...moved, byOwner: { isQuiet: true } });
  await at(morning).sendDue();
  expect(texted).toEqual([expect.stringContaining('your visit is Thu, Dec 3, 2:00 PM')]);
});

test.each(['booked', 'cancelled'] as const)(
  'nobody is texted of a %s visit whose time is over; the mails go out',
  async (kind) => {
    await storeVisit(open('leads'), { ...news, kind });
    await at(night).notify({ ...news, kind });
    await at(news.interval.start + DAY).sendDue();
    expect([texted, mailed.sort()]).toEqual([[], ['owner', 'visitor']]);
  },
);
