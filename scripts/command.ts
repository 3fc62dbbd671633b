import { spawn } from 'node:child_process';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** Runs a program of `node_modules/.bin` or of the machine, its output shown as it comes; resolves to its exit code. */
export function runCommand(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<number> {
  const PATH = [path.join(root, 'node_modules/.bin'), process.env['PATH']].join(path.delimiter);
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH, ASTRO_TELEMETRY_DISABLED: '1', ...env },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** The same for a step that must succeed: throws with the name of what failed. */
export async function mustRun(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const code = await runCommand(command, args, env);
  if (code !== 0) throw new Error(`${[command, ...args].join(' ')} failed (${code})`);
}
