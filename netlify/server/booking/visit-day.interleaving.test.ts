import { expect, test } from 'vitest';
import type { DayChange } from '#contracts/visit-day';
import { MINUTE, SECOND } from '#lib/time/units';
import { findLead } from '#server/leads/lead';
import { readVisit } from '#server/leads/visit';
import { failingLog, notifierOn, taking } from '#tests/support/notifier-on';
import { everyEnd, manyEnds, openOf, type OpenStore, type Records } from '#tests/support/stores/interleave';
import { bookedVisit, leadOf, recordsOf } from '#tests/support/visits';
import { markDay } from './visit-day.ts';

const lead = leadOf('ann');
const start = '2026-12-01T15:30:00.000Z';
const visit = bookedVisit('ann', start);
const pressedAt = Date.parse(start) + 10 * MINUTE;
const at = new Date(pressedAt).toISOString();

const began = () => recordsOf(lead, visit);

const notifierAt = (open: OpenStore, now: number) => notifierOn(open, { now, send: taking(open, now) });

/** One call of the owner's. */
const presses = (change: DayChange, now: number) => async (open: OpenStore) => {
  const { notify } = notifierAt(open, now);
  const standing = async () => new Set([visit.id]);
  const context = { leads: open('leads'), now, notify, standing, report: failingLog };
  const outcome = await markDay(context, lead.id, { ...change, by: 'owner' });
  return typeof outcome === 'string' ? outcome : 'done';
};
const nobody = (now: number) => presses({ mark: 'nobody', visit: start }, now);
const undo = presses({ mark: 'undo', at, visit: start }, pressedAt + 59 * SECOND);

/** What is told once the schedule has come, and what is noted. */
async function endOf(records: Records, now: number) {
  const open = openOf(records);
  await notifierAt(open, now).sendDue();
  const notices = [...records.keys()].filter((key) => key.startsWith('wire:')).length;
  const [after, found] = await Promise.all([readVisit(open('leads'), visit.id), findLead(open('leads'), lead.id)]);
  const { status, followUp } = found?.lead ?? {};
  return { notices, isMarked: after?.day?.nobodyAt !== undefined, outcome: after?.outcome, status, followUp };
}

const noted = { outcome: 'not home', status: 'contacted', followUp: '2026-12-01' };

test('two devices press "Nobody there", and one dies between any two of its writes: pressed again, the visitor is told once', async () => {
  const actors = [nobody(pressedAt), nobody(pressedAt + SECOND)];
  await manyEnds(began, actors, [0], async ({ records, outcomes, schedule }) => {
    const early = await endOf(records, pressedAt + MINUTE);
    expect(early.notices, schedule).toBe(0);
    expect(await nobody(pressedAt + MINUTE)(openOf(records))).toBe('done');
    const late = await endOf(records, pressedAt + 3 * MINUTE);
    expect(late, `${outcomes} ${schedule}`).toEqual({ notices: 1, isMarked: true, ...noted });
  });
});

test('an Undo within the minute holds the mail back against any sender, and the lead is as it was; after a death, pressed again', async () => {
  const records = began();
  await nobody(pressedAt)(openOf(records));
  const sends = async (open: OpenStore) => {
    await notifierAt(open, pressedAt + 70 * SECOND).sendDue();
    return 'sent';
  };
  await everyEnd(
    () => new Map(records),
    [undo, sends],
    [0],
    async ({ records: then, outcomes, schedule }) => {
      if (outcomes[0] === 'dead') expect(await undo(openOf(then))).toBe('done');
      const { notices, ...rest } = await endOf(then, pressedAt + 3 * MINUTE);
      expect([notices, rest], schedule).toEqual([0, { isMarked: false, status: 'booked' }]);
    },
  );
  expect(await endOf(records, pressedAt + 3 * MINUTE)).toEqual({ notices: 1, isMarked: true, ...noted });
  const late = presses({ mark: 'undo', at, visit: start }, pressedAt + MINUTE);
  expect(await late(openOf(records))).toBe('visitorTold');
});
