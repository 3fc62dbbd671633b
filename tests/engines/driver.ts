import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';

/** What a browser of another engine does for a test; each speaks a protocol of the W3C, without a library. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Calls a function in the page, which may use nothing but its parameters; these and its result go as JSON. */
  call<Result, Given extends readonly unknown[]>(run: (...given: Given) => Result, ...given: Given): Promise<Result>;
  /** Pointer and keys, in the words of "Actions" (w3.org/TR/webdriver2/#actions), which both protocols share. */
  act(sources: readonly InputSource[]): Promise<void>;
  /** Gives files to the field that a selector finds. */
  giveFiles(selector: string, paths: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

type InputSource =
  | { type: 'pointer'; id: string; parameters: { pointerType: 'mouse' }; actions: readonly object[] }
  | { type: 'key'; id: string; actions: readonly object[] };

/** CSS pixels. */
export const WINDOW = { width: 1280, height: 900 };

/** Asks until it is told something: a busy machine takes its time, and a page that is about to be left answers nothing. */
export async function until<Found>(
  what: string,
  look: () => Promise<Found | null | undefined | false>,
): Promise<Found> {
  const find = async () => (await look()) || Promise.reject(new Error(`Waited in vain: ${what}`));
  return await vi.waitFor(find, { timeout: 30_000, interval: 100 });
}

/** Starts a program. `output` is what it has complained of so far; `stop` resolves when it has ended. */
export function startProgram(program: string, args: readonly string[]): { output(): string; stop(): Promise<void> } {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exit = once(child, 'exit');
  let output = '';
  child.stderr.on('data', (chunk) => (output += String(chunk)));
  return {
    output: () => output,
    async stop() {
      child.kill();
      await exit;
    },
  };
}
