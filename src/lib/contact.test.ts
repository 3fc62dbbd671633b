import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSameNumber, mailtoHref, telHref, usualPhone } from './contact.ts';

test.each([
  ['(407) 555-0188', 'tel:+14075550188'],
  ['+1 407 555 0188', 'tel:+14075550188'],
  ['+44 20 7946 0018', 'tel:+442079460018'],
  ['(+49) 30 123456', 'tel:+4930123456'],
  ['+44 (0)20 7946 0018', 'tel:+442079460018'],
  ['+47 22 12 34 56 (7)', 'tel:+4722123456,7'],
  ['407 555 (0188)', 'tel:+14075550188'],
  ['0044 20 7946 0018', 'tel:00442079460018'],
  ['555-0188', 'tel:5550188'],
  ['(407) 555-0188 x12', 'tel:+14075550188,12'],
  ['1-407-555-0188 extension 345', 'tel:+14075550188,345'],
  ['+1 407 555 0188 #7', 'tel:+14075550188,7'],
])('%s is %s', (phone, href) => {
  expect(telHref(phone)).toBe(href);
});

test.each([
  ['407.555.0188', '(407) 555-0188'],
  ['(407) 555-0188 x12', '(407) 555-0188 (12)'],
  ['+52 998 123 4567', '+52 998 123 4567'],
  ['555-0188', '555-0188'],
])('%s is shown as %s', (phone, shown) => {
  expect(usualPhone(phone)).toBe(shown);
});

test.each(['', '----------', '( ) -', '+', 'x12', 'ask for Ann'])('there is nothing to dial in %j', (phone) => {
  expect(telHref(phone)).toBeNull();
});

test('whatever is typed, a link holds nothing but what a telephone dials', () => {
  const typed = fc.oneof(fc.string(), fc.stringMatching(/^[\d ()+x#.-]{0,40}$/));
  fc.assert(
    fc.property(typed, (phone) => {
      expect(telHref(phone) ?? 'tel:0').toMatch(/^tel:\+?\d+(,\d+)?$/);
    }),
  );
});

test.each([
  ['elise.romero@example.com', 'mailto:elise.romero@example.com'],
  ["o'brien+shades@example.com", "mailto:o'brien+shades@example.com"],
  ['a?cc=b@example.com', 'mailto:a%3Fcc%3Db@example.com'],
  ['a&b%c@example.com', 'mailto:a%26b%25c@example.com'],
  ['😀"<>@example.com', 'mailto:%F0%9F%98%80%22%3C%3E@example.com'],
])('%s is %s', (address, href) => {
  expect(mailtoHref(address)).toBe(href);
});

test.each([
  ['(202) 555-0142', '1 202 555 0142', true],
  ['(202) 555-0142', '202-555-0142 (12)', true],
  ['(202) 555-0142', '(202) 555-0143', false],
  ['(202) 555-0142', '', false],
  ['', undefined, false],
  [undefined, undefined, false],
])('%j and %j are one number for texts: %j', (one, other, isSame) => {
  expect(isSameNumber(one, other)).toBe(isSame);
});
