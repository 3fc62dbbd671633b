import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Outcome, outcomeLabels } from '#contracts/lead-outcome';
import { isClosed, isEnded, leadStatuses } from '#contracts/lead-status';
import { DAY } from '#lib/time/units';
import { leadOf as anyLead, moment, now, today, visitIn } from '#tests/support/lead';
import { isUnopened, type Lead, type Visit } from './lead.ts';
import {
  hasRunOut,
  isOver,
  nextOf,
  owedOf,
  paidOn,
  type Place,
  placeOf,
  statusAt,
  stepsOf,
  visitToTell,
} from './place.ts';
import { comingVisits, standingVisits } from './visits.ts';

const leadOf = (fields: Partial<Lead> = {}): Lead => anyLead({ status: 'booked', ...fields });

const kinds = ['consultation', 'measure', 'installation', 'service'];
const outcomes: (Outcome | undefined)[] = [undefined, 'quoted', 'not home', 'done', 'again'];
const visits: Record<string, Visit[]> = {
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
const deposit = { on: '2026-11-20', amount: 2425 };
const jobs: Record<string, Pick<Lead, 'job' | 'payments'>> = {
  none: {},
  begun: { job: {} },
  ordered: { job: { orderedOn: '2026-11-20' } },
  'a deposit before the order': { job: {}, payments: [deposit] },
  'installed, a deposit paid': { job: { installedOn: today }, payments: [deposit] },
  'installed, nothing paid': { job: { installedOn: today } },
  'installed and paid': { job: { installedOn: today }, payments: [{ on: today, amount: 4850 }] },
  'installed and paid in parts': { job: { installedOn: today }, payments: [deposit, { ...deposit, on: today }] },
};

/** Every combination of status, visits, day and job, with and without the visits' times. */
function* everyLead(): Generator<{ name: string; lead: Lead }> {
  const any = leadOf();
  for (const status of [...leadStatuses, 'unknown'])
    for (const [visit, its] of Object.entries(visits))
      for (const [day, followUp] of Object.entries(days))
        for (const [jobName, noted] of Object.entries(jobs))
          for (const isLost of [false, true]) {
            const all = isLost ? its.map((one) => ({ ...one, isLost })) : its;
            const fields = { status, followUp, ...noted, amount: 4850, closedAt: moment(-48), visits: all };
            const name = `${status}, ${visit}, day ${day}, job ${jobName}, lost ${isLost}`;
            yield { name, lead: { ...any, ...fields } };
          }
}

const lists: readonly Place[] = ['outcomes', 'waiting', 'followUps'];

test('whoever is not closed is in exactly one list of Today, has a visit to come, or a day to come', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const { name, lead } of everyLead()) {
    const place = placeOf(lead, now, today);
    const ahead = lead.visits.some(({ slot, end = '' }) => slot && end > moment(0));
    const isRight =
      lists.includes(place) ||
      (place === 'coming' && ahead) ||
      (place === 'later' && (lead.followUp ?? '') > today) ||
      (place === 'closed' &&
        (isClosed(lead) || (lead.status === 'won' && nextOf(lead) === undefined && !lead.followUp)));
    if (!isRight) wrong.push(`${name}: ${place}`);
    count += 1;
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(10_000);
});

test('no lead that owes or is owed something is over, or runs out', () => {
  const wrong: string[] = [];
  let over = 0;
  for (const { name, lead } of everyLead()) {
    const isOwing = nextOf(lead) !== undefined || comingVisits(lead, now).length > 0 || lead.followUp !== undefined;
    const isOpen = owedOf(lead) > 0 || (lead.status === 'won' && isOwing) || standingVisits(lead, now).length > 0;
    if (isOver(lead, now)) over += 1;
    if (isOpen && (isOver(lead, now) || hasRunOut(lead, 1, now))) wrong.push(name);
    if (!isEnded(lead) && hasRunOut(lead, 1, now)) wrong.push(`${name}: has not ended`);
  }
  expect(wrong).toEqual([]);
  expect(over).toBeGreaterThan(100);
});

const anyAmount = fc.integer({ min: 0, max: 1_000_000 }).map((cents) => cents / 100);

test('what is paid and what is owed are the amount, and a job ends only when nothing is owed', () => {
  const anyDay = fc.option(fc.constantFrom('2026-11-01', today), { nil: undefined });
  const anyJob = fc.record({ orderedOn: anyDay, arrivedOn: anyDay, installedOn: anyDay });
  const anyPayments = fc.array(fc.record({ on: fc.constantFrom('2026-11-01', today), amount: anyAmount }));
  fc.assert(
    fc.property(anyAmount, anyPayments, anyJob, (amount, payments, job) => {
      const lead = leadOf({ status: 'won', amount, job, payments });
      const had = payments.reduce((sum, payment) => sum + payment.amount, 0);
      expect(owedOf(lead)).toBeCloseTo(Math.max(0, amount - had), 5);
      if (nextOf(lead) === undefined) expect([owedOf(lead), payments.length > 0]).toEqual([0, true]);
      const last = payments
        .map(({ on }) => on)
        .sort()
        .at(-1);
      expect(paidOn(lead)).toBe(owedOf(lead) === 0 ? last : undefined);
      for (const status of ['quoted', 'lost'])
        expect([owedOf, nextOf].map((of) => of({ ...lead, status }))).toEqual([0, undefined]);
    }),
  );
});

const due = { status: 'won', job: { orderedOn: '2026-11-20' }, visits: [visitIn(30, { kind: 'installation' })] };
const done = { status: 'won', ...jobs['installed and paid'] };
test.each<[string, Partial<Lead>, Place]>([
  ['a new request waits for a call', { status: 'new' }, 'waiting'],
  ['a likely robot is no request', { status: 'new', isSpam: true }, 'closed'],
  ['who had a visit is none', { status: 'new', isSpam: true, visits: visits['canceled'] ?? [] }, 'waiting'],
  ['whom the owner has called without a day comes back', { status: 'contacted' }, 'followUps'],
  ['a day to come is waited for', { status: 'quoted', followUp: '2026-12-03' }, 'later'],
  ['a sold lead comes back on its day', { status: 'won', followUp: today }, 'followUps'],
  ['a job that is begun is on Today until it has a day', { status: 'won', job: {} }, 'followUps'],
  [
    'one that is paid is still to be installed',
    { status: 'won', job: {}, payments: [deposit], amount: 1 },
    'followUps',
  ],
  ['a due order is asked for beside a visit', { ...due, followUp: today }, 'followUps'],
  ['one to come is not', { ...due, followUp: '2026-12-03' }, 'coming'],
  ['so is a quote beside a visit', { ...due, status: 'quoted', followUp: today }, 'followUps'],
  [
    'a service is to be repeated',
    { ...done, visits: [visitIn(-3, { kind: 'service', outcome: 'again' })] },
    'followUps',
  ],
  ['nobody was at home', { ...done, visits: [visitIn(-3, { kind: 'service', outcome: 'not home' })] }, 'followUps'],
  ['a visit after the sale is asked for', { ...done, closedAt: moment(-5), visits: [visitIn(-3)] }, 'outcomes'],
  ['a job that is done rests', { status: 'won', ...jobs['installed and paid'] }, 'closed'],
  [
    'an installed sale with a deposit of half asks for the rest',
    { status: 'won', amount: 4850, ...jobs['installed, a deposit paid'] },
    'followUps',
  ],
  ['of a consultation before the sale nobody asks', { status: 'won', job: {}, visits: [visitIn(-3)] }, 'followUps'],
  [
    'an installation is asked for after the sale',
    { status: 'won', job: {}, visits: [visitIn(-3, { kind: 'installation' })] },
    'outcomes',
  ],
  [
    'a visit that the owner ended before its time is asked for',
    { visits: [visitIn(-0.5, { day: { doneAt: moment(0) } })] },
    'outcomes',
  ],
  [
    'of several that are over the first one is asked for',
    { visits: [visitIn(-50), visitIn(-3, { outcome: 'again' }, 2)] },
    'outcomes',
  ],
  [
    'a day that was promised since the booking is kept',
    { status: 'contacted', followUp: today, visits: [visitIn(30)] },
    'followUps',
  ],
  [
    'nobody was there: the call is due before the planned end',
    { status: 'contacted', followUp: today, visits: [visitIn(-0.5, { outcome: 'not home' })] },
    'followUps',
  ],
  ['a visit that goes on is not', { visits: [visitIn(-0.5)] }, 'coming'],
  ['after a month nobody asks any more', { visits: [visitIn(-31 * 24)], status: 'visited' }, 'followUps'],
  [
    'a canceled visit brings a sold lead back',
    {
      status: 'won',
      closedAt: moment(-48),
      ...jobs['installed and paid'],
      visits: visits['canceled'] ?? [],
    },
    'followUps',
  ],
  ['a visit whose time somebody else has is a call to make', { visits: [visitIn(48, { isLost: true })] }, 'waiting'],
  ['a visit that never took place is not asked for', { visits: [visitIn(-3, { isLost: true })] }, 'followUps'],
])('%s', (_, fields, place) => {
  expect(placeOf(leadOf(fields), now, today)).toBe(place);
});

test.each<[string, Visit[], (string | undefined)[]]>([
  ['visited once its visit is over', [visitIn(-3)], ['visited', moment(-3)]],
  ['booked while it goes on', [visitIn(-0.5)], ['booked', moment(-0.5)]],
  ['booked before another', [visitIn(-3), visitIn(3, {}, 2)], ['booked', moment(-3)]],
  ['visited when somebody was at home', [visitIn(-9, { outcome: 'not home' }), visitIn(-3)], ['visited', moment(-3)]],
])('a booked lead is %s', (_, of, expected) => {
  const lead = leadOf({ visits: of });
  expect([statusAt(lead, now), stepsOf(lead, now).visits]).toEqual(expected);
  expect(stepsOf({ ...lead, visitedAt: moment(-20) }, now).visits).toBe(moment(-20));
});

test.each(Object.keys(outcomeLabels))('a visit whose outcome is %s is not asked for', (outcome) => {
  expect(visitToTell(leadOf({ visits: [visitIn(-3, { outcome })] }), now)).toBeUndefined();
});

test('a new request is unopened until the owner has seen it', () => {
  const seen = [{ openedAt: moment(0) }, { status: 'booked' }, { isSpam: true }, { isRemoving: true }];
  const leads = [{}, ...seen].map((fields) => leadOf({ status: 'new', ...fields }));
  expect(leads.map(isUnopened)).toEqual([true, false, false, false, false]);
});

test('only an ended lead that nobody has changed for the days runs out, and never a part', () => {
  const lost = leadOf({ status: 'lost', updatedAt: new Date(now - 30 * DAY - 1).toISOString() });
  expect(hasRunOut(lost, 30, now)).toBe(true);
  for (const fields of [{ updatedAt: new Date(now - 30 * DAY).toISOString() }, { status: 'new' }, { into: 'bob' }])
    expect(hasRunOut({ ...lost, ...fields }, 30, now)).toBe(false);
  expect(hasRunOut(lost, null, now)).toBe(false);
  expect(hasRunOut({ ...lost, unansweredTexts: [{ id: 'a', at: moment(-1), text: 'Hello?' }] }, 30, now)).toBe(false);
});
