import { appendFile, cp, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sourceStamp } from './build-site.ts';
import { root } from './command.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sources-'));
  for (const part of [
    'build',
    'src/lib',
    'src/pages',
    'src/browser',
    'src/styles',
    'public',
    'astro.config.mjs',
    'package.json',
  ]) {
    await cp(path.join(root, part), path.join(folder, part), { recursive: true });
  }
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

test('a file that is written anew with the same length is seen; a variable that no page reads changes nothing', async () => {
  const before = await sourceStamp(folder);
  vi.stubEnv('SMTP_URL', 'smtp://elsewhere');
  expect(await sourceStamp(folder)).toBe(before);
  await utimes(path.join(folder, 'package.json'), new Date(), new Date(0));
  expect(await sourceStamp(folder)).not.toBe(before);
});

test('a change of any source is seen, and of a variable that they read', async () => {
  const stamps = [await sourceStamp(folder)];
  const expectNew = async (what: string) => {
    const stamp = await sourceStamp(folder);
    expect(stamps, what).not.toContain(stamp);
    stamps.push(stamp);
  };
  for (const file of [
    'build/finish-pages.ts',
    'src/styles/tokens.css',
    'package.json',
    'public/robots-of-a-new-file.txt',
  ]) {
    await appendFile(path.join(folder, file), '\n');
    await expectNew(file);
  }
  for (const name of ['SITE_URL', 'PUBLIC_GA_ID', 'CONTEXT', 'LEADS_WEBHOOK_URL', 'REMINDERS', 'GOOGLE_CALENDAR_ID']) {
    vi.stubEnv(name, 'something else');
    await expectNew(name);
  }
});
