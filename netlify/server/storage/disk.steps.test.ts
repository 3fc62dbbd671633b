import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pauseAt } from '#tests/support/store-pause';
import { diskStore } from './disk.ts';
import type { Store } from './port.ts';

/*
 * Every step of every write: killed there, or overtaken there by another write. What comes out must be what one of the
 * two orders, one write after the other, would have given.
 */

const KEY = 'some/key';
/** More steps than any write takes. */
const MOST_STEPS = 40;

/** A write to `KEY`; `etag` is the key's at the beginning. Tells whether it was accepted. */
type Write = (store: Store, etag: string) => Promise<boolean>;

/** The writes of one process; values carry its name. */
function writesOf(name: string): Record<string, Write> {
  return {
    create: async (store) => (await store.create(KEY, `${name} created`)) !== null,
    replace: async (store, etag) => (await store.replace(KEY, `${name} replaced`, etag)) !== null,
    put: async (store) => (await store.put(KEY, `${name} put`)) !== '',
    putBytes: (store) => store.putBytes(KEY, new TextEncoder().encode(`${name} bytes`)).then(() => true),
    delete: (store) => store.delete(KEY).then(() => true),
  };
}

const beginnings = ['a record', 'a deleted record'] as const;

async function begin(store: Store, beginning: (typeof beginnings)[number]): Promise<string> {
  const etag = await store.put(KEY, 'at first');
  if (beginning === 'a deleted record') await store.delete(KEY);
  return etag;
}

/** What a visitor of the store can see of the key. */
async function seen(store: Store): Promise<unknown> {
  const record = await store.get(KEY);
  const bytes = await store.getBytes(KEY);
  const text = bytes && (await new Response(bytes.stream).text());
  const listed = await store.list('');
  expect(listed.map(({ key }) => key)).toEqual(record || bytes ? [KEY] : []);
  if (record) expect(listed[0]?.etag).toBe(record.etag);
  return record?.value ?? text;
}

let folder: string;
let stores = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'disk-steps-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function freshStore(): Store {
  stores += 1;
  return diskStore(join(folder, String(stores)));
}

const mine = Object.entries(writesOf('first'));
const others = Object.entries<Write>({
  ...writesOf('second'),
  'delete and create': async (store) => {
    await store.delete(KEY);
    return (await store.create(KEY, 'second created anew')) !== null;
  },
});

describe.each(beginnings)('on %s', (beginning) => {
  test.each(mine)('killed at any step of %s, the store has the old or the new, and goes on', async (title, write) => {
    const { seen: whole } = await outcomeOf(beginning, [write]);
    for (let step = 1; step < MOST_STEPS; step += 1) {
      const store = freshStore();
      const etag = await begin(store, beginning);
      const before = await seen(store);
      const { reached } = await pauseAt(step, () => write(store, etag));
      const after = await seen(store);
      expect([before, whole]).toContainEqual(after);
      if (!reached) return;
      await expectWorking(store);
    }
    throw new Error(`${title} takes more steps than the test walks`);
  });

  describe.each(mine)('%s', (_title, first) => {
    test.each(others)('overtaken at any step by %s', async (_other, second) => {
      const inOrder = await outcomeOf(beginning, [first, second]);
      const inReverse = await outcomeOf(beginning, [second, first]);
      const allowed = [inOrder, { ...inReverse, accepted: inReverse.accepted.toReversed() }];
      for (let step = 1; step < MOST_STEPS; step += 1) {
        const store = freshStore();
        const etag = await begin(store, beginning);
        const { reached, finish } = await pauseAt(step, () => first(store, etag));
        const secondAccepted = await second(store, etag);
        const accepted = [await finish(), secondAccepted];
        const outcome = { accepted, seen: await seen(store) };
        expect(allowed, `step ${step}`).toContainEqual(outcome);
        if (!reached) return;
      }
      throw new Error('More steps than the test walks');
    });
  });
});

async function outcomeOf(beginning: (typeof beginnings)[number], writes: Write[]) {
  const store = freshStore();
  const etag = await begin(store, beginning);
  const accepted: boolean[] = [];
  for (const write of writes) accepted.push(await write(store, etag));
  return { accepted, seen: await seen(store) };
}

/** Every call works, whatever the dead process left. */
async function expectWorking(store: Store): Promise<void> {
  const etag = await store.put(KEY, 'put after');
  expect(await store.replace(KEY, 'replaced after', etag)).not.toBeNull();
  await store.delete(KEY);
  expect(await store.create(KEY, 'created after')).not.toBeNull();
  expect(await seen(store)).toBe('created after');
}
