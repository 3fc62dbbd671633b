import { expect, test } from 'vitest';
import { mailtoHref } from './mailto-href.ts';

test.each([
  ['elise.romero@example.com', 'mailto:elise.romero@example.com'],
  ["o'brien+shades@example.com", "mailto:o'brien+shades@example.com"],
  ['a?cc=b@example.com', 'mailto:a%3Fcc%3Db@example.com'],
  ['a&b%c@example.com', 'mailto:a%26b%25c@example.com'],
  ['😀"<>@example.com', 'mailto:%F0%9F%98%80%22%3C%3E@example.com'],
])('%s is %s', (address, href) => {
  expect(mailtoHref(address)).toBe(href);
});
