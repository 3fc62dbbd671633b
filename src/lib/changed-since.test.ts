import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedSince } from './changed-since.ts';

const PLAIN = { noNullPrototype: true };
const value = fc.oneof(
  fc.constantFrom(undefined, null, '', 'a', 'b'),
  fc.record({ x: fc.nat(1), y: fc.nat(1) }, PLAIN),
);
const fields = fc.dictionary(fc.constantFrom('title', 'alt', 'focus'), value, PLAIN);

test('a field is refused only if it is neither as it was seen nor as it is wanted; all others are written', () => {
  fc.assert(
    fc.property(fields, fields, fc.option(fields, { nil: undefined }), (present, change, seen) => {
      const refused = changedSince({ present, change, seen }) ?? {};
      const text = (one: unknown) => JSON.stringify(one || null, ['x', 'y']);
      for (const field of new Set([present, change, seen ?? {}].flatMap(Object.keys))) {
        const isSent = Object.hasOwn(change, field) && change[field] !== undefined;
        const isAsked = isSent && seen !== undefined && Object.hasOwn(seen, field);
        const isFree = [seen?.[field], change[field]].map(text).includes(text(present[field]));
        expect(Object.hasOwn(refused, field), field).toBe(isAsked && !isFree);
      }
    }),
  );
});
