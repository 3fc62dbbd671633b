import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { GalleryItem } from '#contracts/gallery';
import type { Store } from '#server/storage/port';
import { openStore } from '#server/storage/stores';
import { listItems } from './items.ts';

const ITEMS = 500;
const item = (id: string): GalleryItem => ({
  id,
  title: 'Sunroom',
  category: 'blinds',
  mediaType: 'image',
  mediaUrl: '/media/0123456789abcdef.jpg',
  isPublished: true,
  displayOrder: 0,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
});

/** A store that notes what is asked of it. */
async function notingStore(): Promise<{ store: Store; asked: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'items-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const asked: string[] = [];
  const kept = openStore('gallery', { context: 'dev', dataDir: folder });
  const list: Store['list'] = (prefix) => {
    asked.push(`list ${prefix}`);
    return kept.list(prefix);
  };
  const get: Store['get'] = (key) => {
    asked.push(`get ${key}`);
    return kept.get(key);
  };
  return { store: { ...kept, list, get }, asked };
}

test('a list of 500 items costs one listing while nothing changes, and then one reading for each that has', async () => {
  const { store, asked } = await notingStore();
  for (let count = 0; count < ITEMS; count += 1) await store.create(`items/item${count}`, item(`item${count}`));
  expect(await listItems(store)).toHaveLength(ITEMS);
  expect(asked).toHaveLength(1 + ITEMS);
  asked.length = 0;
  await listItems(store);
  expect(asked).toEqual(['list items/']);
  asked.length = 0;
  await store.put('items/item7', { ...item('item7'), title: 'Lanai' });
  const changed = (await listItems(store)).find(({ id }) => id === 'item7');
  expect(changed?.title).toBe('Lanai');
  expect(asked).toEqual(['list items/', 'get items/item7']);
});
