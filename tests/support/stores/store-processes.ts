import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('./store-child.ts', import.meta.url));

/** A process at work on a database. `lines` fills with its output. */
export interface Child {
  readonly name: string;
  readonly lines: string[][];
  kill(): void;
  /** The exit code, `null` after a kill. By then `lines` is complete. */
  readonly ended: Promise<number | null>;
}

/** A process that has written once when it is there, and goes on until it is killed. */
export async function startWriting(file: string, name: string): Promise<Child> {
  const child = spawn(process.execPath, [program, file, name], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[][] = [];
  const reader = createInterface({ input: child.stdout });
  const written = once(reader, 'line');
  reader.on('line', (line) => lines.push(line.split(' ')));
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(() => child.exitCode);
  await written;
  return { name, lines, kill: () => child.kill('SIGKILL'), ended };
}

/** A child process's record of a round: large, and its end shows that it is whole. */
export function payloadOf(name: string, round: number): { name: string; round: number; text: string; end: true } {
  return { name, round, text: `${name} wrote this in round ${round}. `.repeat(700 + (round % 50) * 10), end: true };
}

/** How far each process has counted. */
export const tallyOf = (value: unknown) => Object(value ?? {}) as Readonly<Record<string, number>>;

/** The numbers of one word, in order. */
export function numbersOf(child: Child, word: string): number[] {
  return child.lines.filter(([first]) => first === word).map(([, number]) => Number(number));
}
