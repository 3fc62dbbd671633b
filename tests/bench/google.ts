import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { startGoogleDouble } from '#tests/support/google-double';
import { bundledFunctions } from '../../scripts/bundle-functions.ts';
import { percentile, type Row } from './row.ts';

const MAX_ZIP_KB = 2000;
const RUNS = 7;

/** What a process does that is woken by a call which asks Google: it loads the function, and the client with the call. */
const wake = `
const began = performance.now();
const { default: health } = await import(process.argv[1]);
const context = { deploy: { context: 'dev', id: 'bench', published: false }, ip: '127.0.0.1', params: {} };
const answer = await health(new Request('http://localhost/api/health'), context);
console.log(JSON.stringify([answer.status, performance.now() - began]));
`;

/** The booking function as Netlify packs it, Google's client included, and what waking with Google costs. */
export async function googleRows(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
  const zips = await zipFunctions(bundledFunctions, path.join(folder, 'zips'), { basePath: bundledFunctions });
  const book = zips.find(({ name }) => name === 'book');
  const { size } = await stat(book?.path ?? '');
  const woken = await wakeTimes(path.join(folder, 'data'));
  await rm(folder, { recursive: true });
  return [
    { what: 'zip of the booking function', measured: size / 1000, unit: 'kB', max: MAX_ZIP_KB },
    { what: 'waking with a call that asks Google (a server beside it)', measured: percentile(woken, 0.5), unit: 'ms' },
  ];
}

async function wakeTimes(dataDir: string): Promise<number[]> {
  const google = await startGoogleDouble();
  const env = { ...process.env, ...google.env, DATA_DIR: dataDir };
  const args = ['--input-type=module', '-e', wake, path.join(bundledFunctions, 'health.mjs')];
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const [status, time] = JSON.parse(stdout);
    if (status !== 200) throw new Error(`/api/health answered ${status}`);
    times.push(time);
  }
  await google.close();
  return times;
}
