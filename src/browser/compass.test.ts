import { expect, test } from 'vitest';
import { headingOf } from './compass.ts';

test('an upright phone’s back looks where the angles say; one that lies flat looks nowhere', () => {
  // Upright, screen to the south: its back looks north. Angles turn counterclockwise.
  expect(headingOf(0, 90, 0)).toBeCloseTo(0);
  expect(headingOf(90, 90, 0)).toBeCloseTo(270);
  expect(headingOf(135, 80, 0)).toBeCloseTo(225);
  expect(headingOf(0, 0, 0)).toBeNull();
});
