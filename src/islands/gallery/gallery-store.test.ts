import { expect, test } from 'vitest';
import type { GalleryItem } from '#contracts/gallery';
import { scriptedServer } from '#tests/support/scripted-server';
import { createGallery, readPublished } from './gallery-store.ts';

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

test('the list is read once, and filtered without reading it again', async () => {
  const gallery = await loaded();
  const shown = (filter: Parameters<typeof gallery.choose>[0]) => {
    gallery.choose(filter);
    return gallery.$shown
      .get()
      .map(({ id }) => id)
      .join('');
  };
  expect([shown('blinds'), shown('drapery'), shown('shutters'), shown('all')]).toEqual(['ac', 'b', '', 'abcd']);
  expect(server.heard).toMatchObject([{ method: 'GET', path: '/api/gallery' }]);
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

test('the lightbox turns through what is shown, round both ends, and closes; an unknown item opens nothing', async () => {
  const gallery = await loaded();
  gallery.choose('blinds');
  gallery.open('a');
  const turned = ([1, 1, -1] as const).map((by) => {
    gallery.turn(by);
    return gallery.$opened.get()?.id;
  });
  expect(turned).toEqual(['c', 'a', 'c']);
  gallery.close();
  expect(gallery.$opened.get()).toBeNull();
  gallery.open('zz');
  gallery.turn(1);
  expect(gallery.$opened.get()).toBeNull();
});
