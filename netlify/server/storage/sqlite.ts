import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkKey, checkPrefix, gathered, parseRecord, recordText, StorageError, type Store } from './port.ts';

/** Only the server's own user may read the data: it holds visitors' texts and secrets. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

/** In ms. */
const BUSY_MS = 20_000;
/** Nobody waits long for the log to be emptied: this can be done later. */
const EMPTY_LOG_MS = 250;

/** `synchronous = FULL`: writes survive a power loss. `secure_delete`: overwrites deleted data. */
const SCHEMA = `
  PRAGMA page_size = 16384;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS records (
    key TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('json', 'bytes')),
    etag TEXT NOT NULL,
    body ANY NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS listing ON records (key, etag);
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
      at(({ remove }) => remove.run(place));
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
      const body = at(({ read }) => read.get(place, 'bytes'))?.['body'];
      return body instanceof Uint8Array ? { size: body.byteLength, stream: streamOf(body) } : null;
    },
    putBytes: async (key, bytes) => {
      const place = full(key);
      const whole = new Uint8Array(await gathered(bytes));
      at(({ put }) => put.run(place, 'bytes', randomUUID(), whole));
    },
    scrub: async () => {
      const isBusy = at(({ emptyLog }) => emptyLog())?.['busy'] === 1;
      if (isBusy)
        throw new StorageError(`The log of ${file} is in use by another program and still holds what was deleted.`);
    },
  };
}

type Records = ReturnType<typeof prepared>;

const opened = new Map<string, Records>();

/** Runs `work`. SQLite's errors become a `StorageError`. */
function inDatabase<Result>(file: string, work: (records: Records) => Result): Result {
  try {
    const records = opened.get(file) ?? prepared(openDatabase(file));
    opened.set(file, records);
    return work(records);
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

function prepared(database: DatabaseSync) {
  return {
    read: database.prepare('SELECT etag, body FROM records WHERE key = ? AND kind = ?'),
    list: database.prepare('SELECT key, etag FROM records WHERE key >= ? AND key < ? ORDER BY key'),
    create: database.prepare("INSERT INTO records VALUES (?, 'json', ?, ?) ON CONFLICT DO NOTHING"),
    replace: database.prepare("UPDATE records SET kind = 'json', etag = ?, body = ? WHERE key = ? AND etag = ?"),
    put: database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)'),
    // The log keeps former versions of pages until it is emptied.
    emptyLog: () => {
      database.exec(`PRAGMA busy_timeout = ${EMPTY_LOG_MS}`);
      try {
        return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      } finally {
        database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
      }
    },
    remove: database.prepare('DELETE FROM records WHERE key = ?'),
  };
}

const PIECE_BYTES = 64 * 1024;

/** Hands out views of the bytes, not copies. */
function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    if (at < bytes.byteLength) controller.enqueue(bytes.subarray(at, at + PIECE_BYTES));
    else controller.close();
    at += PIECE_BYTES;
  };
  return new ReadableStream({ pull }, { highWaterMark: 0 });
}

function textOf(body: unknown): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : String(body);
}
