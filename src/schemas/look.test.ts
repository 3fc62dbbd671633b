import { expect, test } from 'vitest';
import { contrast, passingColor } from './look.ts';

test('the contrast is that of WCAG 2.2', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21);
  expect(contrast('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  expect(contrast('#0f5b5c', '#0f5b5c')).toBe(1);
});

test.each([
  ['#7fb8b9', '#f8f5ef'],
  ['#6a6055', '#1b1916'],
  ['#808080', '#808080'],
  ['#ffffff', '#f2b632'],
])('%s on %s becomes the nearest color that can be read', (text, ground) => {
  const better = passingColor(text, ground, 4.5);
  expect(contrast(better, ground)).toBeGreaterThanOrEqual(4.5);
  // One step back is not enough, so it is the nearest.
  expect(contrast(better, ground)).toBeLessThan(5);
});
