import { expect, test } from 'vitest';
import { leadOf } from '#tests/support/visits';
import { personKeys } from './person-keys.ts';

test('all spellings of an international mail domain are one person', () => {
  const spellings = [
    'elise@пример.рф',
    'Elise@ПРИМЕР.РФ',
    'elise+blinds@xn--e1afmkfd.xn--p1ai',
    'elise@XN--E1AFMKFD.xn--p1ai',
  ];
  const keys = spellings.flatMap((email) => personKeys(leadOf(email, { phone: '', email })));
  expect(new Set(keys)).toHaveProperty('size', 1);
});
