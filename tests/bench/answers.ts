import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Context } from '@netlify/functions';
import { localContext } from '#local/functions';
import { percentile, type Row } from './row.ts';

const MAX_ANSWER_MS = 5;
const CALLS = 1000;

type Handler = (request: Request, context: Context) => Promise<Response>;

/** The time of handlers in this process, over their own database. */
export async function answerRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  const { default: availability } = await import('../../netlify/functions/availability.ts');
  const ask = () => new Request('http://localhost/api/calendar/availability');
  const rows = await timeHandler('availability', availability, ask);
  await rm(dataDir, { recursive: true });
  return rows;
}

interface Timing {
  /** Limit in ms; `null` for none. */
  readonly max?: number | null;
  readonly calls?: number;
  readonly params?: Record<string, string>;
  readonly read?: (answer: Response) => Promise<unknown>;
}

/** Reads an answer in pieces, as a host does: joining them would copy it once more. */
async function sent(answer: Response): Promise<void> {
  const reader = answer.body?.getReader();
  while (reader && !(await reader.read()).done);
  reader?.releaseLock();
}

/** Calls a handler repeatedly. `read` takes the awaited part of the answer. */
export async function timeHandler(
  what: string,
  handler: Handler,
  ask: () => Request,
  { params = {}, read = sent, max = MAX_ANSWER_MS, calls = CALLS }: Timing = {},
): Promise<Row[]> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const request = ask();
    const context = localContext(request, { ip: '127.0.0.1', params, waitUntil: () => {} });
    const began = performance.now();
    const answer = await handler(request, context);
    await read(answer);
    times.push(performance.now() - began);
    if (!answer.body?.locked) await answer.body?.cancel();
    if (!answer.ok) throw new Error(`${what} answered ${answer.status}`);
  }
  return [
    { what: `${what}, p50`, measured: percentile(times, 0.5), unit: 'ms' },
    { what: `${what}, p99`, measured: percentile(times, 0.99), unit: 'ms', ...(max !== null && { max }) },
  ];
}
