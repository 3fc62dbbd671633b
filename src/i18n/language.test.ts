import { expect, it } from 'vitest';
import { languageAt, languageOf, pathIn } from './language.ts';

it('the language of a page is told from its path', () => {
  expect(['/', '/es', '/es/blog', '/essays', '/blog/es'].map(languageAt)).toEqual(['en', 'es', 'es', 'en', 'en']);
});

it('a language is told from a tag', () => {
  expect(['es', 'es-US', 'ES', 'en-US', 'est', '', null].map(languageOf)).toEqual([
    'es',
    'es',
    'es',
    'en',
    'en',
    'en',
    'en',
  ]);
});

it('a path leads to the same page in the other language, and back', () => {
  expect(pathIn('es', '/')).toBe('/es');
  expect(pathIn('es', '/blog/a')).toBe('/es/blog/a');
  expect(pathIn('es', '/es/blog')).toBe('/es/blog');
  expect(pathIn('en', '/es')).toBe('/');
  expect(pathIn('en', '/es/blog')).toBe('/blog');
  expect(pathIn('en', '/essays')).toBe('/essays');
  // a page with an address in Spanish.
  expect(['/sun', '/es/sol'].map((path) => pathIn('es', path))).toEqual(['/es/sol', '/es/sol']);
  expect(['/sun', '/es/sol'].map((path) => pathIn('en', path))).toEqual(['/sun', '/sun']);
});
