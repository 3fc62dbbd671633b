import { expect, test } from 'vitest';
import { motorized } from '#i18n/es/range';
import { rangeIn } from './range.ts';

const kinds = [
  { category: 'shades', name: 'Solar Shades', inText: 'shades', es: 'Persianas solares', inTextEs: 'persianas' },
  { category: 'awnings', name: 'Awnings', es: 'Toldos (awnings)' },
  { category: 'blinds', name: 'Blinds', kindOf: 'shades', es: 'Persianas de láminas', inTextEs: 'persianas' },
];

test('sentences name what the dealer sells: a kind of another behind that one, or not; a word once', () => {
  expect(rangeIn('en', kinds)).toEqual({
    all: ['shades', 'blinds', 'awnings'],
    inOrder: ['shades', 'awnings', 'blinds'],
    brief: ['shades', 'awnings'],
  });
  const all = ['persianas', 'toldos (awnings)'];
  expect(rangeIn('es', kinds)).toEqual({ all, inOrder: all, brief: ['persianas', 'toldos'] });
});

test('in Spanish, what is motorized has the gender of what is sold', () => {
  expect(motorized(['persianas'])).toBe('persianas motorizadas');
  expect(motorized(['contraventanas (shutters)', 'cortinas'], 'or')).toBe(
    'contraventanas (shutters) o cortinas motorizadas',
  );
  expect(motorized(['persianas', 'toldos'])).toBe('persianas y toldos motorizados');
});
