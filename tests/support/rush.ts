import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Slot } from '#contracts/calendar';
import type { Attempt } from './rush-client.ts';

/** 500 attempts together. */
export const PROCESSES = 4;
export const ATTEMPTS = 125;

/** Several processes of visitors, each with `atOnce` of them at any moment. */
export async function rush(slot: Slot, atOnce: number, urls: string[], onAttempt = () => {}): Promise<Attempt[]> {
  const client = path.resolve(import.meta.dirname, 'rush-client.ts');
  const one = async (): Promise<Attempt[]> => {
    const args = [client, String(ATTEMPTS), String(atOnce), JSON.stringify(slot), ...urls];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const attempts: Attempt[] = [];
    for await (const line of createInterface(child.stdout)) {
      attempts.push(JSON.parse(line));
      onAttempt();
    }
    return attempts;
  };
  return (await Promise.all(Array.from({ length: PROCESSES }, one))).flat();
}
