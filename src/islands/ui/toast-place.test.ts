import { expect, test } from 'vitest';
import { bestShift } from './toast-place.ts';

const WINDOW = { height: 600 };
const toast = { top: 12, bottom: 92 };
const box = (top: number, bottom: number, weight = 1) => ({ top, bottom, weight });

test('a toast that covers nothing stays', () => {
  expect(bestShift(toast, [], WINDOW)).toBe(0);
  expect(bestShift(toast, [box(92, 140)], WINDOW)).toBe(0);
});

test('it goes to the nearest place that is clear', () => {
  expect(bestShift(toast, [box(60, 104)], WINDOW)).toBe(112 - 12);
  expect(bestShift({ top: 508, bottom: 588 }, [box(540, 600)], WINDOW)).toBe(540 - 8 - 80 - 508);
});

test('a gap that is too small for it is none', () => {
  expect(bestShift(toast, [box(0, 60), box(130, 200)], WINDOW)).toBe(208 - 12);
});

test('where it has gone it stays while that is clear', () => {
  expect(bestShift(toast, [], { ...WINDOW, moved: 200 })).toBe(200);
  expect(bestShift(toast, [box(200, 240)], { ...WINDOW, moved: 200 })).toBe(0);
});

test('where every place covers something, the least, and never what has focus', () => {
  const full = [box(0, 300, 100), box(300, 560), box(560, 600)];
  const shift = bestShift(toast, full, WINDOW);
  expect(12 + shift).toBeGreaterThanOrEqual(300);
  expect(bestShift(toast, [box(0, 600)], WINDOW)).toBe(0);
});
