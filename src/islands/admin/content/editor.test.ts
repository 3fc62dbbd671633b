import { expect, test } from 'vitest';
import { sources } from '#schemas/all';
import { mistakesIn, nameAt } from './editor.ts';

const offer = {
  order: 1,
  title: 'Hub',
  discount: '50% off',
  description: 'A hub.',
  validUntil: 'Ongoing',
  badge: 'New',
  featured: false,
};

test('an entry is right as the editor has it, with what is empty and may be left out', () => {
  const image = { src: '', alt: '' };
  expect(mistakesIn(sources.promotions, { ...offer, startsOn: '', endsOn: null, vendor: undefined, image })).toBe('');
});

test('two fields that do not go together are refused in the sentence of the schema', () => {
  expect(mistakesIn(sources.promotions, { ...offer, startsOn: '2027-02-01', endsOn: '2027-01-01' })).toBe(
    'Ends on: The offer ends before it starts. Correct startsOn or endsOn.',
  );
});

test('each problem of an entry has a line, and says which of a list', () => {
  const problems = mistakesIn(sources.choices, {
    services: [{ name: 'Shades' }],
    cities: [{ name: 'Vinings', zipCodes: ['1'] }, { name: '' }],
    callbackCities: [{ name: 'Anywhere' }],
  });
  expect(problems.split('\n')).toEqual([
    expect.stringMatching(/^Cities, 1, ZIP codes, 1: Write a ZIP code/),
    expect.stringMatching(/^Cities, 2, Name: Missing/),
  ]);
});

test('a page without its text is refused', () => {
  expect(
    mistakesIn(sources.owners, { sample: true, names: 'E', initials: ['E', 'M'], headline: 'Two.', body: ' ' }),
  ).toBe('Text: The text is missing.');
});

test('a page that need not be written may be saved without its text', () => {
  const fields = { title: 'A', description: 'B', lead: 'C', changed: '2026-11-26' };
  expect(mistakesIn(sources.financing, { ...fields, body: '' })).toBe('');
});

test('an entry belongs to the collection whose files lie there', () => {
  expect(nameAt('src/content/promotions/new.md')).toBe('promotions');
  expect(nameAt('src/content/promotions/new.es.md')).toBe('promotions');
  expect(nameAt('src/content/home/hero.md')).toBe('hero');
  expect(nameAt('src/content/home/hero.es.md')).toBe('hero');
  expect(nameAt('brand/choices.json')).toBe('choices');
  expect(nameAt('src/pages/a.md')).toBeUndefined();
});
