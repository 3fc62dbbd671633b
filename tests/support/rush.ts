import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Slot } from '#contracts/calendar';
import type { Attempt } from './rush-client.ts';

const PROCESSES = 4;

/** So many attempts in all by several processes of visitors, each with `atOnce` of them at any moment. */
export async function rush(
  slot: Slot,
  attempts: number,
  urls: string[],
  { atOnce = attempts / PROCESSES, onAttempt = () => {} } = {},
): Promise<Attempt[]> {
  const client = path.resolve(import.meta.dirname, 'rush-client.ts');
  const one = async (): Promise<Attempt[]> => {
    const args = [client, String(attempts / PROCESSES), String(atOnce), JSON.stringify(slot), ...urls];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const made: Attempt[] = [];
    for await (const line of createInterface(child.stdout)) {
      made.push(JSON.parse(line));
      onAttempt();
    }
    return made;
  };
  return (await Promise.all(Array.from({ length: PROCESSES }, one))).flat();
}
