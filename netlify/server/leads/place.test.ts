import { expect, test } from 'vitest';
import type { Outcome } from '#contracts/lead-outcome';
import { isClosed, leadStatuses } from '#contracts/lead-status';
import { leadId } from '#server/leads/lead-id';
import { slotKey, visitId } from '#server/slots/records';
import { DAY, HOUR } from '#lib/time/units';
import { leadOf, visitOf } from '#tests/support/visits';
import type { LeadWithVisits } from './lead-visits.ts';
import { type Place, placeOf } from './place.ts';
import type { Visit } from './visit.ts';

const now = Date.parse('2026-11-30T17:00:00Z');
const today = '2026-11-30';
const id = leadId('ann');
const moment = (hours: number) => new Date(now + hours * HOUR).toISOString();

/** A visit of an hour that begins after so many hours. */
function visitIn(hours: number, fields: Partial<Visit> = {}, number = 1): Visit {
  const [start, end] = [moment(hours), moment(hours + 1)];
  return visitOf('ann', {
    id: visitId(id, number),
    slot: slotKey(Date.parse(start)),
    start,
    end,
    changes: 1,
    ...fields,
  });
}

const kinds = ['consultation', 'measure', 'installation', 'service'];
const outcomes: (Outcome | undefined)[] = [undefined, 'quoted', 'not home', 'done'];
const visits: Record<string, readonly Visit[]> = {
  none: [],
  ...Object.fromEntries(kinds.map((kind) => [`${kind} to come`, [visitIn(30, { kind })]])),
  'one going on': [visitIn(-0.5)],
  ...Object.fromEntries(
    kinds.flatMap((kind) => outcomes.map((outcome) => [`${kind} over: ${outcome}`, [visitIn(-3, { kind, outcome })]])),
  ),
  'over for long': [visitIn(-40 * 24)],
  canceled: [visitIn(30, { slot: undefined, cancelledAt: moment(-1) })],
  'one over and one to come': [visitIn(-3), visitIn(30, {}, 2)],
};
const days = { none: undefined, past: '2026-11-28', today, 'to come': '2026-12-03' };
const jobs = {
  none: undefined,
  begun: {},
  ordered: { orderedOn: '2026-11-20' },
  done: { installedOn: today, paidOn: today },
};

const lists: readonly Place[] = ['outcomes', 'waiting', 'followUps'];

test('whoever is not closed is in exactly one list of Today, has a visit to come, or a day to come', () => {
  let count = 0;
  const wrong: string[] = [];
  for (const status of [...leadStatuses, 'unknown'])
    for (const [visit, its] of Object.entries(visits))
      for (const [day, followUp] of Object.entries(days))
        for (const [jobName, job] of Object.entries(jobs))
          for (const isStanding of [true, false]) {
            const lead: LeadWithVisits = {
              ...leadOf('ann'),
              status,
              followUp,
              job,
              closedAt: moment(-48),
              visits: its,
            };
            const place = placeOf(lead, { now, today, stands: () => isStanding });
            const ahead = its.some(({ slot, end = '' }) => slot && end > moment(0));
            const isAtRest = status === 'won' && (job === undefined || jobName === 'done') && visit !== 'canceled';
            const mayRest = isClosed({ status }) || (isAtRest && followUp === undefined);
            const isRight =
              lists.includes(place) ||
              (place === 'coming' && ahead) ||
              (place === 'later' && day === 'to come') ||
              (place === 'closed' && mayRest);
            if (!isRight) wrong.push(`${status}, ${visit}, day ${day}, job ${jobName}: ${place}`);
            count += 1;
          }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(5000);
});

test.each<[string, Partial<LeadWithVisits>, Place]>([
  ['a new request waits for a call', { status: 'new' }, 'waiting'],
  ['a likely robot is no request', { status: 'new', isSpam: true }, 'closed'],
  ['whom the owner has called without a day comes back', { status: 'contacted' }, 'followUps'],
  ['a day to come is waited for', { status: 'quoted', followUp: '2026-12-03' }, 'later'],
  ['a sold lead comes back on its day', { status: 'won', followUp: today }, 'followUps'],
  ['a job that is begun is on Today until it has a day', { status: 'won', job: {} }, 'followUps'],
  ['a job that is done rests', { status: 'won', job: jobs.done }, 'closed'],
  ['of a consultation after the sale nobody asks', { status: 'won', visits: [visitIn(-3)] }, 'closed'],
  [
    'an installation is asked for after the sale',
    { status: 'won', job: {}, visits: [visitIn(-3, { kind: 'installation' })] },
    'outcomes',
  ],
  [
    'a canceled visit brings a sold lead back',
    { status: 'won', closedAt: moment(-48), visits: visits['canceled'] ?? [] },
    'followUps',
  ],
])('%s', (_, fields, place) => {
  const lead = { ...leadOf('ann'), visits: [], ...fields };
  expect(placeOf(lead, { now, today, stands: () => true })).toBe(place);
});

test('a visit whose time somebody else has is a call to make', () => {
  const lead = { ...leadOf('ann'), visits: [visitIn(2 * (DAY / HOUR))] };
  expect(placeOf(lead, { now, today, stands: () => false })).toBe('waiting');
});
