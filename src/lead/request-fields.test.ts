import { expect, test } from 'vitest';
import { leadOf } from '#tests/support/lead';
import { callLanguage, formerWords, shownAt, wordsOf } from './request-fields.ts';

const { request } = leadOf();

test.each<[Parameters<typeof wordsOf>[0], object, string]>([
  ['texts', { texts: true }, 'yes'],
  ['texts', {}, 'no'],
  ['preferredContact', {}, ''],
  ['heardFrom', {}, ''],
  ['language', { language: '' }, 'English'],
  ['consent', { consent: 'I agree.', texts: true }, 'I agree., agreed to texts'],
  ['consent', { consent: 'I agree.' }, 'I agree.'],
  ['attribution', { attribution: { utm_medium: 'cpc', gclid: 'x' } }, 'utm_medium: cpc\ngclid: x'],
])('%s of %j in words', (field, given, words) => {
  expect(wordsOf(field, given)).toBe(words);
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
