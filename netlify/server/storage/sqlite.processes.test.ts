import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { payloadOf, tallyOf } from '#tests/support/stores/store-payload';
import { type Child, numbersOf, runTogether, startChild } from '#tests/support/stores/store-processes';
import type { Store } from './port.ts';
import { openDatabase, sqliteStore } from './sqlite.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlite-processes-'));
  file = join(folder, 'new', 'site.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => sqliteStore(file, 'trial');

test('4 processes that count to 100 each make 400', async () => {
  await runTogether('count', file, 4);
  const stored = await open().get('count');
  expect(stored?.value).toEqual({ child0: 100, child1: 100, child2: 100, child3: 100 });
});

test('of 8 processes, one creates each key', async () => {
  const children = await runTogether('reserve', file, 8);
  const store = open();
  const reserved = children.flatMap((child) => numbersOf(child, 'reserved').map((key) => ({ key, name: child.name })));
  expect(reserved.map(({ key }) => key).toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: 40 }, (_, key) => key),
  );
  for (const { key, name } of reserved) expect((await store.get(`reserved/${key}`))?.value).toEqual({ name });
});

test('5 processes that create and delete one key never disturb the one that holds it', async () => {
  const children = await runTogether('churn', file, 5);
  expect(children.flatMap((child) => numbersOf(child, 'disturbed'))).toEqual([]);
  expect(children.flatMap((child) => numbersOf(child, 'held')).length).toBeGreaterThan(4);
  expect(await open().list('')).toEqual([]);
});

test('what was answered before a kill is there after it, whole, and work goes on', async () => {
  const [waits = []] = fc.sample(fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 20, maxLength: 20 }), {
    seed: 34741,
    numRuns: 1,
  });
  const store = open();
  const neighbor = await startWriting('neighbor');
  for (const [round, wait] of waits.entries()) {
    const victim = await startWriting(`victim${round}`);
    await pause(wait);
    await killAndCheck(store, victim);
  }
  await killAndCheck(store, neighbor);

  const keys = (await store.list('')).map(({ key }) => key);
  for (const key of keys) expect((await store.get(key)) ?? (await sizeOf(store, key))).toBeTruthy();
  expect(openDatabase(file).prepare('PRAGMA integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  const count = await store.get('count');
  expect(await store.replace('count', { done: 1 }, count?.etag ?? '')).not.toBeNull();
});

async function startWriting(name: string): Promise<Child> {
  const child = await startChild('writeOn', file, name);
  child.begin();
  // Kills no process before its first answer: the test needs data.
  while (numbersOf(child, 'created').length === 0) await pause(1);
  return child;
}

/** Kills a process, and compares its answers with the stored data. */
async function killAndCheck(store: Store, child: Child): Promise<void> {
  child.kill();
  expect(await child.ended).toBeNull();
  const own = `own/${child.name}`;
  const deleted = numbersOf(child, 'deleted');
  for (const round of numbersOf(child, 'created')) {
    const record = (await store.get(`${own}/record-${round}`))?.value;
    // The interrupted deletion may have happened.
    if (record === undefined && isAbout(round, child)) continue;
    expect(record).toEqual(deleted.includes(round) ? undefined : payloadOf(child.name, round));
  }
  await checkLatest(store, child);
  const counted = numbersOf(child, 'counted').at(-1) ?? 0;
  expect([counted, counted + 1]).toContain(tallyOf((await store.get('count'))?.value)[child.name] ?? 0);
}

/** The process was about to delete `round` when it was killed. */
function isAbout(round: number, child: Child): boolean {
  const deleting = (numbersOf(child, 'bytes').at(-1) ?? -1) - 1;
  return round === deleting && deleting % 3 === 1;
}

/** The repeatedly written record is whole, from the last answered round or the next. */
async function checkLatest(store: Store, child: Child): Promise<void> {
  const put = numbersOf(child, 'put').at(-1);
  if (put !== undefined) {
    const latest = (await store.get(`own/${child.name}/latest`))?.value;
    expect([payloadOf(child.name, put), payloadOf(child.name, put + 1)]).toContainEqual(latest);
  }
  const bytes = numbersOf(child, 'bytes').at(-1);
  if (bytes !== undefined) {
    const found = await store.getBytes(`own/${child.name}/bytes`);
    const text = await new Response(found?.stream ?? null).text();
    expect([payloadOf(child.name, bytes).text, payloadOf(child.name, bytes + 1).text]).toContain(text);
  }
}

async function sizeOf(store: Store, key: string): Promise<number> {
  const found = await store.getBytes(key);
  return found ? (await new Response(found.stream).arrayBuffer()).byteLength : 0;
}
