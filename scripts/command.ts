import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';

export const root = path.resolve(import.meta.dirname, '..');

/** Runs a program of `node_modules/.bin` or the machine and shows its output. Resolves to its exit code. */
export async function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<number> {
  return await exitCode(start(command, args, { env, stdio: 'inherit', cwd }));
}

/** Like `runCommand`, but returns the output instead, for parallel programs. */
export async function captureCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<{ code: number; output: string }> {
  const color: Record<string, string> = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {};
  const child = start(command, args, { env: { ...color, ...env }, stdio: ['ignore', 'pipe', 'pipe'], cwd });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
  return { code: await exitCode(child), output };
}

function start(
  command: string,
  args: readonly string[],
  { env, stdio, cwd = root }: { env: Record<string, string>; stdio: StdioOptions; cwd?: string },
): ChildProcess {
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter);
  const ownEnv = { ...process.env, PATH, ASTRO_TELEMETRY_DISABLED: '1', ...env };
  return spawn(command, args, { cwd, stdio, env: ownEnv });
}

/** `close` comes after all output; `exit` may not. Rejects if the program cannot be started. */
async function exitCode(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'close');
  return code ?? 1;
}

/** Like `runCommand`, but throws if the program fails. */
export async function mustRun(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const code = await runCommand(command, args, env);
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed (${code})`);
}

/** As Node's `parseArgs`, but says in a sentence which option is unknown and which there are, and ends the program. */
export function parseOptions<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    console.error(
      `${error.message.split('. ')[0]}. ${names.length > 0 ? `There are: ${names.join(', ')}` : 'It takes none.'}`,
    );
    process.exit(1);
  }
}

/** The first of these programs that is installed. */
export function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter(Boolean);
  const programs = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return programs.find((program) => existsSync(program));
}
