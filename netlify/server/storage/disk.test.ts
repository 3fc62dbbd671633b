import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { storeSuite } from '#tests/support/store-suite';
import { diskStore } from './disk.ts';
import { StorageError } from './port.ts';

async function freshRoot(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'disk-store-'));
}

storeSuite('the disk store', async () => {
  const root = await freshRoot();
  const overwrite = async (key: string, text: string) => {
    const version = (await readdir(join(root, key))).find((name) => name.endsWith('.json')) ?? '';
    await writeFile(join(root, key, version), text);
  };
  return { store: diskStore(root), overwrite, close: () => rm(root, { recursive: true, force: true }) };
});

let root: string;
beforeEach(async () => {
  root = await freshRoot();
});
afterEach(() => rm(root, { recursive: true, force: true }));

describe('the folder of a disk store', () => {
  test('holds what another store of the same folder reads', async () => {
    const etag = await diskStore(root).create('a/b', 1);
    expect(await diskStore(`${root}/`).get('a/b')).toEqual({ value: 1, etag });
  });

  test('holds segments that are longer than a file name may be', async () => {
    const keys = ['k'.repeat(600), 'k'.repeat(200), `${'k'.repeat(201)}/b`, `a/${'k'.repeat(400)}`].toSorted();
    for (const key of keys) await diskStore(root).create(key, key.length);
    expect((await diskStore(root).list('')).map(({ key }) => key)).toEqual(keys);
    expect((await diskStore(root).list('k'.repeat(300))).map(({ key }) => key)).toEqual(['k'.repeat(600)]);
    expect((await diskStore(root).get('k'.repeat(600)))?.value).toBe(600);
  });

  test('has nothing left when everything is deleted', async () => {
    await diskStore(root).put('a/b/c', 1);
    await diskStore(root).put('a/b/c', 2);
    await diskStore(root).delete('a/b/c');
    expect(await readdir(root)).toEqual(['.staging']);
    expect(await readdir(join(root, '.staging'))).toEqual([]);
  });

  test('keeps other keys when a caller takes their folder for a key', async () => {
    await diskStore(root).put('a/b', 1);
    await diskStore(root).delete('a');
    expect(await diskStore(root).get('a')).toBeNull();
    await expect(diskStore(root).put('a', 2)).rejects.toThrow('holds other keys');
    expect((await diskStore(root).get('a/b'))?.value).toBe(1);
  });
});

describe('a damaged data folder', () => {
  test('that is a file is an error that says what to check', async () => {
    const file = join(root, 'file');
    await writeFile(file, '');
    for (const call of [diskStore(file).list(''), diskStore(file).get('a'), diskStore(file).create('a', 1)]) {
      await expect(call).rejects.toThrow(StorageError);
      await expect(call).rejects.toThrow(`The data folder ${file} failed: ENOTDIR`);
    }
  });

  test('with a record changed by hand is an error that names it', async () => {
    const etag = await diskStore(root).create('a', 1);
    await writeFile(join(root, 'a', String(etag)), '{"half');
    await expect(diskStore(root).get('a')).rejects.toThrow('The record a is not JSON');
  });

  test('with content or pointer lost is an error, not an empty record', async () => {
    const etag = await diskStore(root).create('a', 1);
    await diskStore(root).create('b', 1);
    await rm(join(root, 'a', String(etag)));
    for (const name of await readdir(join(root, 'b'))) if (name.startsWith('@')) await rm(join(root, 'b', name));
    await expect(diskStore(root).get('a')).rejects.toThrow('has lost its content');
    await expect(diskStore(root).get('b')).rejects.toThrow('has lost its pointer');
  });
});

describe('what killed processes left', () => {
  const hours = (count: number) => new Date(Date.now() - count * 60 * 60 * 1000);

  async function leave(writer: number, written: Date): Promise<string[]> {
    const version = (ending: string) => `${writer}-${crypto.randomUUID()}.json${ending}`;
    const staged = join(root, '.staging', version(''));
    const box = join(root, '.staging', version('.box'));
    const grave = join(root, '.staging', version('.gone'));
    const unnamed = join(root, 'some', 'key', version(''));
    for (const folder of [box, grave]) await mkdir(folder, { recursive: true });
    for (const file of [staged, unnamed, join(box, 'x'), join(grave, 'x')]) await writeFile(file, '1');
    for (const path of [staged, box, grave, unnamed]) await utimes(path, written, written);
    return [staged, box, grave, unnamed];
  }

  async function left(): Promise<string[]> {
    const staging = (await readdir(join(root, '.staging'))).map((name) => join(root, '.staging', name));
    return [...staging, ...(await readdir(join(root, 'some', 'key'))).map((name) => join(root, 'some', 'key', name))];
  }

  test('is not listed, is swept at an opening after an hour, and nothing else is', async () => {
    const etag = await diskStore(root).create('some/key', 'kept');
    const version = join(root, 'some', 'key', String(etag));
    await utimes(version, hours(9), hours(9));
    const own = [version, join(root, 'some', 'key', `@${etag}`)];
    const young = await leave(await deadProcess(), hours(0.9));
    const running = await leave(process.ppid, hours(9));
    // An earlier process that had our number: servers in a container all have the same.
    await leave(process.pid, hours(9));
    await leave(await deadProcess(), hours(1.1));
    expect(await left()).toHaveLength(18);

    const store = diskStore(root);
    expect(await store.list('')).toEqual([{ key: 'some/key', etag }]);
    await expect.poll(async () => (await left()).toSorted()).toEqual([...own, ...young, ...running].toSorted());
    expect(await store.get('some/key')).toEqual({ value: 'kept', etag });
  });

  async function deadProcess(): Promise<number> {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    return child.pid ?? Number.NaN;
  }
});
