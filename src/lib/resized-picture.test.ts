import { expect, test } from 'vitest';
import { pictureWidths, resizedPicture } from './resized-picture.ts';

test('a picture at one width, whole', () => {
  expect(resizedPicture('/media/abc.jpg', 640)).toBe('/.netlify/images?url=%2Fmedia%2Fabc.jpg&w=640');
});

test('cut to a frame', () => {
  expect(resizedPicture('/media/abc.jpg', 640, 9 / 16)).toBe(
    '/.netlify/images?url=%2Fmedia%2Fabc.jpg&w=640&h=360&fit=cover',
  );
});

test('every width with its descriptor', () => {
  expect(pictureWidths('/media/abc.jpg', { widths: [400, 800] })).toBe(
    '/.netlify/images?url=%2Fmedia%2Fabc.jpg&w=400 400w, /.netlify/images?url=%2Fmedia%2Fabc.jpg&w=800 800w',
  );
});
