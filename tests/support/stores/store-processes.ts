import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./store-child.ts', import.meta.url));

/** A process at work on a database. `lines` fills with its output. */
export interface Child {
  readonly name: string;
  readonly lines: string[][];
  /** Lets it begin, so that several can begin together. */
  begin(): void;
  kill(): void;
  /** The exit code, `null` after a kill. By then `lines` is complete. */
  readonly ended: Promise<number | null>;
}

export async function startChild(work: string, file: string, name: string): Promise<Child> {
  const child = spawn(process.execPath, [script, work, file, name], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: string[][] = [];
  const reader = createInterface({ input: child.stdout });
  const ready = once(reader, 'line');
  reader.on('line', (line) => lines.push(line.split(' ')));
  const ended = Promise.all([once(child, 'exit'), once(reader, 'close')]).then(() => child.exitCode);
  await ready;
  return { name, lines, begin: () => child.stdin.write('go\n'), kill: () => child.kill('SIGKILL'), ended };
}

/** Starts `count` processes, lets them begin together, and waits until all have ended well. */
export async function runTogether(work: string, file: string, count: number): Promise<Child[]> {
  const names = Array.from({ length: count }, (_, index) => `child${index}`);
  const children = await Promise.all(names.map((name) => startChild(work, file, name)));
  for (const child of children) child.begin();
  const codes = await Promise.all(children.map(({ ended }) => ended));
  if (codes.some((code) => code !== 0)) throw new Error(`Exit codes of the processes: ${codes.join(', ')}`);
  return children;
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
