import { expect, test } from 'vitest';
import { fill, fillPart, Html, joinHtml } from './template.ts';

test('text is escaped, markup is not, and neither is looked through again', () => {
  const filled = fill(['<p title="', 'tip', '">', 'text', ' ', 'mark', '</p>'], {
    tip: `"'`,
    text: '<b>[[mark]]$&',
    mark: joinHtml([new Html('<i>[[text]]</i>'), new Html('!')]),
  });
  expect(filled.markup).toBe('<p title="&quot;&#39;">&lt;b&gt;[[mark]]$&amp; <i>[[text]]</i>!</p>');
});

test('a slot that nobody fills is a mistake, and so is a part that the page has not', () => {
  expect(() => fill(['', 'when', ''], {})).toThrow('Nobody fills the slot when');
  expect(fill(['', 'when', ''], { when: '' }).markup).toBe('');
  expect(() => fillPart({ page: [''], parts: {} }, 'alert')).toThrow('The page has no part alert');
});
