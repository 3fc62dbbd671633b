import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { madeOnce } from '#lib/made-once';
import { streamOf } from '#lib/stream';
import { checkKey, checkPrefix, gathered, parseRecord, recordText, StorageError, type Store } from './port.ts';

/** Only the server's own user may read the data: it holds visitors' texts and secrets. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** In ms. */
const BUSY_MS = 20_000;
/** Nobody waits long for the log to be emptied: this can be done later. */
const EMPTY_LOG_MS = 250;

const RECORDS = `(
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('json', 'bytes')),
    etag TEXT NOT NULL,
    body ANY NOT NULL
  ) STRICT`;
const LISTING = 'CREATE INDEX IF NOT EXISTS listing ON records (key, etag)';

/**
 * `synchronous = FULL`: writes survive a power loss. `secure_delete`: overwrites deleted data. The bytes of a record are
 * in `files`, so that `records` is small enough to be written anew.
 */
const SCHEMA = `
  PRAGMA page_size = 16384;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS records ${RECORDS};
  ${LISTING};
  CREATE TABLE IF NOT EXISTS files (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT;
`;

/**
 * Where SQLite moves records to another page, it leaves their text in the gap of the former one, also with
 * `secure_delete`. A table that is dropped is overwritten whole.
 */
const REWRITE = `
  CREATE TABLE fresh ${RECORDS};
  INSERT INTO fresh SELECT * FROM records ORDER BY rowid;
  DROP TABLE records;
  ALTER TABLE fresh RENAME TO records;
  ${LISTING};
`;

/** A store in a database that several stores and processes share. Keys begin with its name: `leads/leads/<id>`. */
export function sqliteStore(file: string, name: string): Store {
  const full = (key: string) => {
    checkKey(key);
    return `${name}/${key}`;
  };
  const at = <Result>(work: (records: Records) => Result) => inDatabase(file, work);
  return {
    get: async (key) => {
      const place = full(key);
      const found = at(({ read }) => read.get(place, 'json'));
      return found ? { value: parseRecord(key, textOf(found['body'])), etag: String(found['etag']) } : null;
    },
    create: async (key, value) => {
      const [place, text, etag] = [full(key), recordText(value), randomUUID()];
      return at(({ create }) => create.run(place, etag, text).changes) === 1 ? etag : null;
    },
    replace: async (key, value, seen) => {
      const [place, text, etag] = [full(key), recordText(value), randomUUID()];
      return at(({ replace }) => replace.run(etag, text, place, seen).changes) === 1 ? etag : null;
    },
    put: async (key, value) => {
      const [place, text, etag] = [full(key), recordText(value), randomUUID()];
      at(({ put }) => put.run(place, 'json', etag, text));
      return etag;
    },
    delete: async (key) => {
      const place = full(key);
      at(({ remove }) => remove(place));
    },
    list: async (prefix) => {
      checkPrefix(prefix);
      const beginning = `${name}/${prefix}`;
      // `{` sorts after every character of a key.
      const rows = at(({ list }) => list.all(beginning, `${beginning}{`));
      return rows.map(({ key, etag }) => ({ key: String(key).slice(name.length + 1), etag: String(etag) }));
    },
    getBytes: async (key) => {
      const place = full(key);
      const body = at(({ readFile }) => readFile.get(place))?.['body'];
      return body instanceof Uint8Array ? { size: body.byteLength, stream: streamOf(piecesOf(body)) } : null;
    },
    putBytes: async (key, bytes) => {
      const place = full(key);
      const whole = new Uint8Array(await gathered(bytes));
      at(({ putFile }) => putFile(place, randomUUID(), whole));
    },
    scrub: async () => {
      const isBusy = at(({ scrub }) => scrub())?.['busy'] === 1;
      if (isBusy)
        throw new StorageError(`The log of ${file} is in use by another program and still holds what was deleted.`);
    },
  };
}

type Records = ReturnType<typeof prepared>;

const opened = new Map<string, Records>();
// SQLite puts the log into the database when the last program closes it: else a copy of the one file lacks the newest.
process.once('exit', () => {
  for (const { close } of opened.values()) close();
});

/** Runs `work`. SQLite's errors become a `StorageError`. */
function inDatabase<Result>(file: string, work: (records: Records) => Result): Result {
  try {
    return work(madeOnce(opened, file, () => prepared(openDatabase(file))));
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause)) throw cause;
    const advice =
      'Check that its folder has room and belongs to the user who runs the server; npm run doctor reads it whole.';
    throw new StorageError(`The database ${file} failed: ${cause.message}. ${advice}`, { cause });
  }
}

/** Opens or creates the database and its folder. SQLite gives its extra files the same mode. */
export function openDatabase(file: string): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
  closeSync(openSync(file, 'a', FILE_MODE));
  const database = new DatabaseSync(file, { timeout: BUSY_MS });
  database.exec(SCHEMA);
  return database;
}

/** Does all of the work or nothing. */
function atOnce(database: DatabaseSync, work: () => unknown): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    work();
    database.exec('COMMIT');
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function prepared(database: DatabaseSync) {
  const put = database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)');
  const keepFile = database.prepare('INSERT OR REPLACE INTO files VALUES (?, ?)');
  const removals = ['records', 'files'].map((table) => database.prepare(`DELETE FROM ${table} WHERE key = ?`));
  return {
    read: database.prepare('SELECT etag, body FROM records WHERE key = ? AND kind = ?'),
    list: database.prepare('SELECT key, etag FROM records WHERE key >= ? AND key < ? ORDER BY key'),
    create: database.prepare("INSERT INTO records VALUES (?, 'json', ?, ?) ON CONFLICT DO NOTHING"),
    replace: database.prepare("UPDATE records SET kind = 'json', etag = ?, body = ? WHERE key = ? AND etag = ?"),
    put,
    readFile: database.prepare(
      "SELECT files.body FROM records JOIN files USING (key) WHERE key = ? AND kind = 'bytes'",
    ),
    putFile: (place: string, etag: string, bytes: Uint8Array) =>
      atOnce(database, () => [keepFile.run(place, bytes), put.run(place, 'bytes', etag, new Uint8Array())]),
    remove: (place: string) => atOnce(database, () => removals.map((removal) => removal.run(place))),
    close: () => database.close(),
    // The log keeps former versions of pages until it is emptied.
    scrub: () => {
      atOnce(database, () => database.exec(REWRITE));
      database.exec(`PRAGMA busy_timeout = ${EMPTY_LOG_MS}`);
      try {
        return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      } finally {
        database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
      }
    },
  };
}

const PIECE_BYTES = 64 * 1024;

/** Hands out views of the bytes, not copies. */
function* piecesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

function textOf(body: unknown): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
}
