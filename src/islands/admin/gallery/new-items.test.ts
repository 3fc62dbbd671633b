import { expect, test } from 'vitest';
import { mediaTypeOf, newItemOf } from './new-items.ts';

const media = { mediaUrl: '/media/0123456789abcdef.jpg', mediaType: 'image' } as const;
const now = new Date(2026, 10, 21, 23, 30);

test.each([
  ['clip.mp4', 'video'],
  ['clip.WEBM', 'video'],
  ['clip.Mov', 'video'],
  ['clip.avi', 'video'],
  ['photo.jpg', 'image'],
  ['mp4', 'image'],
  ['clip.mp4.png', 'image'],
])('%s is a %s', (name, type) => {
  expect(mediaTypeOf(name)).toBe(type);
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
  [' .jpg', ' .jpg'],
  ['photo', 'photo'],
  [`${'n'.repeat(300)}.jpg`, 'n'.repeat(200)],
])('the title of %j is never empty, never too long', (name, title) => {
  expect(newItemOf(name, media, 'general', now).title).toBe(title);
});
