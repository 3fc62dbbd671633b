import { expect, test } from 'vitest';
import { zipArea } from './zip-areas.ts';

const areas = { served: ['30041-30046', '30061'], callFirst: ['30050-30059'] };

test.each([
  ['30041', 'served'],
  ['30046-1234', 'served'],
  ['30061', 'served'],
  ['30047', 'notServed'],
  ['30050', 'callFirst'],
  ['30059-0001', 'callFirst'],
  ['33139', 'notServed'],
])('whether a visit may be booked at %s: %s', (zipCode, area) => {
  expect(zipArea(zipCode, areas)).toBe(area);
});

test('without a list visits are everywhere, but where visitors are asked to call first', () => {
  expect(zipArea('33139', {})).toBe('served');
  expect([zipArea('33139', { callFirst: ['33139'] }), zipArea('33140', { callFirst: ['33139'] })]).toEqual([
    'callFirst',
    'served',
  ]);
});
