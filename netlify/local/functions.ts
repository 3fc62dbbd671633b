import { readFile, writeFile } from 'node:fs/promises';
import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { Context } from '@netlify/functions';
import pLimit from 'p-limit';
import { loggedPath } from '#lib/logged-path';
import { DAY, MINUTE } from '#lib/time/units';
import { protection } from '#lib/protection';
import { compressAnswer } from './negotiation.ts';
import { BodyCut } from './node-bridge.ts';
import { functionAt, type LoadedFunction } from './function-module.ts';

export interface Caller {
  readonly ip: string;
}

export interface Functions {
  /** The function's answer, or `null` if no function has this address. */
  answer(request: Request, caller: Caller): Promise<Response> | null;
  /** Resolves when all calls and their `waitUntil` work are done, even if the client has left. */
  settled(): Promise<void>;
  /**
   * Runs the scheduled functions that were due since the last run, at most a day ago, one after the other. Does nothing
   * while a run goes on. `now` in ms; `note`: the file that keeps it for the next run, also of another process.
   */
  runDue(now: number, note: string): Promise<void>;
}

/** The sentence of a 500. */
export const OUR_FAULT = 'Something went wrong on our side. Please try again.';

const DIRECT = '/.netlify/functions/';

/** The other reads wait for their turn, so that a booking waits for a few reads and not for hundreds. */
const READS_AT_ONCE = 4;
/** In ms. A read that waits for another server, such as Google, does not hold up the next one. */
const LONGEST_TURN = 100;

/** Runs the loaded functions in this process. */
export function serveFunctions(functions: readonly LoadedFunction[]): Functions {
  const running = new Set<Promise<unknown>>();
  let isRunning = false;
  let ranAt: number | undefined;
  const track = (work: Promise<unknown>) => {
    const kept = work.catch((error: unknown) => console.error('In the background:', error));
    running.add(kept);
    void kept.finally(() => running.delete(kept));
  };
  return {
    answer(request, caller) {
      const answer = route(functions, request, { ...caller, waitUntil: track });
      if (answer) track(answer);
      return answer;
    },
    settled: async () => {
      while (running.size > 0) await Promise.all(running);
    },
    runDue: async (now, note) => {
      if (isRunning) return;
      isRunning = true;
      ranAt ??= Number(await readFile(note, 'utf8').catch(() => 0)) || 0;
      // A clock that was ahead has run nothing of the last day.
      const from = ranAt > now ? now - DAY : Math.max(ranAt, now - DAY);
      ranAt = now;
      for (const { name, schedule } of functions) {
        const request = new Request(`http://localhost${DIRECT}${name}`, { method: 'POST' });
        if (schedule && isDue(schedule, from, now))
          await route(functions, request, { ip: '127.0.0.1', waitUntil: track });
      }
      await writeFile(note, String(now), { mode: 0o600 }).catch((error: unknown) => console.error(error));
      isRunning = false;
    },
  };
}

/** True if a minute after `from` until `until` (ms) fits the cron expression: each, one, or every n-th minute and hour. */
export function isDue(schedule: string, from: number, until: number): boolean {
  const [minutes = '', hours = ''] = schedule.split(' ');
  const fits = (field: string, value: number) =>
    field === '*' || (field.startsWith('*/') ? value % Number(field.slice(2)) === 0 : value === Number(field));
  for (let minute = Math.floor(from / MINUTE) + 1; minute * MINUTE <= until; minute += 1) {
    const date = new Date(minute * MINUTE);
    if (fits(minutes, date.getUTCMinutes()) && fits(hours, date.getUTCHours())) return true;
  }
  return false;
}

function route(functions: readonly LoadedFunction[], request: Request, work: Work) {
  const { pathname } = new URL(request.url);
  if (pathname.startsWith(DIRECT)) {
    const fn = functions.find(({ name }) => name === pathname.slice(DIRECT.length));
    return fn ? callDirectly(fn, request, work) : null;
  }
  const fn = functionAt(functions, pathname);
  if (!fn) return null;
  return request.method === 'GET' ? readInTurn(() => call(fn, request, work)) : call(fn, request, work);
}

const reads = pLimit(READS_AT_ONCE);

function readInTurn(read: () => Promise<Response>): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<Response>();
  void reads(async () => {
    const answer = read();
    resolve(answer);
    await Promise.race([answer, delay(LONGEST_TURN, undefined, { ref: false })]);
    await setImmediate();
  });
  return promise;
}

type Work = Caller & { waitUntil(work: Promise<unknown>): void };

async function call(fn: LoadedFunction, request: Request, work: Work): Promise<Response> {
  try {
    const answer = await fn.run(request, localContext(work));
    if (answer === undefined) return new Response(null, { status: 204 });
    if (!(answer instanceof Response)) throw new TypeError(`The function ${fn.name} returned no Response`);
    return compressAnswer(request, answer);
  } catch (error) {
    if (!(error instanceof BodyCut))
      console.error(`${request.method} ${loggedPath(request.url)}: the function ${fn.name} threw`, error);
    return Response.json({ error: OUR_FAULT }, { status: 500, headers: protection });
  }
}

/** `/.netlify/functions/<name>`: a scheduled function takes only a POST from this machine, not from a web page. */
function callDirectly(fn: LoadedFunction, request: Request, work: Work): Promise<Response> | null {
  if (fn.patterns.length > 0) return null;
  if (fn.schedule === null) return call(fn, request, work);
  const isLoopback = work.ip === '::1' || /^(::ffff:)?127\./.test(work.ip);
  if (request.method !== 'POST' || !isLoopback || request.headers.has('origin')) return null;
  const scheduled = new Request(request.url, { method: 'POST', headers: { 'x-nf-event': 'schedule' } });
  return call(fn, scheduled, work);
}

/** What our functions use of their second argument. */
export const localContext = ({ ip, waitUntil }: Work) =>
  ({ deploy: { context: 'dev', id: 'local', published: false }, ip, waitUntil }) as Context;
