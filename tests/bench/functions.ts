import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { zipFunctions } from '@netlify/zip-it-and-ship-it';
import { bundledFunctions } from '../../scripts/bundle-functions.ts';
import { percentile, type Row } from './row.ts';

const MAX_IMPORT_MS = 50;

/** The time to load a function in a fresh process, as Netlify packs it. */
export async function importRows(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-'));
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
