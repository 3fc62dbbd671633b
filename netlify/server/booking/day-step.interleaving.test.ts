import { findLead } from '#server/leads/lead-records';
import { expect, test } from 'vitest';
import type { CommandOf } from '#lead/command';
import { MINUTE, SECOND } from '#lib/time/units';
import { contextOf } from '#tests/support/booking-world';
import { notifierOn, taking } from '#tests/support/notifier-on';
import { everyEnd, manyEnds, openOf, type OpenStore, type Records, type Step } from '#tests/support/stores/interleave';
import { bookedVisit, leadOf, recordsOf } from '#tests/support/visits';
import { act } from './act.ts';

const lead = leadOf('ann');
const start = '2026-12-01T15:30:00.000Z';
const visit = bookedVisit('ann', start);
const pressedAt = Date.parse(start) + 10 * MINUTE;
const at = new Date(pressedAt).toISOString();

const began = () => recordsOf(lead, visit);

const notifierAt = (open: OpenStore, now: number) => notifierOn(open, { now, send: taking(open, now) });

/** One call of the owner's. */
const presses = (command: CommandOf<'dayStep'>, now: number) => async (open: OpenStore, step: Step) => {
  const context = contextOf('embedded', open, step, { moment: now });
  const outcome = await act(
    context,
    notifierAt(open, now),
    lead.id,
    { ...command, by: 'owner' },
    (work) => void work(),
  );
  return typeof outcome === 'object' && 'refused' in outcome ? String(outcome.refused) : 'done';
};
const nobody = (now: number) => presses({ do: 'dayStep', step: 'nobody', visit: start }, now);
const undo = presses({ do: 'dayStep', step: 'undo', at, visit: start }, pressedAt + 59 * SECOND);
const pressed = (press: ReturnType<typeof presses>, records: Records) =>
  press(openOf(records), (_, run) => run(openOf(records)));

/** What is told once the schedule has come, and what is noted. */
async function endOf(records: Records, now: number) {
  const open = openOf(records);
  await notifierAt(open, now).sendDue();
  const notices = [...records.keys()].filter((key) => key.startsWith('wire:')).length;
  const { status, followUp, visits = [] } = (await findLead(open('leads'), lead.id))?.lead ?? {};
  const [after] = visits;
  return { notices, isMarked: after?.day?.nobodyAt !== undefined, outcome: after?.outcome, status, followUp };
}

const noted = { outcome: 'not home', status: 'contacted', followUp: '2026-12-01' };

test('two devices press "Nobody there", and one dies between any two of its writes: pressed again, the visitor is told once', async () => {
  const actors = [nobody(pressedAt), nobody(pressedAt + SECOND)];
  await manyEnds(began, actors, [0], async ({ records, outcomes, schedule }) => {
    const early = await endOf(records, pressedAt + MINUTE);
    expect(early.notices, schedule).toBe(0);
    expect(await pressed(nobody(pressedAt + MINUTE), records)).toBe('done');
    const late = await endOf(records, pressedAt + 3 * MINUTE);
    expect(late, `${outcomes} ${schedule}`).toEqual({ notices: 1, isMarked: true, ...noted });
  });
});

test('an Undo within the minute holds the mail back against any sender, and the lead is as it was; after a death, pressed again', async () => {
  const records = began();
  await pressed(nobody(pressedAt), records);
  const sends = async (open: OpenStore) => {
    await notifierAt(open, pressedAt + 70 * SECOND).sendDue();
    return 'sent';
  };
  await everyEnd(
    () => new Map(records),
    [undo, sends],
    [0],
    async ({ records: then, outcomes, schedule }) => {
      if (outcomes[0] === 'dead') expect(await pressed(undo, then)).toBe('done');
      const { notices, ...rest } = await endOf(then, pressedAt + 3 * MINUTE);
      expect([notices, rest], schedule).toEqual([0, { isMarked: false, status: 'booked' }]);
    },
  );
  expect(await endOf(records, pressedAt + 3 * MINUTE)).toEqual({ notices: 1, isMarked: true, ...noted });
  const late = presses({ do: 'dayStep', step: 'undo', at, visit: start }, pressedAt + MINUTE);
  expect(await pressed(late, records)).toBe('visitorTold');
});
