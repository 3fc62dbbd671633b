import { describe, expect, test } from 'vitest';
import { documentTitle, servedPath, sharePicturePath } from './seo.ts';

test('a title names the page, then the business', () => {
  expect(documentTitle('Thank You', 'Larkspur Smart Shades')).toBe('Thank You | Larkspur Smart Shades');
});

describe('the served path of a built one', () => {
  test.each([
    ['/', '/'],
    ['/book/', '/book'],
    ['/book.html', '/book'],
    ['/blog/index.html', '/blog'],
    ['/blog/my-index.html', '/blog/my-index'],
  ])('%s is %s', (built, served) => {
    expect(servedPath(built)).toBe(served);
  });
});

test('each page has its own picture for links', () => {
  expect(sharePicturePath('/')).toBe('/og/home.jpg');
  expect(sharePicturePath('/blog/heat')).toBe('/og/blog/heat.jpg');
});
