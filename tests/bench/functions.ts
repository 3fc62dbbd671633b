import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Context } from '@netlify/functions';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { localContext } from '#local/functions';
import { bundledFunctions, bundleFunctions } from '../../scripts/bundle-functions.ts';
import { percentile, type Row } from './row.ts';

const MAX_IMPORT_MS = 150;
const MAX_ANSWER_MS = 5;
const CALLS = 1000;

/** How long a fresh process takes to load a function, as Netlify packs it. */
export async function importRows(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  await bundleFunctions();
  await zipFunctions(bundledFunctions, folder, { basePath: bundledFunctions, archiveFormat: 'none' });
  const script = `const began = performance.now(); await import(process.argv[1]); console.log(performance.now() - began);`;
  const file = path.join(folder, 'book/book.mjs');
  const times: number[] = [];
  for (let run = 0; run < 7; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, file]);
    times.push(Number(stdout));
  }
  await rm(folder, { recursive: true });
  return [{ what: 'import of the booking function', measured: percentile(times, 0.5), unit: 'ms', max: MAX_IMPORT_MS }];
}

type Handler = (request: Request, context: Context) => Promise<Response>;

/** How long a handler takes in this process, on disk storage of its own. */
export async function answerRows(): Promise<Row[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  Object.assign(process.env, { DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  const { default: availability } = await import('../../netlify/functions/availability.ts');
  const rows = await timeHandler(
    'availability',
    availability,
    () => new Request('http://localhost/api/calendar/availability'),
  );
  await rm(dataDir, { recursive: true });
  return rows;
}

interface Timing {
  /** The figure to reach, in ms; `null` where there is none. */
  readonly max?: number | null;
  readonly calls?: number;
  readonly params?: Record<string, string>;
  readonly read?: (answer: Response) => Promise<unknown>;
}

/** Calls a handler again and again; `read` takes of the answer what is waited for. */
export async function timeHandler(
  what: string,
  handler: Handler,
  ask: () => Request,
  { params = {}, read = (answer) => answer.arrayBuffer(), max = MAX_ANSWER_MS, calls = CALLS }: Timing = {},
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
