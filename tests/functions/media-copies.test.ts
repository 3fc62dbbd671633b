import { mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
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
