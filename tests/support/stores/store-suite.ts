import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { keptObject } from '#contracts/kept-object';
import { isThere, readEvery, StorageError, type Store, UnreadableRecord } from '#server/storage/port';
import { MAX_TRIES, recordsOf } from '#server/storage/typed-records';

interface OpenStore {
  readonly store: Store;
  /** Overwrites a record with a text, as by hand. */
  overwrite(key: string, text: string): Promise<void>;
  close(): Promise<void>;
}

const lots = Array.from({ length: 50 }, (_, index) => index);

/** The port's promises, for every driver. Each test has its own keys. */
export function storeSuite(name: string, open: () => Promise<OpenStore>): void {
  describe(name, () => {
    let opened: OpenStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());
    const store = () => opened.store;

    recordTests(store);
    raceTests(store);
    listTests(store);
    bytesTests(store);
    keyTests(store);
    damageTests(() => opened);
    kindTests(() => opened);
  });
}

function damageTests(opened: () => OpenStore): void {
  const store = () => opened().store;
  const damaged = async (key: string) => {
    await store().put(key, { name: 'whole' });
    await opened().overwrite(key, '{"name": "half');
  };

  test('names a record that is not JSON, without a word of it, and no other call fails', async () => {
    await damaged('damaged/one');
    const error = await store()
      .get('damaged/one')
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreadableRecord);
    expect(String(error)).toContain('damaged/one');
    expect(JSON.stringify([String(error), (error as Error).cause])).not.toContain('half');
    expect(await isThere(store(), 'damaged/one')).toBe(true);
    expect(await isThere(store(), 'damaged/none')).toBe(false);
    expect((await store().list('damaged/one')).map(({ key }) => key)).toEqual(['damaged/one']);
    expect(await store().create('damaged/one', 1)).toBeNull();
  });

  test('reads the others beside it, and it too once it is written anew or restored by hand', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const named = z.object({ name: z.string() });
    const read = async () => {
      const { records, unreadable } = await readEvery(store(), 'beside/', named);
      return [records.map(({ key }) => key), unreadable];
    };
    await store().put('beside/whole', { name: 'whole' });
    await store().put('beside/shape', { name: 1 });
    await damaged('beside/text');
    for (let time = 0; time < 2; time += 1) {
      expect(await read()).toEqual([['beside/whole'], ['beside/shape', 'beside/text']]);
    }
    expect(log.mock.calls.map(([line]) => String(line).split(' ')[2])).toEqual(['beside/shape', 'beside/text']);
    await opened().overwrite('beside/text', '{"name": "restored"}');
    await store().put('beside/shape', { name: 'anew' });
    expect(await read()).toEqual([['beside/shape', 'beside/text', 'beside/whole'], []]);
    log.mockRestore();
  });

  test('deletes and writes over what cannot be read', async () => {
    for (const key of ['mended/deleted', 'mended/put']) await damaged(key);
    await store().delete('mended/deleted');
    await store().put('mended/put', 1);
    expect(await store().get('mended/deleted')).toBeNull();
    expect((await store().get('mended/put'))?.value).toBe(1);
  });
}

function kindTests(opened: () => OpenStore): void {
  const schema = keptObject({ name: z.string() });
  const ofKind = (place: string, isReplaceable?: true) =>
    recordsOf(opened().store, { place, schema, ...(isReplaceable && { isReplaceable }) });

  test('a record of a kind is made, changed, left as it is and listed; a field of a newer version stays', async () => {
    const kind = ofKind('kind/');
    expect([await kind.read('a'), await kind.find('a')]).toEqual([null, { value: null, etag: null }]);
    expect(await kind.change('a', (value) => value)).toEqual({
      before: null,
      after: null,
      etag: null,
      isWritten: false,
    });
    await kind.change('a', () => ({ name: 'Ann', ofNewer: 1 }));
    const changed = await kind.change('a', (value) => value && { ...value, name: 'Bob' });
    const now = { value: { name: 'Bob', ofNewer: 1 }, etag: changed.etag };
    expect(changed).toMatchObject({ before: { name: 'Ann', ofNewer: 1 }, after: now.value, isWritten: true });
    expect(await kind.change('a', (value) => value)).toMatchObject({ etag: now.etag, isWritten: false });
    expect(await kind.create('a', { name: 'Cat' })).toBeNull();
    expect(await kind.list()).toEqual({ records: [{ name: 'a', ...now }], unreadable: [] });
    await kind.delete('a');
    expect(await kind.read('a')).toBeNull();
  });

  test('a damaged record stops its own call alone, or is written over where its kind says so', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const body of ['{"name": "half', '{"name": 1}']) {
      const [kept, replaceable] = [ofKind('strict/'), ofKind('lenient/', true)];
      for (const place of ['strict/a', 'lenient/a']) {
        await opened().store.put(place, 1);
        await opened().overwrite(place, body);
      }
      await kept.change('b', () => ({ name: 'Whole' }));
      await expect(kept.read('a')).rejects.toThrow(UnreadableRecord);
      await expect(kept.change('a', () => ({ name: 'Ann' }))).rejects.toThrow('strict/a');
      expect(await kept.list()).toMatchObject({ records: [{ name: 'b' }], unreadable: ['a'] });
      expect(await replaceable.read('a')).toBeNull();
      expect(await replaceable.change('a', (value) => value ?? { name: 'Anew' })).toMatchObject({ isWritten: true });
      expect(await replaceable.read('a')).toEqual({ name: 'Anew' });
    }
    log.mockRestore();
  });

  test('a call that others are faster than again and again ends with an error', async () => {
    const kind = ofKind('rush/');
    let tries = 0;
    const change = kind.change('a', async () => {
      tries += 1;
      await opened().store.put('rush/a', { name: 'Faster' });
      return { name: 'Slower' };
    });
    await expect(change).rejects.toThrow(StorageError);
    expect([tries, await kind.read('a')]).toEqual([MAX_TRIES, { name: 'Faster' }]);
  });
}

function recordTests(store: () => Store): void {
  test('replaces the version it is given, and no other', async () => {
    const first = await store().put('records/version', 1);
    const second = await store().replace('records/version', 2, first);
    expect(second).not.toBeNull();
    expect(second).not.toBe(first);
    expect(await store().replace('records/version', 3, first)).toBeNull();
    expect(await store().replace('records/version', 3, '')).toBeNull();
    expect(await store().get('records/version')).toEqual({ value: 2, etag: second });
  });

  test('deletes, and creates anew under another etag', async () => {
    const before = (await store().create('records/gone', 'before')) ?? '';
    await store().delete('records/gone');
    expect(await store().get('records/gone')).toBeNull();
    expect(await store().replace('records/gone', 'late', before)).toBeNull();
    const after = await store().create('records/gone', 'after');
    expect(after).not.toBeNull();
    expect(after).not.toBe(before);
    expect(await store().replace('records/gone', 'late', before)).toBeNull();
    expect(await store().get('records/gone')).toEqual({ value: 'after', etag: after });
  });

  test.each([
    ['null', null],
    ['no', false],
    ['empty', ''],
    ['text', 'Zoë 李 👩‍👩‍👧 \u2028 \u0000 "quoted" \\'],
    ['half', '\ud83d'],
    ['nested', { a: [{ b: [null, 1.5e-7, true] }], ['__proto__']: { c: 1 }, '': 'nameless' }],
    ['long', 'shade '.repeat(50_000)],
  ])('keeps every JSON value as it is: %s', async (key, value) => {
    await store().put(`values/${key}`, value);
    const read = (await store().get(`values/${key}`))?.value;
    expect(JSON.stringify(read)).toBe(JSON.stringify(value));
  });

  test('refuses what is not JSON, and writes nothing', async () => {
    await expect(store().create('values/undefined', undefined)).rejects.toThrow(TypeError);
    await expect(store().put('values/undefined', 1n)).rejects.toThrow(TypeError);
    expect(await store().get('values/undefined')).toBeNull();
  });
}

function raceTests(store: () => Store): void {
  test('of 50 creators at once, one wins and its value stays', async () => {
    const etags = await Promise.all(lots.map((index) => store().create('races/create', { index })));
    const winners = lots.filter((index) => etags[index] !== null);
    expect(winners).toHaveLength(1);
    const [winner = -1] = winners;
    expect(await store().get('races/create')).toEqual({ value: { index: winner }, etag: etags[winner] });
  });

  test('20 increments at once, each tried until it counts, make 20', async () => {
    const counts = recordsOf(store(), { place: 'races/', schema: z.number() });
    await Promise.all(lots.slice(0, 20).map(() => counts.change('count', (count) => (count ?? 0) + 1)));
    expect(await counts.read('count')).toBe(20);
  });

  test('50 puts at once all count, and the last one stays whole', async () => {
    const etags = await Promise.all(lots.map((index) => store().put('races/put', { index })));
    expect(new Set(etags).size).toBe(50);
    const stored = await store().get('races/put');
    expect(stored).toEqual({ value: { index: etags.indexOf(stored?.etag ?? '') }, etag: stored?.etag });
  });

  test('creators and deleters at once: what is there in the end was created, whole', async () => {
    await Promise.all(
      lots.map((index) => (index % 2 ? store().delete('races/churn') : store().create('races/churn', { index }))),
    );
    const left = await store().get('races/churn');
    const listed = await store().list('races/churn');
    expect(listed).toEqual(left ? [{ key: 'races/churn', etag: left.etag }] : []);
    expect(await store().create('races/churn', 'next')).toEqual(left ? null : expect.any(String));
  });
}

function listTests(store: () => Store): void {
  test('lists in order of keys, all that begins with the prefix and nothing else', async () => {
    const keys = ['list/b', 'list/a-b', 'list/a/b', 'list/a0', 'list/ab', 'list/z/d/e', 'lis', 'listed/a'];
    for (const key of keys) await store().create(key, key);
    const listed = async (prefix: string) => (await store().list(prefix)).map(({ key }) => key);
    expect(await listed('list/')).toEqual(['list/a-b', 'list/a/b', 'list/a0', 'list/ab', 'list/b', 'list/z/d/e']);
    expect(await listed('list/a')).toEqual(['list/a-b', 'list/a/b', 'list/a0', 'list/ab']);
    expect(await listed('list/ab')).toEqual(['list/ab']);
    expect(await listed('list/abc')).toEqual([]);
    expect(await listed('list/z/d/')).toEqual(['list/z/d/e']);
    expect(await listed('nowhere/')).toEqual([]);
    expect(await listed('')).toEqual(expect.arrayContaining(keys));
  });

  test('lists 50 keys, more than two pages hold', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `many/${String(index).padStart(3, '0')}`);
    for (const key of keys) await store().create(key, key);
    expect((await store().list('many/')).map(({ key }) => key)).toEqual(keys);
  });
}

function bytesTests(store: () => Store): void {
  test.each([0, 1, 70_000])('gives %i bytes back, each as it was', async (size) => {
    await store().putBytes(`bytes/size-${size}`, pattern(size));
    expect(await readAll(store(), `bytes/size-${size}`)).toEqual({ size, bytes: Buffer.from(pattern(size)) });
  });

  test('takes and gives a stream of 5 MB', async () => {
    const bytes = pattern(5_000_003);
    await store().putBytes('bytes/stream', inChunks(bytes, 100_001));
    const read = await readAll(store(), 'bytes/stream');
    expect(read?.size).toBe(bytes.length);
    expect(read?.bytes.equals(bytes)).toBe(true);
  });

  test('a stream that breaks leaves nothing, or what was there', async () => {
    const broken = () => inChunks(pattern(300_000), 50_000, new Error('the line broke'));
    await expect(store().putBytes('bytes/broken', broken())).rejects.toThrow('the line broke');
    expect(await store().getBytes('bytes/broken')).toBeNull();
    expect(await store().list('bytes/broken')).toEqual([]);
    await store().putBytes('bytes/broken', pattern(9));
    await expect(store().putBytes('bytes/broken', broken())).rejects.toThrow('the line broke');
    expect((await readAll(store(), 'bytes/broken'))?.size).toBe(9);
  });

  test('a reader that has begun reads its version to the end, or can stop', async () => {
    await store().putBytes('bytes/reader', pattern(400_000));
    const begun = await store().getBytes('bytes/reader');
    const stopped = await store().getBytes('bytes/reader');
    await store().putBytes('bytes/reader', pattern(3));
    await store().delete('bytes/reader');
    const read = await new Response(begun?.stream ?? null).bytes();
    expect(Buffer.from(read).equals(pattern(400_000))).toBe(true);
    await expect(stopped?.stream.cancel()).resolves.toBeUndefined();
  });

  test('a key holds a record or bytes, whichever came last', async () => {
    await store().putBytes('bytes/either', pattern(5));
    expect(await store().get('bytes/either')).toBeNull();
    expect(await store().create('bytes/either', 1)).toBeNull();
    expect((await store().list('bytes/either')).map(({ key }) => key)).toEqual(['bytes/either']);
    const etag = await store().put('bytes/either', { now: 'a record' });
    expect(await store().getBytes('bytes/either')).toBeNull();
    expect((await store().get('bytes/either'))?.value).toEqual({ now: 'a record' });
    await store().putBytes('bytes/either', pattern(6));
    expect(await store().replace('bytes/either', 1, etag)).toBeNull();
    expect((await readAll(store(), 'bytes/either'))?.size).toBe(6);
    await store().delete('bytes/either');
    expect(await store().getBytes('bytes/either')).toBeNull();
  });
}

function keyTests(store: () => Store): void {
  const wrong = ['', 'a b', ...'/ a/ /a a//b . .. ../a a/../b A a_b ä a.json @a a\\b'.split(' ')];
  test.each([...wrong, 'a\n', 'a\0', 'x'.repeat(601)])('refuses the key %j in every call', async (key) => {
    await expect(store().get(key)).rejects.toThrow(TypeError);
    await expect(store().create(key, 1)).rejects.toThrow(TypeError);
    await expect(store().replace(key, 1, 'etag')).rejects.toThrow(TypeError);
    await expect(store().put(key, 1)).rejects.toThrow(TypeError);
    await expect(store().delete(key)).rejects.toThrow(TypeError);
    await expect(store().getBytes(key)).rejects.toThrow(TypeError);
    await expect(store().putBytes(key, pattern(1))).rejects.toThrow(TypeError);
  });

  test.each(['/', '../', 'a//', 'A', '.staging', '@', 'a\n'])('refuses the prefix %j', async (prefix) => {
    await expect(store().list(prefix)).rejects.toThrow(TypeError);
  });

  test('takes a key of 600 bytes', async () => {
    const key = `${'deep-/'.repeat(99)}${'k'.repeat(6)}`;
    const etag = await store().create(key, 'kept');
    expect(key).toHaveLength(600);
    expect(await store().get(key)).toEqual({ value: 'kept', etag });
    expect(await store().list(key)).toEqual([{ key, etag }]);
  });
}

/** Bytes that reveal a shift, a loss or a change of encoding. */
export function pattern(size: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(size).map((_, index) => (index * 31 + (index >> 8)) % 256);
}

function inChunks(bytes: Uint8Array, size: number, failure?: Error): ReadableStream<Uint8Array> {
  let from = 0;
  return new ReadableStream({
    pull(controller) {
      if (from < bytes.length) controller.enqueue(bytes.slice(from, from + size));
      else if (failure) controller.error(failure);
      else controller.close();
      from += size;
    },
  });
}

async function readAll(store: Store, key: string): Promise<{ size: number; bytes: Buffer } | null> {
  const found = await store.getBytes(key);
  return found && { size: found.size, bytes: Buffer.from(await new Response(found.stream).arrayBuffer()) };
}
