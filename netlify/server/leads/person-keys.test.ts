import { expect, test } from 'vitest';
import { leadOf } from '#tests/support/visits';
import { personKeys } from './person-keys.ts';

test('a number from abroad is another person than ours of the same digits', () => {
  const keyOf = (phone: string) => personKeys(leadOf('ann', { phone }))[0];
  expect(keyOf('+1 472 212-3456')).toBe(keyOf('(472) 212-3456'));
  expect(keyOf('+47 22 12 34 56')).not.toBe(keyOf('(472) 212-3456'));
});

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
