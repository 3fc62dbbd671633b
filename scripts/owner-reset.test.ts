import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { accessLine, localAdmin } from '#local/admin';
import { isOwner, readAccess } from '#server/auth/access';

async function reset(dataDir: string, args: string[] = [], env: Record<string, string> = {}): Promise<string> {
  const all = { ...process.env, DATA_DIR: dataDir, ...env };
  return (await promisify(execFile)(process.execPath, ['scripts/owner-reset.ts', ...args], { env: all })).stdout;
}

const passwordIn = (text: string) => /^The new password, shown only now: (\S+)$/m.exec(text)?.[1] ?? '';

async function freshFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'reset-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test('owner:reset gives the owner a new password on this machine, and ends all sessions', async () => {
  const folder = await freshFolder();
  const before = await localAdmin(folder, {});
  const text = await reset(folder);
  const after = await localAdmin(folder, {});
  const kept = async () => JSON.parse(await readFile(path.join(folder, 'admin.json'), 'utf8')).password;
  expect(await kept()).toBe(passwordIn(text));
  expect([before.password, after.password]).toEqual([
    expect.stringMatching(/^\S{12}$/),
    `the one in ${folder}/admin.json`,
  ]);
  expect(passwordIn(text)).not.toBe(before.password);
  expect(after.env.SESSION_SECRET).not.toBe(before.env.SESSION_SECRET);
  expect((await stat(path.join(folder, 'admin.json'))).mode & 0o777).toBe(0o600);
  expect(text).toContain('signs in at /login as admin');
  // A damaged file is what keeps an owner out as well.
  await writeFile(path.join(folder, 'admin.json'), 'half');
  await expect(localAdmin(folder, {})).rejects.toThrow();
  expect(passwordIn(await reset(folder))).toBe(await kept());
  const given = { ADMIN_PASSWORD: 'nobody prints it' };
  expect(accessLine(await localAdmin(folder, given))).toMatch(/password: the one of ADMIN_PASSWORD$/);
  expect(await reset(folder, [], { ADMIN_PASSWORD: 'one in the way' })).toContain('remove from .env');
});

test('for Netlify it prints variables that let the owner in, and changes nothing here', async () => {
  const folder = await freshFolder();
  const before = await localAdmin(folder, {});
  const text = await reset(folder, ['--netlify']);
  const printed = Object.fromEntries([...text.matchAll(/^([A-Z_]+)=(.+)$/gm)].map(([, name, value]) => [name, value]));
  const access = readAccess({ ...printed, ADMIN_USERNAME: 'owner' });
  expect(access && (await isOwner(access, { username: 'owner', password: passwordIn(text) }))).toBe(true);
  expect((await localAdmin(folder, {})).env.SESSION_SECRET).toBe(before.env.SESSION_SECRET);
});
