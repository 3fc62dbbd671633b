import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LocalBlobs, startLocalBlobs } from '#tests/support/stores/store-blobs-server';
import { blobsStore } from './blobs.ts';
import { StorageError } from './port.ts';
import { openStore } from './stores.ts';

let blobs: LocalBlobs;
let dataDir: string;
beforeAll(async () => {
  blobs = await startLocalBlobs();
  dataDir = await mkdtemp(join(tmpdir(), 'stores-'));
});
afterAll(async () => {
  await blobs.close();
  await rm(dataDir, { recursive: true, force: true });
});

const contexts = ['production', 'deploy-preview', 'branch-deploy', 'dev'];
const names = ['leads', 'slots', 'limits'] as const;

test('every store of every context is apart from all others', async () => {
  const stores = contexts.flatMap((context) => names.map((name) => openStore(name, { context, dataDir })));
  for (const [index, store] of stores.entries()) await store.create('shared/key', index);
  for (const [index, store] of stores.entries()) expect((await store.get('shared/key'))?.value).toBe(index);
  expect(new Set(stores).size).toBe(12);
  // Production has the plain names, a preview its own.
  expect((await blobsStore({ name: 'leads' }).get('shared/key'))?.value).toBe(0);
  expect((await blobsStore({ name: 'deploy-preview-leads' }).get('shared/key'))?.value).toBe(3);
});

test('the local stores are one file of the data folder, which only dev writes to', async () => {
  await openStore('leads', { context: 'production', dataDir: join(dataDir, 'none') }).put('a', 1);
  await openStore('leads', { context: 'dev', dataDir }).put('a', 1);
  expect(await readdir(dataDir)).toContain('site.db');
  expect(await readdir(dataDir)).not.toContain('none');
});

test('a store is opened once', () => {
  for (const context of contexts) {
    expect(openStore('limits', { context, dataDir })).toBe(openStore('limits', { context, dataDir }));
  }
  expect(openStore('limits', { context: 'dev', dataDir: `${dataDir}/` })).toBe(
    openStore('limits', { context: 'dev', dataDir }),
  );
  expect(openStore('limits', { context: 'dev', dataDir: `${dataDir}/other` })).not.toBe(
    openStore('limits', { context: 'dev', dataDir }),
  );
});

test.each(['', 'Production', '../leads'])('an unknown context %j opens nothing', (context) => {
  expect(() => openStore('leads', { context, dataDir })).toThrow(StorageError);
});

test('dev without a data folder says which variable to set', () => {
  expect(() => openStore('leads', { context: 'dev' })).toThrow('set DATA_DIR');
});
