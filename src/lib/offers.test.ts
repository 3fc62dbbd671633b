import { expect, test } from 'vitest';
import { deals } from '#i18n/en/deals';
import { deals as spanish } from '#i18n/es/deals';
import { aboutOffer, inShowOrder, offerState, offerWords } from './offers.ts';

const term = { startsOn: '2025-09-15', endsOn: '2025-12-31' };

test.each([
  ['2025-09-14', 'upcoming'],
  ['2025-09-15', 'running'],
  ['2025-12-31', 'running'],
  ['2026-01-01', 'ended'],
] as const)('on %s is %s', (today, state) => {
  expect(offerState(term, today)).toBe(state);
});

test('an offer without dates always runs', () => {
  expect(offerState({}, '2026-11-21')).toBe('running');
});

test('an offer with one date is open on the other side', () => {
  expect(offerState({ startsOn: '2026-12-01' }, '2099-01-01')).toBe('running');
  expect(offerState({ endsOn: '2026-12-01' }, '1999-01-01')).toBe('running');
});

const offer = (id: string, order: number, rest: { featured?: boolean; startsOn?: string; endsOn?: string } = {}) => ({
  id,
  order,
  featured: false,
  ...rest,
});
const ended = { endsOn: '2026-01-03' };

test('the order on the page is running, upcoming, ended; featured first, then by number', () => {
  const offers = Object.freeze([
    offer('ended', 1, ended),
    offer('ended, featured', 9, { ...ended, featured: true }),
    offer('upcoming', 1, { startsOn: '2026-12-01' }),
    offer('second', 2),
    offer('first', 1),
    offer('featured', 8, { featured: true }),
    offer('early', 3, { featured: true }),
  ]);
  const shown = inShowOrder(offers, '2026-11-21').map(({ id }) => id);
  expect(shown).toEqual(['early', 'featured', 'first', 'second', 'upcoming', 'ended, featured', 'ended']);
});

test.each([
  ['running', { ended: '', term: 'Jan 2 to May 3, 2027', call: 'Schedule Consultation' }],
  ['upcoming', { ended: '', term: 'Coming: Jan 2 to May 3, 2027', call: 'Schedule Consultation' }],
  ['ended', { ended: 'Offer ended', term: 'Ran Jan 2 to May 3, 2027', call: 'Ask for current deals' }],
] as const)('the card of an offer that is %s says what is so, and nothing else', (state, words) => {
  expect(offerWords(state, 'Jan 2 to May 3, 2027', deals)).toEqual(words);
});

test('an ended offer is carried as the current ones, and never by its own name', () => {
  const free = { title: 'PerfectSheer', discount: 'Free motor' };
  for (const state of ['running', 'upcoming'] as const) {
    expect(aboutOffer(state, free, deals)).toBe('Offer: PerfectSheer, Free motor');
  }
  const carried = [deals, spanish].map((words) => aboutOffer('ended', free, words));
  expect(carried).toEqual(['Offer: current offers', 'Offer: ofertas actuales']);
});
