import Dashboard from '@uppy/dashboard';
import ImageEditor from '@uppy/image-editor';
import Webcam from '@uppy/webcam';
import { expect, test, vi } from 'vitest';
import { uppy as spanish } from '#i18n/es/uppy';
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

test('the words of Uppy in Spanish are of words that it has, with the same values', () => {
  vi.stubGlobal('location', { protocol: 'https:' });
  const uppy = createUppy('create');
  const plugins = [Dashboard, ImageEditor, Webcam].map((Plugin) => new Plugin(uppy, {}));
  vi.unstubAllGlobals();
  const english = Object.assign({}, ...[uppy, ...plugins].map(({ defaultLocale }) => defaultLocale?.strings));
  const values = (words: unknown) => [...new Set(JSON.stringify(words)?.match(/%\{\w+\}/g))].toSorted();
  const wrong = Object.entries(spanish).filter(
    ([name, words]) => !english[name] || `${values(words)}` !== `${values(english[name])}`,
  );
  expect(wrong).toEqual([]);
});
