import { expect, test } from 'vitest';
import { pathAfterSignIn, signInPath } from './session.ts';

test('the sign-in leads back to where it was called from', () => {
  const { pathname, search } = new URL(signInPath('/admin/leads'), 'http://localhost');
  expect(pathname).toBe('/login');
  expect(pathAfterSignIn(search)).toBe('/admin/leads');
  const { search: toOne } = new URL(signInPath('/admin/leads#0a1b'), 'http://localhost');
  expect(pathAfterSignIn(toOne)).toBe('/admin/leads#0a1b');
  const { search: toEntry } = new URL(signInPath('/admin/content#/collections/blog/entries/a-b'), 'http://localhost');
  expect(pathAfterSignIn(toEntry)).toBe('/admin/content#/collections/blog/entries/a-b');
  expect(pathAfterSignIn(new URL(signInPath('/admin'), 'http://localhost').search)).toBe('/admin');
});

test.each([
  '',
  '?back=',
  '?back=/',
  '?back=//evil.example',
  '?back=/admin/..//evil.example',
  '?back=/administrator',
  '?back=https://evil.example',
])('with %j it leads to the gallery', (search) => {
  expect(pathAfterSignIn(search)).toBe('/admin/gallery');
});
