import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { outboxes } from '#server/channels/channels';
import { openDatabase } from '#server/storage/sqlite';
import { databaseFile } from '#server/storage/local';
import type { StoreName } from '#server/storage/stores';

export interface RecordFixture {
  /** The file: `lead`, `slot-booked`. */
  readonly name: string;
  readonly store: StoreName;
  readonly key: string;
  readonly value: unknown;
}

const folder = path.resolve('tests/fixtures/records');

const inFiles: readonly RecordFixture[] = readdirSync(folder).map((file) => {
  const { key, value }: { key: string; value: unknown } = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  const [store = '', ...rest] = key.split('/');
  return { name: path.basename(file, '.json'), store: store as StoreName, key: rest.join('/'), value };
});

/** A message ends in the same way in every outbox. */
const ends = inFiles.filter(({ name }) => name.startsWith('mail-ended'));
const endsOf = (of: string) => ends.map(({ name, key, ...rest }) => ({ ...rest, name: of + name, key: of + key }));

/** Records of each kind (tests/fixtures/records). */
export const recordFixtures: readonly RecordFixture[] = [
  ...inFiles,
  ...outboxes.flatMap(({ folder: of }) => (of ? endsOf(of) : [])),
];

export function fixtureOf(name: string): RecordFixture {
  const found = recordFixtures.find((fixture) => fixture.name === name);
  if (!found) throw new Error(`No fixture ${name}`);
  return found;
}

/** Stores fixtures in one write. */
export function storeFixtures(dataDir: string, fixtures: readonly RecordFixture[]): void {
  const database = openDatabase(databaseFile(dataDir));
  const insert = database.prepare(`INSERT OR REPLACE INTO records VALUES (?, 'json', ?, ?)`);
  database.exec('BEGIN IMMEDIATE');
  for (const { store, key, value } of fixtures) insert.run(`${store}/${key}`, randomUUID(), JSON.stringify(value));
  database.exec('COMMIT');
  database.close();
}
