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
  ['photo', '', 9, /^You can only upload: .* Save it as one of these first\. Not added: photo$/],
  ['photo.jpg', JPEG, 0, 'photo.jpg is empty. Copy it to this device again.'],
  ['a.gif', 'image/gif', 15_728_641, 'a.gif exceeds maximum allowed size of 15 MB. Make it smaller or shorter first.'],
])('%s (%s) of %i bytes: %s', async (name, type, size, notice) => {
  const uppy = createUppy('create');
  uppy.addFiles([{ name, type, data: new Blob([new Uint8Array(size)]) }]);
  await vi.waitUntil(() => uppy.getFiles().length > 0 || uppy.getState().info?.length);
  const [shown] = uppy.getState().info ?? [];
  expect(uppy.getFiles()).toHaveLength(notice ? 0 : 1);
  expect(shown?.message ?? '').toMatch(notice ?? /^$/);
});

test('what is refused of a choice has one notice for each kind, which names all of them and a remedy', async () => {
  const uppy = createUppy('create');
  const add = (names: readonly string[], size = 9) => {
    const data = new Blob([new Uint8Array(size)]);
    uppy.addFiles(names.map((name) => ({ name, type: '', data })));
  };
  const notices = () => uppy.getState().info?.map(({ message }) => message);
  add(['hero.jpg', 'hall.jpg']);
  add(['hero.jpg']);
  await vi.waitFor(() => expect(notices()).toEqual(["Cannot add the duplicate file 'hero.jpg', it already exists"]));
  add(['hero.jpg', 'hall.jpg']);
  add(['huge-0.mp4', 'huge-1.mp4'], 52_428_801);
  add(Array.from({ length: 8 }, (_, index) => `room-${index}.jpg`));
  add(['eleventh.jpg', 'twelfth.png']);
  await vi.waitFor(() =>
    expect(notices()).toEqual(
      expect.arrayContaining([
        "Cannot add the duplicate file 'hero.jpg', it already exists. Not added: hero.jpg, hall.jpg",
        'huge-0.mp4 exceeds maximum allowed size of 50 MB. Make it smaller or shorter first. Not added: huge-0.mp4, huge-1.mp4',
        'You can only upload 10 files. Upload these first. Not added: eleventh.jpg, twelfth.png',
      ]),
    ),
  );
  expect(uppy.getFiles()).toHaveLength(10);
});
