import { expect, test } from 'vitest';
import { asTyped, partsOf } from './text-parts.ts';

test.each([
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(307), 3],
  ['ñ'.repeat(160), 1],
  ['á'.repeat(70), 1],
  ['á'.repeat(71), 2],
  [`${'€'.repeat(80)}`, 1],
  [`${'€'.repeat(80)}a`, 2],
  ['😀'.repeat(35), 1],
])('a text is billed in parts (%#)', (text, parts) => {
  expect(partsOf(text)).toBe(parts);
});

test('typographic characters are typed, letters stay', () => {
  expect(asTyped('We’re “on” – 10:30\u202Fa.\u00A0m. mañana á')).toBe(`We're "on" - 10:30 a. m. mañana á`);
});
