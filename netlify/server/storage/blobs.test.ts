import { getStore, setEnvironmentContext } from '@netlify/blobs';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type LocalBlobs, startLocalBlobs } from '#tests/support/stores/store-blobs-server';
import { pattern, storeSuite } from '#tests/support/stores/store-suite';
import { blobsStore } from './blobs.ts';
import { StorageError, type Store } from './port.ts';

storeSuite('the Blobs store', async () => {
  const blobs = await startLocalBlobs();
  const overwrite = async (key: string, text: string) => void (await getStore('leads').set(key, text));
  // Fifty calls on a busy machine may wait long. A test below covers the timeout.
  return { store: blobsStore({ name: 'leads', timeoutMs: 300_000 }), overwrite, close: () => blobs.close() };
});

describe('the Blobs store on a bad line', () => {
  let blobs: LocalBlobs;
  let store: Store;
  beforeAll(async () => {
    blobs = await startLocalBlobs();
    store = blobsStore({ name: 'leads' });
  });
  afterEach(() => blobs.failWith(null));
  afterAll(() => blobs.close());

  test('a creation whose answer was lost is still ours, and known as such', async () => {
    blobs.loseAnswers(1);
    const etag = await store.create('lost/create', 'mine');
    expect(await store.get('lost/create')).toEqual({ value: 'mine', etag });
    expect(await store.create('lost/create', 'theirs')).toBeNull();
  });

  test('a replacement whose answers were lost counts once', async () => {
    const first = await store.put('lost/count', 1);
    blobs.loseAnswers(3);
    const etag = await store.replace('lost/count', 2, first);
    expect(await store.get('lost/count')).toEqual({ value: 2, etag });
  });

  test.each([503, 403])('status %i is a failure of every call, never a refusal or an empty store', async (status) => {
    const etag = await store.put('down/record', 1);
    blobs.failWith(status);
    await expectStorageErrors(store, etag);
    blobs.failWith(null);
    expect((await store.get('down/record'))?.value).toBe(1);
    expect((await store.list('down/')).map(({ key }) => key)).toEqual(['down/record']);
  });

  test('silence ends with the timeout of the store', async () => {
    blobs.failWith('silence');
    await expectStorageErrors(blobsStore({ name: 'leads', timeoutMs: 50 }), '"etag"');
  });

  test('a body that has begun may take longer than the timeout', async () => {
    await store.putBytes('slow/reader', pattern(4_000_000));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const begun = await blobsStore({ name: 'leads', timeoutMs: 60_000 }).getBytes('slow/reader');
    await vi.advanceTimersByTimeAsync(60_001);
    expect((await new Response(begun?.stream ?? null).arrayBuffer()).byteLength).toBe(4_000_000);
  });

  test('the error says what failed and what to do', async () => {
    blobs.failWith(503);
    const call = store.get('down/record');
    await expect(call).rejects.toThrow(
      'Netlify Blobs, store leads: get down/record failed. Try again; if it stays so,',
    );
    await expect(call).rejects.toHaveProperty('cause', expect.any(Error));
  });

  test('the body of a large object survives the clearing of memory before it is read', async () => {
    await store.putBytes('large/object', pattern(400_000));
    const begun = await Promise.all(Array.from({ length: 20 }, () => store.getBytes('large/object')));
    // Reads much without keeping it, so that the garbage collector runs.
    for (let round = 0; round < 20; round += 1) await (await store.getBytes('large/object'))?.stream.cancel();
    for (const object of begun) {
      expect((await new Response(object?.stream ?? null).arrayBuffer()).byteLength).toBe(400_000);
    }
  });
});

test('the Blobs store outside a function says that it has no address', async () => {
  setEnvironmentContext({});
  await expect(blobsStore({ name: 'leads' }).get('a')).rejects.toThrow('give the context "dev" and a data folder');
});

test('the Blobs store outside a function does not read weakly where strong reads are not to be had', async () => {
  setEnvironmentContext({ siteID: 'site', token: 'local', edgeURL: 'http://127.0.0.1:9149' });
  await expect(blobsStore({ name: 'leads' }).get('a')).rejects.toThrow('This runtime has no strong reads');
});

async function expectStorageErrors(store: Store, etag: string): Promise<void> {
  const calls = [
    store.get('down/record'),
    store.create('down/new', 1),
    store.replace('down/record', 2, etag),
    store.put('down/record', 2),
    store.delete('down/record'),
    store.list('down/'),
    store.getBytes('down/record'),
    store.putBytes('down/bytes', pattern(3)),
  ];
  for (const outcome of await Promise.allSettled(calls)) {
    expect(outcome).toEqual({ status: 'rejected', reason: expect.any(StorageError) });
  }
}
