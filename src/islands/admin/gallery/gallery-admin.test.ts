import { expect, test } from 'vitest';
import { filterCategories, type GalleryItem } from '#contracts/gallery';
import { adminPage, ENDED } from '#tests/support/admin-page';
import { MemoryStorage } from '#tests/support/browser/memory-storage';
import { scriptedServer } from '#tests/support/scripted-server';
import { createGalleryAdmin } from './gallery-admin.ts';

const server = scriptedServer();
const [FIRST] = filterCategories;
const ALL = '/api/gallery/all';
const item = (id: string, displayOrder: number): GalleryItem => ({
  id,
  title: `Item ${id}`,
  category: FIRST,
  mediaType: 'image',
  mediaUrl: '/media/0123456789abcdef.jpg',
  isPublished: true,
  displayOrder,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
});
const items = [item('a', 1), item('b', 2), item('c', 3)];
const upload = (name: string) =>
  ({ name, media: { mediaUrl: `/media/${name}0123456789abcdef.jpg`, mediaType: 'image' } }) as const;
const uploaded = (count: number) =>
  `Upload Complete: ${count} file(s) uploaded successfully. Items created as unpublished - review and publish when ready.`;
const LEFT = 'left for /login?back=%2Fadmin%2Fgallery';

/** A page's manager and its events. */
async function openAdmin(storage = new MemoryStorage(), list = items) {
  server.script(ALL, { body: list });
  const page = adminPage(server, '/admin/gallery', { sessionStorage: () => storage });
  const { environment, session, events } = page;
  const admin = createGalleryAdmin(environment, session);
  await admin.start();
  return { admin, session, events, storage };
}
const sent = (method: string) => server.heard.filter((one) => one.method === method);

test('when a session ends, items not yet made are kept, also those whose turn had not come', async () => {
  const { admin, events, storage } = await openAdmin();
  server.script('/api/gallery', { status: 201, body: item('new', 0) }, ENDED);
  await admin.newItems.make([upload('one'), upload('two'), upload('three')], 'general');
  expect(events).toEqual([LEFT, uploaded(1)]);
  expect(sent('POST')).toHaveLength(2);
  const next = await openAdmin(storage);
  expect(next.admin.newItems.$unsaved.get().map(({ title }) => title)).toEqual(['two', 'three']);
});

test('when a session ends, while files are on their way the page stays; it is left when the last one is let go', async () => {
  const { admin, session, events } = await openAdmin();
  session.hold('create');
  session.hold('replace');
  server.script('/api/gallery/a', ENDED);
  await admin.setPublished(['a'], false);
  expect(session.$signedOut.get()).toBe(true);
  session.release('create');
  session.release('create');
  expect(events).toEqual([]);
  session.release('replace');
  expect(events).toEqual([LEFT]);
});

const bodies = () => sent('PUT').map(({ body }) => JSON.parse(body));
const at = '2026-11-01T13:00:00.000Z';
const refused = (fields: object) => ({ status: 409, body: { error: 'Changed.', conflict: { fields, at } } });

test('changed on another device: each field is chosen; nothing typed is lost; the last choice saves over what is stored by now', async () => {
  const { admin, events } = await openAdmin();
  admin.editing.open('a', null);
  admin.editing.type('title', 'Mine');
  admin.editing.type('alt', 'My words');
  // What is typed and taken back is no change.
  for (const text of ['Half', '']) admin.editing.type('description', text);
  admin.editing.replaceMedia(upload('new').media);
  const mediaUrl = '/media/fedcba9876543210.jpg';
  server.script('/api/gallery/a', refused({ title: 'Theirs', alt: 'Their words', mediaUrl }), { body: items[0] });
  await admin.editing.save();
  expect(admin.editing.$edit.get()).toMatchObject({ sending: undefined, mine: { title: 'Mine', alt: 'My words' } });
  await admin.editing.settle('title', false);
  await admin.editing.settle('mediaUrl', false);
  expect(bodies()).toHaveLength(1);
  await admin.editing.settle('alt', true);
  expect(bodies()[1]).toEqual({ alt: 'My words', seen: { alt: 'Their words' } });
  expect([admin.editing.$edit.get(), events]).toEqual([
    null,
    ['New file uploaded successfully.', 'Gallery item updated successfully'],
  ]);
});

test('changed on another device: a draft from before a sign-in still knows what was seen', async () => {
  const { admin, storage } = await openAdmin();
  admin.editing.open('b', null);
  admin.editing.type('title', 'Typed');
  admin.editing.setFocus({ x: 10, y: 20 });
  server.script('/api/gallery/b', ENDED);
  await admin.editing.save();
  const next = await openAdmin(storage, [{ ...item('b', 2), title: 'Theirs', description: 'Theirs' }]);
  server.script('/api/gallery/b', refused({ title: 'Theirs' }));
  await next.admin.editing.save();
  expect(bodies().at(-1)).toEqual({
    title: 'Typed',
    focus: { x: 10, y: 20 },
    seen: { title: 'Item b', focus: null },
  });
});

test('a batch goes on where an item fails; what failed can be tried again', async () => {
  const { admin, events } = await openAdmin();
  const made = { status: 201, body: item('new', 0) };
  server.script('/api/gallery', made, { status: 503, body: { error: 'Not now' } }, made);
  await admin.newItems.make([upload('one'), upload('two'), upload('three')], 'general');
  expect(events).toEqual([uploaded(2)]);
  expect(admin.newItems.$unsaved.get()).toMatchObject([{ title: 'two', category: 'general', isPublished: false }]);
  server.script('/api/gallery', { status: 503, body: { error: 'Not now' } }, made);
  await admin.newItems.tryAgain();
  await admin.newItems.tryAgain();
  expect(events).toEqual([uploaded(2), 'Error: Not now', uploaded(1)]);
  expect(admin.newItems.$unsaved.get()).toEqual([]);
});

test('moves that follow fast are reckoned one from the other, and the list is read once at the end', async () => {
  const { admin } = await openAdmin();
  for (const { id } of items) server.script(`/api/gallery/${id}`, { body: item(id, 0) });
  server.heard.length = 0;
  await Promise.all([admin.moveBefore('c', 'a'), admin.moveBehind('a', 'b'), admin.moveToTop('b')]);
  expect(sent('PUT').map(({ path, body }) => `${path} ${body}`)).toEqual([
    '/api/gallery/c {"displayOrder":0}',
    '/api/gallery/a {"displayOrder":3}',
    '/api/gallery/b {"displayOrder":-1}',
  ]);
  expect(sent('GET')).toHaveLength(1);
});

test('where no answer comes, not even the list, what is shown is what the server still has', async () => {
  const { admin, events } = await openAdmin();
  server.script(ALL, { cut: true });
  server.script('/api/gallery/a', { cut: true });
  server.script('/api/gallery/b', { body: { ...items[1], isPublished: false } });
  await admin.setPublished(['a', 'b'], false);
  expect(admin.$shown.get().map(({ isPublished }) => isPublished)).toEqual([true, false, true]);
  await admin.moveBehind('a', 'c');
  expect(admin.$shown.get().map(({ id, displayOrder }) => `${id} ${displayOrder}`)).toEqual(['a 1', 'b 2', 'c 3']);
  expect(events).toEqual(Array(2).fill('Error: Failed to update gallery item'));
});

test('a category for several: what the server refuses goes back, and alone stays chosen', async () => {
  const { admin, events } = await openAdmin();
  admin.chooseAll();
  const blinds = (id: string) => ({ body: { ...item(id, 1), category: 'general' } });
  const list = [{ ...items[0], category: 'general' }, items[1], { ...items[2], category: 'general' }];
  server.script('/api/gallery/a', blinds('a'));
  server.script('/api/gallery/b', { status: 503, body: { error: 'Not now' } });
  server.script('/api/gallery/c', blinds('c'));
  server.script(ALL, { body: list });
  await admin.setCategory(admin.$chosen.get(), 'general');
  expect(sent('PUT').map(({ body }) => body)).toEqual(
    Array(3).fill(`{"category":"general","seen":{"category":"${FIRST}"}}`),
  );
  expect(events).toEqual(['Error: Not now']);
  expect(admin.$shown.get().map(({ category }) => category)).toEqual(['general', FIRST, 'general']);
  expect([...admin.$chosen.get()]).toEqual(['b']);
});

test('an older answer of the list never undoes what is shown', async () => {
  const { admin } = await openAdmin();
  const slow = Promise.withResolvers<void>();
  server.script(ALL, { after: slow.promise, body: items }, { body: items.slice(1) });
  server.script('/api/gallery/a', { body: { ...items[0], isPublished: false } }, { status: 204 });
  const publishing = admin.setPublished(['a'], false);
  await expect.poll(() => sent('GET').length).toBe(3);
  admin.removal.ask(['a'], null);
  await admin.removal.confirm();
  slow.resolve();
  await publishing;
  expect(admin.$shown.get().map(({ id }) => id)).toEqual(['b', 'c']);
});
