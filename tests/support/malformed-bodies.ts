import fc from 'fast-check';
import { consultation } from './visitor.ts';

const right = {
  ...consultation,
  consultationId: 'f'.repeat(32),
  slotStart: '2026-12-01T15:00:00.000Z',
  slotEnd: '2026-12-01T16:00:00.000Z',
};

/** Texts that often break programs. */
export const nasty = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constantFrom(
    '\u0000',
    '\u202eevil',
    '\ud800',
    '👩‍👩‍👧‍👦🏝️'.repeat(40),
    '=1+1',
    '<script>alert(1)</script>',
    '../../../etc/passwd',
    '0'.repeat(5000),
    '2026-13-45T99:99:99Z',
    'a@'.repeat(2000),
  ),
);
const anything = fc.oneof(nasty, fc.anything({ withBigInt: false, withNullPrototype: true, withObjectString: true }));
const field = fc.constantFrom(
  ...Object.keys(right),
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
);

const changedBody = fc
  .array(fc.tuple(field, anything), { minLength: 1, maxLength: 8 })
  .map((changes) => textOf(Object.fromEntries([...Object.entries(right), ...changes])));
const prototypeBody = nasty.map(
  (text) => `{"__proto__":{"name":${textOf(text)}},"constructor":{"prototype":{"zipCode":1}}}`,
);
const deepBody = fc
  .integer({ min: 100, max: 15_000 })
  .chain((depth) =>
    fc.constantFrom('['.repeat(depth), '['.repeat(depth) + ']'.repeat(depth), '{"name":'.repeat(depth / 8)),
  );
const hugeBody = fc.integer({ min: 30_000, max: 400_000 }).map((size) => textOf({ ...right, name: 'x'.repeat(size) }));
const truncatedBody = fc.nat({ max: 300 }).map((length) => textOf(right).slice(0, length));
const rawBody = fc.uint8Array({ maxLength: 600 });
/** Bodies that no form of ours sends: damaged, cut off, too deep, too large, or no text. */
export const malformedBody = fc.oneof(
  { weight: 6, arbitrary: changedBody },
  { weight: 2, arbitrary: anything.map(textOf) },
  { weight: 2, arbitrary: truncatedBody },
  { weight: 1, arbitrary: prototypeBody },
  { weight: 1, arbitrary: deepBody },
  { weight: 1, arbitrary: hugeBody },
  { weight: 1, arbitrary: rawBody },
);

/** Mostly JSON's. */
export const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant('application/json') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'text/plain',
      'application/JSON; charset=utf-16',
      'multipart/form-data',
      ';;',
      'application/xml',
    ),
  },
);

/** As JSON, also what has none. */
export function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined';
  } catch {
    return '{"circular":';
  }
}
