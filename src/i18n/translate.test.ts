import { expect, test } from 'vitest';
import { translator } from './translate.ts';

const inSpanish = translator([
  {
    taken: 'That time is taken.',
    most: (max: number | string) => `At most ${max} (characters)?`,
    two: (count: string, phone: string) => `${count} visits, call ${phone}.`,
  },
  {
    taken: 'Esa hora está ocupada.',
    most: (max: number | string) => `¿${max} (caracteres) como máximo?`,
    two: (count: string, phone: string) => `Al ${phone}: ${count} visitas.`,
  },
]);

test('a sentence is said in the other language, its values where they belong there', () => {
  expect(inSpanish('That time is taken.')).toBe('Esa hora está ocupada.');
  expect(inSpanish('At most 100 (characters)?')).toBe('¿100 (caracteres) como máximo?');
  expect(inSpanish('3 visits, call (407) 555-0142.')).toBe('Al (407) 555-0142: 3 visitas.');
});

test('what is none of the sentences stays as it is', () => {
  for (const text of ['', 'That time is taken', 'At most 100 characters', 'I say: That time is taken.']) {
    expect(inSpanish(text)).toBe(text);
  }
});
