/**
 * One of several processes at one database: `node store-child.ts <file> <own name>`. Writes each done thing to
 * the pipe at once, so that a kill loses nothing of it.
 */
import { writeSync } from 'node:fs';
import type { Store } from '#server/storage/port';
import { sqliteStore } from '#server/storage/sqlite';
import { payloadOf, tallyOf } from './store-processes.ts';

const [file = '', name = ''] = process.argv.slice(2);

function say(...words: (string | number)[]): void {
  writeSync(1, `${words.join(' ')}\n`);
}

/** Counts up by one, whatever other processes do. */
async function countUp(store: Store, key: string): Promise<number> {
  for (;;) {
    const stored = await store.get(key);
    const tally = tallyOf(stored?.value);
    const mine = (tally[name] ?? 0) + 1;
    const next = { ...tally, [name]: mine };
    const etag = stored ? await store.replace(key, next, stored.etag) : await store.create(key, next);
    if (etag !== null) return mine;
  }
}

/** Writes of every kind, until the kill. */
async function writeOn(store: Store): Promise<void> {
  for (let round = 0; ; round += 1) {
    await store.create(`own/${name}/record-${round}`, payloadOf(name, round));
    say('created', round);
    say('counted', await countUp(store, 'count'));
    await store.put(`own/${name}/latest`, payloadOf(name, round));
    say('put', round);
    await store.putBytes(`own/${name}/bytes`, new TextEncoder().encode(payloadOf(name, round).text));
    say('bytes', round);
    if (round % 3 !== 2) continue;
    await store.delete(`own/${name}/record-${round - 1}`);
    say('deleted', round - 1);
  }
}

await writeOn(sqliteStore(file, 'trial'));
