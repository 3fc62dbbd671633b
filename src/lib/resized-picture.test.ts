import { expect, test } from 'vitest';
import { focusIn, framedPicture, pictureWidths, resizedPicture } from './resized-picture.ts';

test('a picture at one width, whole or cut to a frame, and every width with its descriptor', () => {
  const whole = '/.netlify/images?url=%2Fmedia%2Fabc.jpg&w=';
  expect(resizedPicture('/media/abc.jpg', 640)).toBe(`${whole}640`);
  expect(resizedPicture('/media/abc.jpg', 640, 9 / 16)).toBe(`${whole}640&h=360&fit=cover`);
  expect(pictureWidths('/media/abc.jpg', [400, 800])).toBe(`${whole}400 400w, ${whole}800 800w`);
});

test('in a frame: cut by the CDN in its middle, but whole and as wide as covers it where a focus point is kept', () => {
  const asked = (picture: Parameters<typeof framedPicture>[1]) => framedPicture('/media/abc.jpg', picture, 640, 9 / 16);
  const focus = { x: 100, y: 25 };
  expect(asked({ width: 4000, height: 3000 })).toMatch(/&w=640&h=360&fit=cover$/);
  expect(asked({ width: 3000, height: 4000, focus })).toMatch(/&w=640$/);
  expect(asked({ width: 3200, height: 900, focus })).toMatch(/&w=1280$/);
  expect(asked({ focus })).toMatch(/&w=640$/);
  expect(focusIn({ focus })).toEqual({ style: { objectPosition: '100% 25%' } });
  expect(focusIn({})).toEqual({});
});
