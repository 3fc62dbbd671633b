import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
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

test('9.10: its files are for the user of the server alone', async () => {
  await sqliteStore(file, 'leads').put('a', 1);
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  expect([await modeOf(join(folder, 'data')), await modeOf(file), await modeOf(`${file}-wal`)]).toEqual([
    0o700, 0o600, 0o600,
  ]);
});

test('what was removed is not in the file any more', async () => {
  await sqliteStore(file, 'leads').put('a', 'Elise Whitfield');
  openDatabase(file).exec('PRAGMA wal_checkpoint(TRUNCATE)');
  expect(await readFile(file, 'latin1')).toContain('Elise');
  await sqliteStore(file, 'leads').delete('a');
  const database = openDatabase(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  expect((await readFile(file, 'latin1')).includes('Elise')).toBe(false);
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
    await expectRefused(/The database .*broken\.db failed: file is not a database\. .*npm run doctor/);
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
