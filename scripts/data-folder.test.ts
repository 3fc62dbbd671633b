import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseFile } from '#server/storage/local';
import { openStore } from '#server/storage/stores';
import { SEEDS } from '#tests/support/chance';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = (script: string, folder: string, ...args: string[]) => runAs({}, script, folder, ...args);
const runAs = (user: { uid?: number }, script: string, folder: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...process.env, DATA_DIR: folder },
    ...user,
  });
const backup = (...args: string[]) => run('backup', dataDir, ...args);

test('a copy that is made while the site writes is whole, for its user alone, and can be put back', async () => {
  const leads = openStore('leads', { context: 'dev', dataDir });
  for (let count = 0; count < 200; count += 1) await leads.put(`a/${count}`, { count });
  const copy = join(dataDir, 'copy.db');
  let isWriting = true;
  const writing = (async () => {
    for (let count = 0; isWriting; count += 1) {
      await leads.put(`b/${count}`, 'x'.repeat(5000));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  })();
  await backup(copy);
  isWriting = false;
  await writing;
  expect((await stat(copy)).mode & 0o777).toBe(0o600);

  const restored = join(dataDir, 'restored');
  const restore = (...args: string[]) => run('restore', restored, copy, ...args);
  await expect(restore('--netlify')).rejects.toThrow('does not go to Netlify');
  await restore();
  await expect(restore()).rejects.toThrow(`${databaseFile(restored)} is there already`);
  expect((await stat(databaseFile(restored))).mode & 0o777).toBe(0o600);
  const back = openStore('leads', { context: 'dev', dataDir: restored });
  expect(await back.list('a/')).toEqual(await leads.list('a/'));
  expect((await back.get('a/199'))?.value).toEqual({ count: 199 });
});

test('it writes over nothing, and says what it wants', async () => {
  const kept = join(dataDir, 'kept.db');
  await writeFile(kept, 'kept');
  await expect(backup(kept)).rejects.toThrow('EEXIST');
  await expect(backup()).rejects.toThrow('npm run backup -- <file>');
  expect(await readFile(kept, 'utf8')).toBe('kept');
});

test('a folder without a database or with a broken one is named in a sentence', async () => {
  const folder = (name: string) => join(dataDir, name);
  await mkdir(folder('none'));
  await mkdir(folder('broken'));
  await writeFile(databaseFile(folder('broken')), 'no database '.repeat(400));
  expect((await run('doctor', folder('none'))).stdout).toContain('There is no database yet');
  await expect(run('backup', folder('none'), folder('copy.db'))).rejects.toThrow('There is no database yet');
  expect(await readdir(folder('none'))).toEqual([]);
  const { stdout } = await run('doctor', folder('broken')).catch((error: { stdout: string }) => error);
  expect(stdout).toMatch(/The database is damaged: \S/);
});

/** No permission stops root, so as root another user runs the program. */
const user = process.getuid?.() === 0 ? { uid: 65_534 } : {};

/** Starts the program with the folder. Its standard error must be one sentence. */
async function refusal(script: string, folder: string, ...args: string[]): Promise<string> {
  const { stderr } = await runAs(user, script, folder, ...args).catch((error: { stderr: string }) => error);
  expect(stderr).toMatch(/^The site cannot [^\n]+\n$/);
  return stderr;
}

test('a data folder that cannot be written is told in one sentence, which names what is read-only', async ({
  skip,
}) => {
  const read = promisify(execFile)(process.execPath, ['-e', 'fs.accessSync("package.json")'], user);
  await read.catch(() => skip('Only root can read this checkout.'));
  const folder = join(dataDir, 'read-only');
  const file = databaseFile(folder);
  await mkdir(folder);
  await writeFile(file, '');
  await chmod(dataDir, 0o755);
  await chmod(folder, 0o555);
  // One in `npm test`: all of them ask the same function.
  const programs = ['start', ...(SEEDS > 1 ? ['dev', 'seed', 'doctor', 'backup'] : [])];
  for (const refused of await Promise.all(programs.map((script) => refusal(script, folder)))) {
    expect(refused).toContain(`${folder} (EACCES`);
  }
  const unstarted = await refusal('../netlify/local/main', folder, '--api');
  expect(unstarted).toMatch(/^The site cannot start: EACCES\b/);
  expect(unstarted).toContain(folder);
  expect(await refusal('backup', join(file, 'in', 'it'), 'copy.db')).toContain('ENOTDIR');
  await chmod(folder, 0o777);
  await chmod(file, 0o444);
  expect(await refusal('backup', folder, 'copy.db')).toContain(file);
});
