import { expect, test } from 'vitest';
import { isSame } from './is-same.ts';

test('the order of fields does not count, nor whether one is absent or undefined', () => {
  expect(isSame({ a: 1, b: [{ c: 2, d: undefined }] }, { b: [{ c: 2 }], a: 1 })).toBe(true);
});

test.each<[one: unknown, other: unknown]>([
  [{ a: 1 }, { a: 1, b: null }],
  [{ a: [1, 2] }, { a: [2, 1] }],
  [[1], [1, 2]],
  [[], {}],
  [0, ''],
  [null, {}],
  [undefined, null],
  [new Date(0), new Date(1)],
])('%j and %j are not the same', (one, other) => {
  expect([isSame(one, other), isSame(other, one)]).toEqual([false, false]);
});
