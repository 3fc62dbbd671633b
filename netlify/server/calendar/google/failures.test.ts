import { describe, expect, test } from 'vitest';
import { leadOf, moment, visitTo } from '#tests/support/calendar-suite';
import type { GoogleDouble } from '#tests/support/google/google-double';
import type { Fault, GoogleCall } from '#tests/support/google/google-faults';
import { connected, googleDoubles, TrialClock, trialsOf } from '#tests/support/google/google-trial';
import { DAY } from '#lib/time/units';
import { CalendarError, type VisitCalendar } from '../calendar.ts';

const newDouble = googleDoubles();
const trial = trialsOf(newDouble);
const soon = moment + 20_000;
const week = { start: moment, end: moment + 7 * DAY };
/** Short enough to wait for a server that hangs, long enough for a busy machine to answer. */
const clockFor = (fault: Fault) => new TrialClock(fault.startsWith('hang') ? 700 : 10_000);

/** What the calendar threw; a success is a failure of the test. */
async function errorOf(call: Promise<unknown>): Promise<CalendarError> {
  const thrown = await call.then(
    (answer) => new Error(`It answered ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
  if (thrown instanceof CalendarError) return thrown;
  throw thrown;
}

const passing: Fault[] = ['rateLimit', 'userRateLimit', 'tooMany', 'error500', 'error503', 'hang', 'cut', 'garbage'];
const losing: Fault[] = ['error500After', 'hangAfter', 'cutAfter'];

describe('an insert that fails once is made again, with the same id', () => {
  test.each([
    ...passing.map((fault) => [fault, 'created'] as const),
    ...losing.map((fault) => [fault, 'exists'] as const),
  ])('%s: %s, and one event', async (fault, outcome) => {
    const { google, calendar } = await trial('env', clockFor(fault));
    google.faults.next('insert', fault);
    expect(await calendar.createEvent(visitTo(calendar), soon)).toBe(outcome);
    expect(google.count('insert')).toBe(2);
    expect(google.events.all()).toHaveLength(1);
  });

  test('one that arrives after the one that was made again: one event all the same', async () => {
    const { google, calendar } = await trial();
    google.faults.next('insert', 'late');
    expect(await calendar.createEvent(visitTo(calendar), soon)).toBe('created');
    google.land();
    expect(google.events.all()).toHaveLength(1);
  });

  test('an insert that was left in the dark and then deleted by the owner is not made anew', async () => {
    const google = await newDouble();
    google.faults.next('insert', 'cutAfter');
    const clock = new TrialClock();
    const sleep = clock.sleep;
    clock.sleep = async (ms) => {
      for (const { id } of google.events.alive()) google.events.cancel(id);
      await sleep(ms);
    };
    const calendar = connected(google.env, clock);
    expect(await calendar.createEvent(visitTo(calendar), soon)).toBe('exists');
    expect(google.events.alive()).toEqual([]);
  });
});

/** All calls are made by one caller: of the other calls, one fault of each kind. */
const reads: [call: GoogleCall, read: (calendar: VisitCalendar) => Promise<unknown>][] = [
  ['freeBusy', (calendar) => calendar.busy(week, soon)],
  ['get', (calendar) => calendar.readEvent(visitTo(calendar), soon)],
  ['list', (calendar) => calendar.ownEvents(week, soon)],
];
test.each(
  reads.flatMap(([call, read]) =>
    (['rateLimit', 'error503', 'cut'] as const).map((fault) => [call, fault, read] as const),
  ),
)('a read that fails once is made again: %s, %s', async (call, fault, read) => {
  const { google, calendar } = await trial();
  await calendar.createEvent(visitTo(calendar), soon);
  const before = await read(calendar);
  google.faults.next(call, fault);
  expect(await read(calendar)).toEqual(before);
  expect(google.count(call)).toBe(3);
});

test.each(['error503', 'cut', 'cutAfter'] as const)('a delete that fails once is made again: %s', async (fault) => {
  const { google, calendar } = await trial();
  const visit = visitTo(calendar);
  await calendar.createEvent(visit, soon);
  google.faults.next('delete', fault);
  expect(await calendar.deleteEvent(visit.id, soon)).toBe('deleted');
  expect(google.events.alive()).toEqual([]);
});

type Verdict = CalendarError['kind'];
/** What is thrown when a fault does not pass, by whether the call may change something. */
const lasting: [fault: Fault, change: Verdict, read: Verdict][] = [
  ['rateLimit', 'unavailable', 'unavailable'],
  ['tooMany', 'unavailable', 'unavailable'],
  ['error503', 'outcomeUnknown', 'unavailable'],
  ['hang', 'outcomeUnknown', 'unavailable'],
  ['cut', 'outcomeUnknown', 'unavailable'],
  ['garbage', 'outcomeUnknown', 'unavailable'],
  ['forbidden', 'refused', 'refused'],
];

describe('a failure that lasts ends in time, and says whether something may have been done', () => {
  test.each(lasting)('%s: an insert and a delete are %j, a read is %j', async (fault, change, read) => {
    const clock = new TrialClock();
    const { google, calendar } = await trial('env', clock);
    const visit = visitTo(calendar);
    await calendar.readEvent(visit, soon);
    google.faults.decide = () => fault;
    if (fault === 'hang') clock.callTimeoutMs = 100;
    const calls: [call: (deadline: number) => Promise<unknown>, verdict: Verdict][] = [
      [(deadline) => calendar.createEvent(visit, deadline), change],
      [(deadline) => calendar.deleteEvent(visit.id, deadline), change],
      [(deadline) => calendar.readEvent(visit, deadline), read],
      [(deadline) => calendar.busy(week, deadline), read],
      [(deadline) => calendar.ownEvents(week, deadline), read],
    ];
    for (const [call, kind] of calls) {
      const deadline = clock.time + 1000;
      expect(await errorOf(call(deadline))).toMatchObject({ kind });
      expect(clock.time).toBeLessThan(deadline);
    }
  });

  test.each(['forbidden', 'access taken away'])(
    'after an insert that was left in the dark, %s: unknown, for that one may stand',
    async (no) => {
      const google = await newDouble();
      google.faults.decide = (call) => {
        if (call !== 'insert') return null;
        if (google.count('insert') > 1) return 'forbidden';
        if (no !== 'forbidden') google.oauth.expireAccessTokens();
        if (no !== 'forbidden') google.oauth.revoke();
        return 'cutAfter';
      };
      const calendar = connected(google.env);
      expect(await errorOf(calendar.createEvent(visitTo(calendar), soon))).toMatchObject({ kind: 'outcomeUnknown' });
      if (no === 'forbidden') expect(google.events.alive()).toHaveLength(1);
    },
  );

  test('nobody listens at all: nothing was sent', async () => {
    const [google, gone] = [await newDouble(), await newDouble()];
    const calendar = connected({ ...google.env, GOOGLE_API_ROOT: gone.origin });
    await gone.close();
    expect(await errorOf(calendar.createEvent(visitTo(calendar), soon))).toMatchObject({ kind: 'unavailable' });
  });

  test('no time left: nothing is sent', async () => {
    const { google, calendar } = await trial();
    expect(await errorOf(calendar.createEvent(visitTo(calendar), moment))).toMatchObject({
      kind: 'unavailable',
    });
    expect(google.heard).toEqual([]);
  });
});

test('pauses double up to four seconds, and chance halves them at most', async () => {
  const google = await newDouble();
  google.faults.decide = (call) => (call === 'freeBusy' ? 'tooMany' : null);
  const pausesOf = async (random: number) => {
    const clock = new TrialClock();
    clock.random = () => random;
    await errorOf(connected(google.env, clock).busy(week, soon));
    return clock.pauses;
  };
  expect(await pausesOf(0)).toEqual([300, 600, 1200, 2400, 4000, 4000, 4000]);
  expect((await pausesOf(1)).slice(0, 6)).toEqual([150, 300, 600, 1200, 2000, 2000]);
});

const other = { GOOGLE_CALENDAR_ID: 'other@group.calendar.google.com' };
test.each<[what: string, google: Partial<GoogleDouble>, env: object, Verdict, message: RegExp]>([
  ['on an error of the calendar', { busyError: 'internalError' }, {}, 'unavailable', /internalError/],
  ['on a calendar that is not found', { busyError: 'notFound' }, {}, 'refused', /GOOGLE_CALENDAR_ID/],
  ['where the answer leaves the calendar out', { leavesCalendarOut: true }, {}, 'unavailable', /./],
  ['where no such calendar is shared with the account', {}, other, 'refused', /GOOGLE_CALENDAR_ID/],
])('free/busy fails closed %s', async (_, change, env, kind, message) => {
  const google = await newDouble();
  Object.assign(google, change);
  const calendar = connected({ ...google.env, ...env });
  const error = await errorOf(calendar.busy(week, soon));
  expect(error).toMatchObject({ kind, message: expect.stringMatching(message) });
  if (env === other) expect(await errorOf(calendar.ownEvents(week, soon))).toMatchObject({ kind });
});

test('an event is not called absent because the whole calendar is out of reach', async () => {
  const { google, calendar } = await trial();
  const visit = visitTo(calendar);
  await calendar.createEvent(visit, soon);
  google.isShared = false;
  for (const call of [() => calendar.readEvent(visit, soon), () => calendar.deleteEvent(visit.id, soon)]) {
    const message = expect.stringContaining('GOOGLE_CALENDAR_ID');
    expect(await errorOf(call())).toMatchObject({ kind: 'refused', message });
  }
});

test('no sentence for the log has anything that the visitor typed', async () => {
  const { calendar } = await trial();
  const lead = leadOf({ email: 'ann..@@example' });
  const error = await errorOf(calendar.createEvent(visitTo(calendar, undefined, 0, lead), soon));
  expect(error).toMatchObject({ kind: 'refused', message: 'Google answered 400 invalid', cause: undefined });
});
