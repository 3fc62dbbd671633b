import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chanceOf } from '#tests/support/chance';
import { storeSuite } from '#tests/support/stores/store-suite';
import { StorageError } from './port.ts';
import { openDatabase, sqliteStore } from './sqlite.ts';

const freshFolder = () => mkdtemp(join(tmpdir(), 'sqlite-store-'));

storeSuite('the SQLite store', async () => {
  const root = await freshFolder();
  const file = join(root, 'site.db');
  const overwrite = async (key: string, text: string) => {
    openDatabase(file).prepare('UPDATE records SET body = ? WHERE key = ?').run(text, `trial/${key}`);
  };
  return { store: sqliteStore(file, 'trial'), overwrite, close: () => rm(root, { recursive: true, force: true }) };
});

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await freshFolder();
  file = join(folder, 'data', 'site.db');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('another handle of the same file reads what was written', async () => {
  const etag = await sqliteStore(file, 'leads').create('a/b', 1);
  expect(await sqliteStore(file, 'leads').get('a/b')).toEqual({ value: 1, etag });
  expect(openDatabase(file).prepare('SELECT key, kind, body FROM records').all()).toEqual([
    { key: 'leads/a/b', kind: 'json', body: '1' },
  ]);
});

test('stores of one file are apart, also where one name begins the other', async () => {
  await sqliteStore(file, 'media').put('a', 1);
  await sqliteStore(file, 'media-copies').put('a', 2);
  expect((await sqliteStore(file, 'media').list('')).map(({ key }) => key)).toEqual(['a']);
  expect((await sqliteStore(file, 'media').get('a'))?.value).toBe(1);
});

test('its files are for the user of the server alone', async () => {
  await sqliteStore(file, 'leads').put('a', 1);
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect([await modeOf(join(folder, 'data')), await modeOf(file), await modeOf(`${file}-wal`)]).toEqual([
    0o700, 0o600, 0o600,
  ]);
});

/** Another program reads them: closing one here would drop the locks that SQLite holds on it for this process. */
const onDisk = () =>
  ['', '-wal'].map((end) => execFileSync('cat', [file + end], { encoding: 'latin1', maxBuffer: 2 ** 28 })).join('');

test('what was removed is in no file any more, whatever pages its records were moved to; the rest is whole', async () => {
  // With this seed SQLite leaves 33 of them in gaps of its pages.
  const random = chanceOf(1);
  const [store, kept] = [sqliteStore(file, 'leads'), sqliteStore(file, 'kept')];
  await kept.putBytes('bytes/a', new Uint8Array(100_000).fill(65));
  const database = openDatabase(file);
  database.exec('PRAGMA synchronous = OFF');
  const put = database.prepare("INSERT OR REPLACE INTO records VALUES (?, 'json', 'e', ?)");
  const remove = database.prepare('DELETE FROM records WHERE key = ?');
  const some = (max: number) => Math.floor(random() * max);
  const keys: string[] = [];
  for (let count = 0; count < 1500; count += 1) {
    const key = keys[some(keys.length * 2)];
    const body = JSON.stringify({ name: 'Elise '.repeat(some(60)), more: 'x'.repeat(some(3000)) });
    if (!key) keys.push(`leads/a/${count}`);
    if (key && random() < 0.5) remove.run(key);
    else put.run(key ?? `leads/a/${count}`, body);
    // Other records stand in the same pages and stay.
    if (count % 2 === 0) put.run(`kept/b${count}`, '{}');
  }
  expect(onDisk()).toContain('Elise');
  const before = await kept.list('');
  for (const key of keys) remove.run(key);
  await store.scrub?.();
  expect(onDisk().match(/Elise/g)?.length ?? 0).toBe(0);
  expect(await kept.list('')).toEqual(before);
  expect(await kept.get('b40')).toMatchObject({ value: {} });
  expect((await kept.getBytes('bytes/a'))?.size).toBe(100_000);
  await kept.delete('bytes/a');
  expect(openDatabase(file).prepare('SELECT count(*) AS files FROM files').get()).toEqual({ files: 0 });
});

describe('a file that cannot be used is an error that says what to check', () => {
  const expectRefused = async (words: RegExp) => {
    const store = sqliteStore(file, 'leads');
    for (const call of [store.list(''), store.get('a'), store.create('a', 1), store.putBytes('a', new Uint8Array(1))]) {
      await expect(call).rejects.toThrow(StorageError);
      await expect(call).rejects.toThrow(words);
    }
  };

  test('no database', async () => {
    await sqliteStore(file, 'other').put('a', 1);
    file = join(folder, 'broken.db');
    await writeFile(file, 'not a database, but long enough to be read as the head of one: '.repeat(40));
    await expectRefused(/The database .*broken\.db failed: \S.*\. .*npm run doctor/);
  });

  test('a file in the place of its folder', async () => {
    await writeFile(join(folder, 'data'), '');
    await expectRefused(/The database .*site\.db failed: E(EXIST|NOTDIR)/);
  });

  test.skipIf(process.getuid?.() === 0)('a folder of somebody else', async () => {
    await chmod(folder, 0o500);
    await expectRefused(/EACCES/);
  });
});
