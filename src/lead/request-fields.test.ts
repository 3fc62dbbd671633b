import { expect, test } from 'vitest';
import { leadOf } from '#tests/support/lead';
import { callLanguage, formerWords, shownAt, wordsOf } from './request-fields.ts';

const { request } = leadOf();

test('what is no text is said in words, and a missing value as nothing', () => {
  const consent = 'I agree.';
  const attribution = { utm_medium: 'cpc', gclid: 'x' };
  const known = { consent, texts: true, language: '', attribution } as const;
  expect(wordsOf('preferredContact', { ...request, preferredContact: 'phone', zipCode: '30500' })).toBe(
    'Phone, confirm the visit first',
  );
  const names = ['texts', 'language', 'consent', 'preferredContact', 'heardFrom', 'attribution'] as const;
  const words = ['yes', 'English', 'I agree., agreed to texts', '', '', 'utm_medium: cpc\ngclid: x'];
  expect(names.map((name) => wordsOf(name, known))).toEqual(words);
  expect([wordsOf('texts', {}), wordsOf('consent', { consent })]).toEqual(['no', consent]);
});

test('a place shows its fields by its own labels, and leaves others out', () => {
  const shown = shownAt('event').map(({ label, words }) => [label, words({ ...request, language: 'es' })]);
  expect(shown).toEqual(
    expect.arrayContaining([
      ['ZIP', '12345'],
      ['Phone', request.phone],
    ]),
  );
  expect(shown.map(([label]) => label)).not.toEqual(expect.arrayContaining(['Name']));
  expect(shownAt('mail').find(({ field }) => field === 'city')?.label).toBe('Where');
});

test('what differed is said in a sentence, and another language than English', () => {
  const former = { ...request, zipCode: '', name: 'Jon' };
  expect(formerWords(former, request)).toBe('name was Jon, ZIP code was empty');
  expect([callLanguage({ language: 'es' }), callLanguage({ language: 'en' })]).toEqual(['Call in Spanish', undefined]);
});
