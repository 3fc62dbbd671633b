import { expect, test } from 'vitest';
import { mediaTypeOf, newItemOf, unreadyTexts } from './new-items.ts';

const media = { mediaUrl: '/media/0123456789abcdef.jpg', mediaType: 'image' } as const;
const now = new Date(2026, 10, 21, 23, 30);

test('what is a film is known by its extension, in any case, or by its type', () => {
  const names = ['clip.mp4', 'clip.WEBM', 'photo.jpg', 'mp4', 'clip.mp4.png'];
  expect(names.map((name) => mediaTypeOf({ name, type: '' }))).toEqual(['video', 'video', 'image', 'image', 'image']);
  expect(mediaTypeOf({ name: 'clip.m4v', type: 'video/x-m4v' })).toBe('video');
  expect(mediaTypeOf({ name: 'photo', type: 'image/jpeg' })).toBe('image');
});

test('an uploaded file becomes an unpublished item, named after it', () => {
  expect(newItemOf('Lanai tour.v2.jpg', media, 'drapery', now)).toEqual({
    title: 'Lanai tour.v2',
    description: `Uploaded on ${now.toLocaleDateString()}`,
    category: 'drapery',
    mediaType: 'image',
    mediaUrl: '/media/0123456789abcdef.jpg',
    isPublished: false,
    displayOrder: 0,
  });
});

test.each([
  ['.jpg', '.jpg'],
  ['photo', 'photo'],
  [`${'n'.repeat(300)}.jpg`, 'n'.repeat(200)],
])('the title of %j is never empty, never too long', (name, title) => {
  expect(newItemOf(name, media, 'general', now).title).toBe(title);
});

test.each([
  'IMG_2214',
  'DSC01234',
  'PXL_20261122_153000123',
  'cam-1795345214828',
  'Screenshot 2026-11-22 at 10.31.48',
  'WhatsApp Image 2026-11-22 at 10.31.48',
  'image (3)',
  'shade-lowering',
  'living_room',
])('%j is still a file name', (title) => {
  expect(unreadyTexts({ title })).toBe('title');
});

test.each(['Sunroom', 'Ripplefold drapery', 'Hidden-tube roller shade', '3 shades over the pool', 'Phase 2'])(
  '%j is a title',
  (title) => {
    expect(unreadyTexts({ title })).toBeNull();
  },
);

test('the description that an upload makes is known, in whatever form its browser wrote the date', () => {
  const description = String(newItemOf('Sunroom.jpg', media, 'drapery', now).description);
  expect(unreadyTexts({ title: 'Sunroom', description })).toBe('description');
  expect(unreadyTexts({ title: 'Sunroom', description: 'Uploaded on 22.11.2026' })).toBe('description');
  expect(unreadyTexts({ title: 'IMG_1', description })).toBe('both');
  expect(unreadyTexts({ title: 'Sunroom', description: 'Uploaded on a rainy day, after the shades.' })).toBeNull();
});
