import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { seedsFrom } from '#tests/support/chance';
import { type Child, numbersOf, payloadOf, startWriting, tallyOf } from '#tests/support/stores/store-processes';
import type { Store } from './port.ts';
import { openDatabase, sqliteStore } from './sqlite.ts';

test('what was answered before a kill is there after it, whole, and work goes on', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sqlite-processes-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'new', 'site.db');
  const store = sqliteStore(file, 'trial');
  const neighbor = await startWriting(file, 'neighbor');
  const waits = seedsFrom(0).flatMap((seed) => [2 + seed, 21 + seed]);
  for (const [round, wait] of waits.entries()) {
    const victim = await startWriting(file, `victim${round}`);
    await pause(wait);
    await killAndCheck(store, victim);
  }
  await killAndCheck(store, neighbor);
  expect(openDatabase(file).prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  const count = await store.get('count');
  expect(await store.replace('count', { done: 1 }, count?.etag ?? '')).not.toBeNull();
});

test('when its program stops, the database is one file that can be copied', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sqlite-stopped-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'site.db');
  const driver = pathToFileURL(join(import.meta.dirname, 'sqlite.ts')).href;
  const code = `import { sqliteStore } from '${driver}';
    await sqliteStore('${file}', 'trial').create('a', { kept: true });
    process.on('SIGTERM', () => process.exit(0));
    setInterval(() => undefined, 1000);
    process.kill(process.pid, 'SIGTERM');`;
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code]);
  expect(await readdir(folder)).toEqual(['site.db']);
  expect((await sqliteStore(file, 'trial').get('a'))?.value).toEqual({ kept: true });
});

/** Kills a process, and compares its answers with the stored data: each is of the last answered round, or the next. */
async function killAndCheck(store: Store, child: Child): Promise<void> {
  child.kill();
  expect(await child.ended).toBeNull();
  const own = `own/${child.name}`;
  const last = (word: string) => numbersOf(child, word).at(-1) ?? -1;
  for (const round of numbersOf(child, 'created')) {
    const record = (await store.get(`${own}/record-${round}`))?.value;
    const isDeleted = numbersOf(child, 'deleted').includes(round);
    // The process may have been about to delete it.
    if (record === undefined && round === last('bytes') - 1) continue;
    expect(record).toEqual(isDeleted ? undefined : payloadOf(child.name, round));
  }
  const put = last('put');
  const latest = (await store.get(`${own}/latest`))?.value;
  if (put >= 0) expect([put, put + 1].map((round) => payloadOf(child.name, round))).toContainEqual(latest);
  const bytes = last('bytes');
  const text = await new Response((await store.getBytes(`${own}/bytes`))?.stream ?? null).text();
  if (bytes >= 0) expect([bytes, bytes + 1].map((round) => payloadOf(child.name, round).text)).toContain(text);
  const counted = Math.max(last('counted'), 0);
  expect([counted, counted + 1]).toContain(tallyOf((await store.get('count'))?.value)[child.name] ?? 0);
}
