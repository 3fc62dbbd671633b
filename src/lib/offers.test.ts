import { describe, expect, test } from 'vitest';
import { offerState } from './offers.ts';

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
