import { expect, test } from 'vitest';
import { wordsIn } from './pages.ts';
import { siteLanguages } from './site-languages.ts';

/** All texts of words, with this in place of each value. */
function said(words: unknown, name: string): string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') return said(words(name, name, name), name);
  return Object.values(words ?? {}).flatMap((one) => said(one, name));
}

test.each(siteLanguages)('where a name ends in a point, its sentence has no second one (%s)', (language) => {
  const texts = said(wordsIn(language), 'Miller & Co.');
  expect(texts.filter((text) => text.endsWith('Miller & Co.')).length).toBeGreaterThan(5);
  expect(texts.filter((text) => /(?<!\.)\.\.(?!\.)/.test(text))).toEqual([]);
});
