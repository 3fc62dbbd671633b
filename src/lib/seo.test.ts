import { describe, expect, test } from 'vitest';
import { documentTitle, listingOf, servedPath, sharePicturePath } from './seo.ts';

test('a title names the page, then the business', () => {
  expect(documentTitle('Thank You', 'Sunhaven Smart Shades')).toBe('Thank You | Sunhaven Smart Shades');
});

describe('the served path of a built one', () => {
  test.each([
    ['/', '/'],
    ['/index.html', '/'],
    ['/book', '/book'],
    ['/book/', '/book'],
    ['/book.html', '/book'],
    ['/blog/index.html', '/blog'],
    ['/blog/my-index.html', '/blog/my-index'],
    ['/service-areas/st-cloud.html', '/service-areas/st-cloud'],
  ])('%s is %s', (built, served) => {
    expect(servedPath(built)).toBe(served);
  });
});

test('each page has its own picture for links', () => {
  expect(sharePicturePath('/')).toBe('/og/home.jpg');
  expect(sharePicturePath('/blog/heat')).toBe('/og/blog/heat.jpg');
});

describe('what a page says to search engines', () => {
  test('a page that asks to be left out is not listed', () => {
    expect(listingOf('<head><meta name="robots" content="noindex"></head>').listed).toBe(false);
    expect(listingOf('<head><link rel="canonical" href="/"></head>').listed).toBe(true);
  });

  test('an article says when it last changed', () => {
    expect(listingOf('<meta property="article:modified_time" content="2026-11-03">').modified).toBe('2026-11-03');
    expect(listingOf('<title>Privacy</title>').modified).toBeUndefined();
  });
});
