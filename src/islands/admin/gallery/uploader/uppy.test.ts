import { expect, test, vi } from 'vitest';
import { createUppy } from './uppy.ts';

const JPEG = 'image/jpeg';

test.each([
  ['photo.jfif', '', 9, null],
  ['photo', JPEG, 9, null],
  ['clip.m4v', 'video/x-m4v', 9, null],
  ['clip', 'video/webm;codecs=vp9', 9, null],
  ['photo.HEIC', '', 9, null],
  ['photo', 'image/heif', 9, null],
  ['photo', '', 9, /^You can only upload: \.jpg, \.jpeg, [\w., ]+$/],
  ['photo.jpg', JPEG, 0, 'This file is smaller than the allowed size of 1 B'],
  ['a.gif', 'image/gif', 15_728_641, 'a.gif exceeds maximum allowed size of 15 MB'],
  ['a.mp4', 'video/mp4', 52_428_801, 'a.mp4 exceeds maximum allowed size of 50 MB'],
])('%s (%s) of %i bytes: %s', async (name, type, size, notice) => {
  const uppy = createUppy('create');
  const add = () => uppy.addFiles([{ name, type, data: new Blob([new Uint8Array(size)]) }]);
  const first = () => uppy.getState().info?.[0]?.message ?? '';
  add();
  await vi.waitUntil(() => uppy.getFiles().length > 0 || first());
  expect(uppy.getFiles()).toHaveLength(notice ? 0 : 1);
  expect(first()).toMatch(notice ?? /^$/);
  if (notice) return;
  add();
  expect(first()).toBe(`Cannot add the duplicate file '${name}', it already exists`);
});
