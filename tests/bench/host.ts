import { SiteProcess } from '../support/site-process.ts';
import { percentile, type Row } from './row.ts';

const MAX_START_MS = 1000;

/** From the process's start to the printed address of the built site. */
export async function startRows(): Promise<Row[]> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const began = performance.now();
    const site = await SiteProcess.open();
    times.push(performance.now() - began);
    await site.close();
  }
  return [{ what: 'start of the local host', measured: percentile(times, 0.5), unit: 'ms', max: MAX_START_MS }];
}
