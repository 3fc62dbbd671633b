import { describe, expect, test } from 'vitest';
import { inShowOrder, offerState } from './offers.ts';

const term = { startsOn: '2025-09-15', endsOn: '2025-12-31' };

describe('an offer', () => {
  test.each([
    ['2025-09-14', 'upcoming'],
    ['2025-09-15', 'running'],
    ['2025-12-31', 'running'],
    ['2026-01-01', 'ended'],
  ] as const)('on %s is %s', (today, state) => {
    expect(offerState(term, today)).toBe(state);
  });

  test('without dates always runs', () => {
    expect(offerState({}, '2026-11-21')).toBe('running');
  });

  test('with one date is open on the other side', () => {
    expect(offerState({ startsOn: '2026-12-01' }, '2099-01-01')).toBe('running');
    expect(offerState({ endsOn: '2026-12-01' }, '1999-01-01')).toBe('running');
  });
});

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
