import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filterCategories, GalleryItem, GalleryList, type NewGalleryItem } from '#contracts/gallery';
import { gallerySitemap } from '#server/pages/gallery-sitemap';
import { apiForTests, origin } from '#tests/support/admin-api';
import { film, samples } from '#tests/support/sample-media';

const api = apiForTests();

async function ready(change: Partial<NewGalleryItem> = {}) {
  const mediaUrl = await api.upload((await samples['jpg']?.()) ?? film(100));
  const newItem: NewGalleryItem = { title: 'Sunroom', mediaType: 'image', mediaUrl, ...change };
  return { mediaUrl, newItem };
}
const published = async (): Promise<GalleryItem[]> => await (await api.ask('GET', '/api/gallery')).json();

test('an item is created unpublished, in General, with the size of its picture; its title is harmless text', async () => {
  const { newItem, mediaUrl } = await ready({ description: '  Two\nlines ', alt: '' });
  const answer = await api.asOwner('POST', '/api/gallery', {
    ...newItem,
    title: '../passwd\u0000\u202e<script>alert(1)</script>',
    id: 'mine',
    evil: 1,
  });
  expect(answer.status).toBe(201);
  const item = await answer.json();
  expect(item).toEqual({
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    title: '../passwd <script>alert(1)</script>',
    description: 'Two\nlines',
    category: 'general',
    mediaType: 'image',
    mediaUrl,
    width: 64,
    height: 48,
    isPublished: false,
    displayOrder: 0,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: item.createdAt,
  });
  expect(await (await api.asOwner('GET', '/api/gallery/all')).json()).toContainEqual(item);
  expect((await published()).map(({ id }) => id)).not.toContain(item.id);
});

test('publishing shows it to everybody, and unpublishing takes it away', async () => {
  const { newItem } = await ready();
  const { id } = await api.createItem(newItem);
  for (const isPublished of [true, false]) {
    const answer = await api.asOwner('PUT', `/api/gallery/${id}`, { isPublished });
    expect([answer.status, (await answer.json()).isPublished]).toEqual([200, isPublished]);
    expect((await published()).some((item) => item.id === id)).toBe(isPublished);
  }
});

test('a change takes any subset of the fields, and an emptied one goes', async () => {
  const { newItem } = await ready({ description: 'Long', alt: 'A room', focus: { x: 12.5, y: 80 } });
  const created = await api.createItem({ ...newItem, isPublished: true });
  expect((await published()).find(({ id }) => id === created.id)).toEqual(created);
  const change = { description: '', category: filterCategories[0], displayOrder: -1.5, width: null, focus: null };
  const answer = await api.asOwner('PUT', `/api/gallery/${created.id}`, change);
  const { description: _, width: __, focus: ___, ...rest } = created;
  expect(await answer.json()).toEqual({
    ...rest,
    category: filterCategories[0],
    displayOrder: -1.5,
    updatedAt: expect.stringMatching(/Z$/),
  });
});

test('an item of a category that the dealer has removed is shown, and its words are changed without it', async () => {
  const { newItem } = await ready({ isPublished: true });
  const item = { ...(await api.createItem(newItem)), category: 'canopies' };
  await api.store('gallery').put(`items/${item.id}`, item);
  await api.asOwner('PUT', `/api/gallery/${item.id}`, { title: 'Porch' });
  expect(await published()).toContainEqual(
    expect.objectContaining({ id: item.id, title: 'Porch', category: 'canopies' }),
  );
  const moved = await api.asOwner('PUT', `/api/gallery/${item.id}`, {
    category: 'general',
    seen: { category: 'canopies' },
  });
  expect(await moved.json()).toMatchObject({ title: 'Porch', category: 'general' });
  await api.asOwner('DELETE', `/api/gallery/${item.id}`);
});

test('items come by display order, then newest first', async () => {
  const { newItem } = await ready({ isPublished: true });
  const make = async (title: string, displayOrder: number) => {
    await api.createItem({ ...newItem, title, displayOrder });
    await new Promise((resolve) => setTimeout(resolve, 2));
  };
  for (const [title, order] of [
    ['last', 9],
    ['old', 5],
    ['new', 5],
    ['first', -7.5],
  ] as const)
    await make(title, order);
  const titles = (await published()).map(({ title }) => title).filter((title) => title !== 'Sunroom');
  expect(titles).toEqual(['first', 'new', 'old', 'last']);
});

test('the CDN may keep the public list for a minute under its tag, and nothing keeps the owner’s', async () => {
  const answer = await api.ask('GET', '/api/gallery');
  expect(answer.headers.get('netlify-cdn-cache-control')).toBe('public, max-age=60');
  expect(answer.headers.get('netlify-cache-tag')).toBe('gallery');
  expect(answer.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
  const own = await api.asOwner('GET', '/api/gallery/all');
  expect(own.headers.get('cache-control')).toBe('no-store');
});

test('the sitemap has what is published, and is kept and purged like the list; it is no page, pictures may be found', async () => {
  const { newItem, mediaUrl } = await ready();
  await api.createItem(newItem);
  const answer = await api.ask('GET', '/sitemap-gallery.xml');
  const listing = await api.ask('GET', '/api/gallery');
  for (const name of ['cache-control', 'netlify-cdn-cache-control', 'netlify-cache-tag', 'x-robots-tag'])
    expect([name, answer.headers.get(name)]).toEqual([name, listing.headers.get(name)]);
  expect([answer.headers.get('content-type'), answer.headers.get('x-robots-tag')]).toEqual([
    'application/xml; charset=utf-8',
    'noindex',
  ]);
  expect((await api.ask('GET', mediaUrl)).headers.get('x-robots-tag')).toBeNull();
  expect(await answer.text()).toBe(gallerySitemap(origin, GalleryList.parse(await listing.json())));
});

const nobodys = '/media/00000000000000000.jpg';

test.each([
  [{ title: ' \u0000 ' }, 'title', 'Please enter a title'],
  [{ description: 'x'.repeat(2001) }, 'description', 'Please use at most 2000 characters'],
  [{ mediaUrl: 'javascript:alert(1)' }, 'mediaUrl', 'Please upload the file first'],
  [{ mediaUrl: '/media/../../etc/passwd' }, 'mediaUrl', 'Please upload the file first'],
  [{ mediaUrl: nobodys }, 'mediaUrl', 'We could not find the file. Please upload it again.'],
  [{ posterUrl: nobodys }, 'posterUrl', 'We could not find the poster picture. Please upload it again.'],
  [{ placeholder: 'data:text/html,<script>' }, 'placeholder', 'Please send a WebP, JPEG or PNG as a data URL'],
  [{ focus: '50% 50%' }, 'focus', 'Please send the focus point as x and y'],
  [{ focus: { x: 101, y: 0 } }, 'focus.x', 'Please send the focus point in percent'],
])('%o is refused at its field, new or changed', async (wrong, field, message) => {
  const { newItem } = await ready();
  const { id } = await api.createItem(newItem);
  const refusal = [400, { error: message, issues: [{ path: field.split('.'), message }] }];
  const created = await api.asOwner('POST', '/api/gallery', { ...newItem, ...wrong });
  expect([created.status, await created.json()]).toEqual(refusal);
  const changed = await api.asOwner('PUT', `/api/gallery/${id}`, wrong);
  expect([changed.status, await changed.json()]).toEqual(refusal);
});

test('deleting is for good, and takes the file and its poster along', async () => {
  const { newItem, mediaUrl } = await ready();
  const posterUrl = await api.upload((await samples['png']?.()) ?? film(100));
  const { id } = await api.createItem({ ...newItem, posterUrl });
  const answer = await api.asOwner('DELETE', `/api/gallery/${id}`);
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  for (const gone of [id, '..%2F..%2Fx', 'constructor'])
    expect((await api.asOwner('DELETE', `/api/gallery/${gone}`)).status).toBe(404);
  for (const file of [mediaUrl, posterUrl]) expect((await api.ask('GET', file)).status).toBe(404);
  const left = (await api.store('media').list('bytes/')).filter(({ key }) => key.includes(mediaUrl.slice(7, 30)));
  expect(left).toEqual([]);
});

test('a replaced file goes, with the poster, size and limited playback that were its own', async () => {
  const { newItem, mediaUrl } = await ready();
  const posterUrl = await api.upload((await samples['png']?.()) ?? film(100));
  const look = {
    posterUrl,
    placeholder: 'data:image/webp;base64,AAAA',
    focus: { x: 0, y: 100 },
    hasLimitedPlayback: true,
  };
  const { id, ...made } = await api.createItem({ ...newItem, ...look });
  expect(made).toMatchObject(look);
  const replacement = await api.upload(film(700));
  const body = { mediaUrl: replacement, mediaType: 'video' };
  const changed = GalleryItem.parse(await (await api.asOwner('PUT', `/api/gallery/${id}`, body)).json());
  expect(changed).toMatchObject(body);
  expect(changed).not.toHaveProperty('posterUrl');
  expect(changed).not.toHaveProperty('placeholder');
  expect(changed).not.toHaveProperty('width');
  expect(changed).not.toHaveProperty('focus');
  expect(changed).not.toHaveProperty('hasLimitedPlayback');
  for (const file of [mediaUrl, posterUrl]) expect((await api.ask('HEAD', file)).status).toBe(404);
  expect((await api.ask('HEAD', replacement)).status).toBe(200);
});

test('with a file that is deleted the pictures made of it go, and no others', async () => {
  const { newItem, mediaUrl } = await ready();
  const { id } = await api.createItem(newItem);
  const images = path.join(api.dataDir, 'images');
  await mkdir(images, { recursive: true });
  const tag = `media-${path.parse(mediaUrl).name}`;
  for (const name of [`${tag}.a.avif`, `${tag}.b.jpg`, 'media-other.a.jpg', 'c.jpg'])
    await writeFile(path.join(images, name), '');
  expect((await api.asOwner('DELETE', `/api/gallery/${id}`)).status).toBe(204);
  expect((await readdir(images)).sort()).toEqual(['c.jpg', 'media-other.a.jpg']);
});
