import { spawn } from 'node:child_process';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { readAccess, subjectOf } from '#server/auth/session';
import { loadEnv } from '#server/env';

async function run(input: string): Promise<{ code: number; output: string; complained: string }> {
  const child = spawn(process.execPath, [path.resolve('scripts/admin-hash.ts')]);
  child.stdin.end(input);
  const [output, complained, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve) => child.on('exit', (exit) => resolve(exit ?? -1))),
  ]);
  return { code, output, complained };
}

test('what it prints lets the owner in, and nobody else', async () => {
  const password = 'páss wörd $1 "quoted"';
  const { code, output } = await run(`${password}\n`);
  expect(code).toBe(0);
  expect(output).not.toContain(password);
  const printed = Object.fromEntries(
    output
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/).slice(0, 2)),
  );
  const env = { ...printed, ADMIN_USERNAME: 'owner' };
  expect(() => loadEnv(env)).not.toThrow();
  const access = readAccess(env);
  expect(access && (await subjectOf(access, { username: 'owner', password }))).toBe('owner');
  expect(access && (await subjectOf(access, { username: 'Owner', password }))).toBeNull();
  expect(access && (await subjectOf(access, { username: 'owner', password: 'pass word' }))).toBeNull();
});

test.each([
  ['', 'No password was typed'],
  ['short\n', 'at least 8 characters'],
  [`${'é'.repeat(37)}\n`, 'at most 72 bytes'],
])('%j is refused', async (input, complaint) => {
  const { code, output, complained } = await run(input);
  expect([code, output]).toEqual([1, '']);
  expect(complained).toContain(complaint);
});
