import { expect, test } from 'vitest';
import { isStillCurrent, isUnchanged, parseRange } from './byte-range.ts';

test.each<[string | null, ReturnType<typeof parseRange>]>([
  ['bytes=0-3', { first: 0, last: 3, isOpen: false }],
  ['bytes=4-', { first: 4, last: 9, isOpen: true }],
  ['bytes=-3', { first: 7, last: 9, isOpen: false }],
  ['bytes=-99', { first: 0, last: 9, isOpen: false }],
  ['bytes=8-99', { first: 8, last: 9, isOpen: false }],
  ['bytes= 3 - 9 ', { first: 3, last: 9, isOpen: false }],
  ...['bytes=10-', 'bytes=10-15', 'bytes=-0'].map((header) => [header, 'unsatisfiable'] as [string, 'unsatisfiable']),
  ...['items=0-5', 'bytes=5-2', 'bytes=0-1,3-4', 'bytes=', 'bytes=-', null].map(
    (header) => [header, null] as [string | null, null],
  ),
])('of ten bytes, %s asks for %j', (header, range) => {
  expect(parseRange(header, 10)).toEqual(range);
});

const asking = (headers: Record<string, string>) => new Request('http://localhost/', { headers });

test('what the browser has is known by any of its tags, weakly; without a tag nothing is known', () => {
  const isKnown = (tags: string) => isUnchanged(asking({ 'if-none-match': tags }), '"a"');
  expect(['"a"', 'W/"a"', '"other", "a"', '*', '"other"'].map(isKnown)).toEqual([true, true, true, true, false]);
  expect(isUnchanged(asking({}), '"a"')).toBe(false);
});

test('a range counts only for the very version that the browser has', () => {
  const counts = (tag: string) => isStillCurrent(asking({ 'if-range': tag }), '"a"');
  expect(['"a"', '"other"', 'W/"a"', 'Sat, 21 Nov 2026 00:00:00 GMT'].map(counts)).toEqual([true, false, false, false]);
  expect(isStillCurrent(asking({}), '"a"')).toBe(true);
});
