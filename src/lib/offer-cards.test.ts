import { describe, expect, test } from 'vitest';
import { deals } from '#i18n/en/deals';
import { inShowOrder, offerWords } from './offer-cards.ts';

const offer = (id: string, order: number, rest: { featured?: boolean; startsOn?: string; endsOn?: string } = {}) => ({
  id,
  order,
  featured: false,
  ...rest,
});
const today = '2026-11-21';
const ended = { endsOn: '2026-01-03' };

describe('the order on the page', () => {
  test('is running, upcoming, ended; featured first, then by number', () => {
    const offers = [
      offer('ended', 1, ended),
      offer('ended, featured', 9, { ...ended, featured: true }),
      offer('upcoming', 1, { startsOn: '2026-12-01' }),
      offer('second', 2),
      offer('first', 1),
      offer('featured', 8, { featured: true }),
    ];
    const shown = inShowOrder(offers, today).map(({ id }) => id);
    expect(shown).toEqual(['featured', 'first', 'second', 'upcoming', 'ended, featured', 'ended']);
  });

  test('leaves the list it was given as it is', () => {
    const offers = Object.freeze([offer('b', 2), offer('a', 1)]);
    expect(inShowOrder(offers, today).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('begins with the offer of the popup: the first featured one that runs', () => {
    const offers = [
      offer('plain', 1),
      offer('ended', 2, { ...ended, featured: true }),
      offer('late', 9, { featured: true }),
      offer('early', 3, { featured: true }),
    ];
    expect(inShowOrder(offers, today).map(({ id }) => id)).toEqual(['early', 'late', 'plain', 'ended']);
  });
});

test.each([
  ['running', { ended: '', term: 'Jan 2 to May 3, 2027', call: 'Schedule Consultation' }],
  ['upcoming', { ended: '', term: 'Coming: Jan 2 to May 3, 2027', call: 'Schedule Consultation' }],
  ['ended', { ended: 'Offer ended', term: 'Ran Jan 2 to May 3, 2027', call: 'Ask for current deals' }],
] as const)('the card of an offer that is %s says what is so, and nothing else', (state, words) => {
  expect(offerWords(state, 'Jan 2 to May 3, 2027', deals)).toEqual(words);
});
