import { expect, test } from 'vitest';
import { fillTemplate, Html, joinHtml } from './html.ts';

test('text is escaped, markup is not, and neither is looked through again', () => {
  const filled = fillTemplate('<p title="[[tip]]">[[text]] [[mark]]</p>', {
    tip: `"'`,
    text: '<b>[[mark]]$&',
    mark: joinHtml([new Html('<i>[[text]]</i>'), new Html('!')]),
  });
  expect(filled.markup).toBe('<p title="&quot;&#39;">&lt;b&gt;[[mark]]$&amp; <i>[[text]]</i>!</p>');
});

test('a place that nobody fills is a mistake', () => {
  expect(() => fillTemplate('[[when]]', {})).toThrow('Nobody fills the place when');
  expect(fillTemplate('[[when]]', { when: '' }).markup).toBe('');
});
