import { describe, expect, test } from 'vitest';
import type { GalleryItem } from '#contracts/gallery';
import { scriptedServer } from '#tests/support/scripted-server';
import { readPublished } from './list.ts';
import { createGallery } from './gallery-store.ts';

const server = scriptedServer();

const item = (id: string, category: GalleryItem['category']): GalleryItem => ({
  id,
  title: `Item ${id}`,
  category,
  mediaType: 'image',
  mediaUrl: '/media/0123456789abcdef.jpg',
  isPublished: true,
  displayOrder: 0,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
});
const items = [item('a', 'blinds'), item('b', 'drapery'), item('c', 'blinds'), item('d', 'general')];

async function loaded(body: unknown = items, status = 200) {
  server.script('/api/gallery', { status, body });
  const gallery = createGallery(() => readPublished(server.origin()));
  await gallery.load();
  return gallery;
}
const ids = (list: readonly GalleryItem[]) => list.map(({ id }) => id).join('');

test('the list is read once, and not again by filtering', async () => {
  const gallery = await loaded();
  gallery.choose('blinds');
  gallery.choose('all');
  expect(server.heard).toMatchObject([{ method: 'GET', path: '/api/gallery' }]);
});

test.each([
  ['all', 'abcd'],
  ['blinds', 'ac'],
  ['drapery', 'b'],
  ['shutters', ''],
  ['motorized-shades', ''],
] as const)('%s shows %s', async (filter, shown) => {
  const gallery = await loaded();
  gallery.choose(filter);
  expect(ids(gallery.$shown.get())).toBe(shown);
});

test.each([
  ['a refusal', { error: 'No' }, 503],
  ['an answer that is no list', { items: [] }, 200],
])('%s is a failure, and trying again mends it', async (_, body, status) => {
  const gallery = await loaded(body, status);
  expect(gallery.$items.get()).toEqual({ state: 'failed' });
  server.script('/api/gallery', { body: items });
  const again = gallery.load();
  expect(gallery.$items.get()).toEqual({ state: 'loading' });
  await again;
  expect(gallery.$items.get()).toEqual({ state: 'ready', items });
});

describe('the lightbox', () => {
  test('turns through what is shown, round both ends', async () => {
    const gallery = await loaded();
    gallery.choose('blinds');
    gallery.open('a');
    gallery.turn(1);
    expect(gallery.$opened.get()?.id).toBe('c');
    gallery.turn(1);
    expect(gallery.$opened.get()?.id).toBe('a');
    gallery.turn(-1);
    expect(gallery.$opened.get()?.id).toBe('c');
  });

  test('closing clears the selection', async () => {
    const gallery = await loaded();
    gallery.open('b');
    gallery.close();
    expect(gallery.$opened.get()).toBeNull();
  });

  test('an unknown item opens nothing, and nothing turns', async () => {
    const gallery = await loaded();
    gallery.open('zz');
    gallery.turn(1);
    expect(gallery.$opened.get()).toBeNull();
  });
});
