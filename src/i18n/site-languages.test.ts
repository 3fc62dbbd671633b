import { expect, it } from 'vitest';
import { languageOf } from './language.ts';
import { languageAt, pathIn, spoken } from './site-languages.ts';

const sites = {
  english: ['en'],
  spanish: ['es'],
  englishFirst: ['en', 'es'],
  spanishFirst: ['es', 'en'],
} as const;

it.each([
  ['/', { english: 'en', spanish: 'es', englishFirst: 'en', spanishFirst: 'es' }],
  ['/blog/es', { english: 'en', spanish: 'es', englishFirst: 'en', spanishFirst: 'es' }],
  ['/essays', { english: 'en', spanish: 'es', englishFirst: 'en', spanishFirst: 'es' }],
  ['/es', { english: 'en', spanish: 'es', englishFirst: 'es', spanishFirst: 'es' }],
  ['/es/blog', { english: 'en', spanish: 'es', englishFirst: 'es', spanishFirst: 'es' }],
  ['/en/blog', { english: 'en', spanish: 'es', englishFirst: 'en', spanishFirst: 'en' }],
] as const)('the language of a page is told from its path: %s', (path, told) => {
  for (const [name, site] of Object.entries(sites))
    expect(languageAt(path, site)).toBe(told[name as keyof typeof sites]);
});

it.each([
  ['english', 'en', ['/', '/blog/a', '/essays', '/sun']],
  ['spanish', 'es', ['/', '/blog/a', '/essays', '/sol']],
  ['englishFirst', 'en', ['/', '/blog/a', '/essays', '/sun']],
  ['englishFirst', 'es', ['/es', '/es/blog/a', '/es/essays', '/es/sol']],
  ['spanishFirst', 'es', ['/', '/blog/a', '/essays', '/sol']],
  ['spanishFirst', 'en', ['/en', '/en/blog/a', '/en/essays', '/en/sun']],
] as const)('on the site %s a page has one address in %s, from whatever address it is asked', (name, language, own) => {
  const asked = ['', '/en', '/es'].map((start) => ['/', '/blog/a', '/essays', '/sun'].map((path) => start + path));
  for (const paths of [...asked, own, ['/en', '/es/blog/a', '/en/essays', '/es/sol']]) {
    const bare = paths.map((path) => path.replace(/(?<=.)\/$/, ''));
    expect(bare.map((path) => pathIn(language, path, sites[name]))).toEqual(own);
  }
});

it('a language is told from a tag, and from a tag of another it is the one that is given', () => {
  const tags = ['es', 'es-US', 'ES', 'en-US', 'en-US,en;q=0.9,es;q=0.8', 'est', 'fr', '', null];
  expect(tags.map((tag) => languageOf(tag)).join(' ')).toBe('es es es en en en en en en');
  expect(tags.map((tag) => languageOf(tag, 'es')).join(' ')).toBe('es es es en en es es es es');
});

it('who asks for a language that the site has not gets its first', () => {
  const asked = ['en', 'es'] as const;
  const got = Object.values(sites).map((site) => asked.map((language) => spoken(language, site)).join(' '));
  expect(got).toEqual(['en en', 'es es', 'en es', 'en es']);
});
