import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '@netlify/functions';
import { localContext } from '#local/functions';
import { EARLIEST, LATEST, MAX_AWAY, MAX_DAYS_AHEAD, type NewAway } from '#contracts/hours';
import { addDays } from '#lib/time/dates';
import { clockOf, minuteOf } from '#lib/time/open-days';
import { inspect } from '#server/media/inspect';
import { addAway, saveWeekly } from '#server/slots/schedule';
import type { Store } from '#server/storage/port';
import { openStore } from '#server/storage/stores';
import { hostile, locatedPictures, refusedPictures } from '#tests/support/located-media';
import { malformed } from '#tests/support/tracked-films';
import { percentile, type Row } from './row.ts';

const MAX_ANSWER_MS = 5;
/** With the widest settings of `/admin/hours`, and as many times away as it takes. */
const MAX_BUSY_ANSWER_MS = 50;
const CALLS = 1000;
/** For a file that is made to be slow. */
const MAX_INSPECTION_MS = 100;

type Handler = (request: Request, context: Context) => Promise<Response>;

/** The time of handlers in this process, over their own database. */
export async function answerRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  const { default: visitor } = await import('../../netlify/functions/visitor.ts');
  const ask = () => new Request('http://localhost/api/calendar/availability');
  const rows = await timeHandler('availability', visitor, ask);
  await fillSchedule(openStore('slots', { context: 'dev', dataDir }));
  const busy = { max: MAX_BUSY_ANSWER_MS, calls: 300 };
  rows.push(...(await timeHandler(`availability, ${MAX_AWAY} times away`, visitor, ask, busy)));
  await rm(dataDir, { recursive: true });
  return [...rows, await slowestInspection()];
}

/** Inspects each file three times. The slowest file by its quickest time, since other work only adds to it. */
async function slowestInspection(): Promise<Row> {
  const rows: Row[] = [];
  for (const [name, make] of Object.entries({ ...hostile, ...malformed, ...locatedPictures, ...refusedPictures })) {
    const times: number[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const file = await make();
      const began = performance.now();
      inspect(file, file.length);
      times.push(performance.now() - began);
    }
    const what = `the slowest of the hostile uploads, ${name}`;
    rows.push({ what, measured: Math.min(...times), unit: 'ms', max: MAX_INSPECTION_MS });
  }
  return rows.reduce((slowest, row) => (row.measured > slowest.measured ? row : slowest));
}

/** A visit each quarter of an hour on 90 days, and times away of every kind. */
async function fillSchedule(slots: Store): Promise<void> {
  const weekly = Array.from({ length: 7 }, () => [{ from: EARLIEST, until: LATEST }]);
  const settings = { visitMinutes: 15, stepMinutes: 15, noticeMinutes: 0, daysAhead: MAX_DAYS_AHEAD };
  await saveWeekly(slots, { weekly, settings }, { seen: '', isDamaged: false });
  const kinds: Partial<NewAway>[] = [{ repeat: 'weekly' }, { repeat: 'yearly' }, {}];
  for (let count = 0; count < MAX_AWAY; count += 1) {
    const day = addDays(new Date().toISOString().slice(0, 10), (count * 7) % 90);
    const from = clockOf(7 * 60 + 4 * count);
    const hours = count % 2 ? { from, until: clockOf(minuteOf(from) + 20) } : {};
    const last = addDays(day, count % 2 ? 0 : count % 3);
    // A year ago, so that what comes again does so.
    const away = { first: addDays(day, -364), last: addDays(last, -364), note: '', ...hours, ...kinds[count % 3] };
    await addAway(slots, away);
  }
}

interface Timing {
  /** Limit in ms; `null` for none. */
  readonly max?: number | null;
  readonly calls?: number;
}

/** Reads an answer in pieces, as a host does: joining them would copy it once more. */
async function sent(answer: Response): Promise<void> {
  const reader = answer.body?.getReader();
  while (reader && !(await reader.read()).done);
  reader?.releaseLock();
}

/** Calls a handler repeatedly. */
export async function timeHandler(
  what: string,
  handler: Handler,
  ask: () => Request,
  { max = MAX_ANSWER_MS, calls = CALLS }: Timing = {},
): Promise<Row[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const request = ask();
    const context = localContext({ ip: '127.0.0.1', waitUntil: () => {} });
    const began = performance.now();
    const answer = await handler(request, context);
    await sent(answer);
    times.push(performance.now() - began);
    if (!answer.ok) throw new Error(`${what} answered ${answer.status}`);
  }
  return [
    { what: `${what}, p50`, measured: percentile(times, 0.5), unit: 'ms' },
    { what: `${what}, p99`, measured: percentile(times, 0.99), unit: 'ms', ...(max !== null && { max }) },
  ];
}
