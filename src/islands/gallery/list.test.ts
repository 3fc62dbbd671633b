import { describe, expect, test } from 'vitest';
import { GalleryItem } from '#contracts/gallery';
import { isItem } from './list.ts';

const item: GalleryItem = {
  id: 'abcdefgh',
  title: 'Kitchen',
  description: 'Two shades.',
  alt: 'A kitchen',
  category: 'blinds',
  mediaType: 'image',
  mediaUrl: '/media/0123456789abcdef.jpg',
  posterUrl: '/media/0123456789abcdef.webp',
  width: 1600,
  height: 900,
  placeholder: 'data:image/webp;base64,UklGRg==',
  focus: { x: 50, y: 12.5 },
  isPublished: true,
  displayOrder: 0.5,
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
};

/** What a field may be found to hold, right for some and wrong for others. */
const values = [
  undefined,
  null,
  true,
  0,
  -1,
  1.5,
  65_535,
  65_536,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '',
  'video',
  'general',
  'toString',
  [],
  {},
  { x: 0, y: 100 },
  { x: -1, y: 100 },
  { x: 0, y: 100.5 },
  { x: 0 },
  { x: '0', y: 0 },
  { x: Number.NaN, y: 0 },
  '/media/0123456789abcdef.mp4',
  'https://example.com/media/0123456789abcdef.jpg',
  'data:image/png;base64,AAAA',
  `data:image/png;base64,${'A'.repeat(1500)}`,
  'data:image/svg+xml;base64,AAAA',
];

describe('an item of the list is checked as the contract says', () => {
  test.each(Object.keys(GalleryItem.shape))('%s', (field) => {
    const agreed = values.map((value) => [value, GalleryItem.safeParse({ ...item, [field]: value }).success]);
    expect(values.map((value) => [value, isItem({ ...item, [field]: value })])).toEqual(agreed);
    expect(agreed.some(([, isRight]) => !isRight)).toBe(true);
  });

  test.each([item, { ...item, more: 1 }, null, undefined, 'item', [], [item]])('as a whole: %j', (value) => {
    expect(isItem(value)).toBe(GalleryItem.safeParse(value).success);
  });
});
