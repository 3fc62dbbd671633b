import { expect, test } from 'vitest';
import { sharedFor } from './answers.ts';

test('the CDN keeps an answer for a minute at most, and a browser asks each time', () => {
  expect(sharedFor('gallery')).toEqual({
    'cache-control': 'public, max-age=0, must-revalidate',
    'netlify-cdn-cache-control': 'public, max-age=60',
    'netlify-cache-tag': 'gallery',
  });
});
