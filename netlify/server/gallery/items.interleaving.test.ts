import { expect, test } from 'vitest';
import { GalleryItem } from '#contracts/gallery';
import { removeUnlessUsed } from '#server/media/object';
import {
  everyInterleaving,
  openOf,
  type OpenStore,
  type Records,
  someInterleavings,
} from '#tests/support/stores/interleave';
import { changeItem, createItem, type GalleryStores, removeItem, usedObjects } from './items.ts';

const now = Date.parse('2026-11-30T15:00:00Z');
const file = '0mwpu4w0x0c6f6cd4358aff031758';
const mediaUrl = `/media/${file}.jpg`;
const moment = new Date(now).toISOString();
const item = (id: string, url: string) => ({
  id,
  title: 'Sunroom',
  category: 'general',
  mediaType: 'image',
  mediaUrl: url,
  isPublished: true,
  displayOrder: 0,
  createdAt: moment,
  updatedAt: moment,
});
const object = (id: string) => ({ id, extension: 'jpg', total: 4, parts: ['0'.repeat(64)], width: 1, height: 1 });
const other = '0mwpu4w0x0c6f6cd4358aff031759';

function start(): Records {
  return new Map(
    Object.entries({
      'gallery:items/a': item('a', mediaUrl),
      'gallery:items/b': item('b', `/media/${other}.jpg`),
      [`media:objects/${file}`]: object(file),
      [`media:objects/${other}`]: object(other),
    }).map(([key, value]) => [key, { value, version: 1 }]),
  );
}

const storesOf = (open: OpenStore): GalleryStores => ({
  gallery: open('gallery'),
  media: open('media'),
  purge: async () => undefined,
});

const removes = (id: string) => (open: OpenStore) => removeItem(storesOf(open), id, now);
const creates = (open: OpenStore) =>
  createItem(
    storesOf(open),
    { title: 'New', mediaType: 'image', mediaUrl, category: 'general', isPublished: true, displayOrder: 0 },
    now,
  );
const takesOver = (open: OpenStore) => changeItem(storesOf(open), 'b', { mediaUrl }, now);
const sweeps = (open: OpenStore) => {
  const { gallery, media } = storesOf(open);
  return removeUnlessUsed(media, file, () => usedObjects(gallery), now);
};

/** Every item that is there shows a file that is there. */
function expectFiles(records: Records, schedule: string): void {
  for (const [key, { value }] of records) {
    if (!key.startsWith('gallery:items/')) continue;
    const id = (value as { mediaUrl: string }).mediaUrl.slice('/media/'.length, -'.jpg'.length);
    expect(records.has(`media:objects/${id}`), `${schedule}: ${key}`).toBe(true);
  }
}

test.each([
  ['an item is made with its file', creates],
  ['another item takes its file', takesOver],
])(
  'an item is deleted while %s: no item is left without a file, in any order, and with any death',
  async (_, takes) => {
    const taken = new Set<boolean>();
    const ends = await everyInterleaving<unknown>(
      { start, actors: [removes('a'), takes], mortal: [0, 1] },
      ({ records, outcomes, schedule }) => {
        expectFiles(records, schedule);
        const outcome = outcomes[1];
        if (outcome !== 'dead') taken.add(!(typeof outcome === 'object' && outcome !== null && 'missing' in outcome));
      },
    );
    expect(ends).toBeGreaterThan(10);
    expect(taken).toEqual(new Set([true, false]));
  },
);

test('the daily sweep finds a file unused while an item is made with it: the same', async () => {
  const unused = (): Records => new Map([...start()].filter(([key]) => key !== 'gallery:items/a'));
  await everyInterleaving<unknown>(
    { start: unused, actors: [sweeps, creates], mortal: [0, 1] },
    ({ records, schedule }) => expectFiles(records, schedule),
  );
});

test('one item is deleted, another takes its file, and the sweep comes: the same', async () => {
  const actors = [removes('a'), takesOver, sweeps];
  const taken = new Set<boolean>();
  // All the schedules of three take twenty seconds.
  await someInterleavings<unknown>(
    { start, actors },
    { seed: 9, runs: 100 },
    ({ records, outcomes: [, outcome], schedule }) => {
      expectFiles(records, schedule);
      taken.add(!(typeof outcome === 'object' && outcome !== null && 'missing' in outcome));
    },
  );
  expect(taken).toEqual(new Set([true, false]));
});

test('of two changes of one item none is lost, in any order', async () => {
  const change = (fields: object) => (open: OpenStore) => changeItem(storesOf(open), 'a', fields, now);
  const actors = [change({ title: 'Lanai' }), change({ category: 'blinds' })];
  await everyInterleaving<unknown>({ start, actors }, ({ records, schedule }) =>
    expect(records.get('gallery:items/a')?.value, schedule).toMatchObject({ title: 'Lanai', category: 'blinds' }),
  );
});

test('of two changes of one field the first stands, and the second hears of it, in any order', async () => {
  const title = (text: string) => (open: OpenStore) =>
    changeItem(storesOf(open), 'a', { title: text, seen: { title: 'Sunroom' } }, now);
  const winners = new Set<string>();
  const world = { start, actors: [title('Lanai'), title('Porch')] };
  await everyInterleaving<unknown>(world, ({ records, outcomes, schedule }) => {
    const { title: kept } = GalleryItem.parse(records.get('gallery:items/a')?.value);
    winners.add(kept);
    const saved = { title: kept };
    const refused = { conflict: { fields: { title: kept }, at: expect.any(String) } };
    expect(outcomes, schedule).toMatchObject(kept === 'Lanai' ? [saved, refused] : [refused, saved]);
  });
  expect(winners).toEqual(new Set(['Lanai', 'Porch']));
});

test('what nobody shows any more goes with its item', async () => {
  const records = start();
  await removes('a')(openOf(records));
  expect(records.has(`media:objects/${file}`)).toBe(false);
  expect([...records.keys()].filter((key) => /holds|removals/.test(key))).toEqual([]);
});
