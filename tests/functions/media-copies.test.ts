import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { apiForTests } from '#tests/support/admin-api';
import { film, samples } from '#tests/support/sample-media';

const api = apiForTests();

test('9.9: a file is kept by browsers for good, and by the CDN under a tag by which it is purged', async () => {
  const mediaUrl = await api.upload(await api.signIn(), film(600));
  const { headers } = await api.ask('GET', mediaUrl);
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('netlify-cdn-cache-control')).toBe('public, max-age=31536000');
  expect(headers.get('netlify-cache-tag')).toBe(`media-${path.parse(mediaUrl).name}`);
});

test('9.9: with a file that is deleted the pictures made of it go, and no others', async () => {
  const session = await api.signIn();
  const mediaUrl = await api.upload(session, (await samples['jpg']?.()) ?? film(600));
  const { id } = await api.createItem(session, { title: 'Pool', mediaType: 'image', mediaUrl, isPublished: true });
  const images = path.join(api.dataDir, 'images');
  await mkdir(images, { recursive: true });
  const tag = `media-${path.parse(mediaUrl).name}`;
  for (const name of [`${tag}.a.avif`, `${tag}.b.jpg`, 'media-other.a.jpg', 'c.jpg'])
    await writeFile(path.join(images, name), '');
  expect((await api.ask('DELETE', `/api/gallery/${id}`, { headers: session })).status).toBe(204);
  expect((await readdir(images)).sort()).toEqual(['c.jpg', 'media-other.a.jpg']);
  expect((await api.ask('GET', mediaUrl)).status).toBe(404);
});

const ROUNDS = 3;

test('9.9: while one item is deleted another takes its file: whatever is shown can be fetched', async () => {
  const session = await api.signIn();
  const item = async () => {
    const mediaUrl = await api.upload(session, (await samples['jpg']?.()) ?? film(600));
    return await api.createItem(session, { title: 'Pool', mediaType: 'image', mediaUrl, isPublished: true });
  };
  // Stores that take their time to write: each looks before it sees what the other does.
  const [gallery, media] = [api.store('gallery'), api.store('media')];
  const [{ replace }, { delete: remove }] = [gallery, media];
  onTestFinished(() => {
    Object.assign(gallery, { replace });
    Object.assign(media, { delete: remove });
  });
  gallery.replace = async (...args) => await pause(20).then(() => replace(...args));
  media.delete = async (key) => await pause(40).then(() => remove(key));
  for (let round = 0; round < ROUNDS; round += 1) {
    const [one, other] = [await item(), await item()];
    const [removed, changed] = await Promise.all([
      api.ask('DELETE', `/api/gallery/${one.id}`, { headers: session }),
      api.ask('PUT', `/api/gallery/${other.id}`, { headers: session, body: { mediaUrl: one.mediaUrl } }),
    ]);
    expect(removed.status).toBe(204);
    expect([200, 400, 409]).toContain(changed.status);
  }
  const shown: { mediaUrl: string }[] = await (await api.ask('GET', '/api/gallery')).json();
  expect(shown).toHaveLength(ROUNDS);
  const missing = [];
  for (const { mediaUrl } of shown) if ((await api.ask('GET', mediaUrl)).status !== 200) missing.push(mediaUrl);
  expect(missing).toEqual([]);
});
