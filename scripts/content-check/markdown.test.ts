import { expect, test } from 'vitest';
import { markupMistakes, readingMinutes, wordCount } from './markdown.ts';

test.each([
  ['Plain words, four here.', 4],
  ['## A heading\n\n- one\n- two', 4],
  ['[two words](/a-long/address) and ![a picture](../../assets/a.jpg)', 5],
  ['| a | b |\n| --- | --- |\n| one | two |', 4],
  ['It’s $300-500, up to 30%.', 5],
  ['<p class="x y z">one</p>', 1],
  ['', 0],
])('%j has %i words', (markdown, words) => {
  expect(wordCount(markdown)).toBe(words);
});

test.each([
  [0, 1],
  [225, 1],
  [226, 2],
  [1300, 6],
])('%i words take %i minutes', (words, minutes) => {
  expect(readingMinutes('word '.repeat(words))).toBe(minutes);
});

test('a tag that opens and closes in a line is named once', () => {
  expect(markupMistakes('a.md', 'Two <b>bold</b> words\nand <b>more</b>', 7)).toMatchObject([{ line: 8 }, { line: 9 }]);
});
