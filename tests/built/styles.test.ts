import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('no sheet says what Safari 16 cannot read: ranges in media queries, or an underline with its thickness', async () => {
  const unread = /@media[^{]*(?:[<>]|not \()|text-decoration:[^;}]*\d/g;
  let sheets = 0;
  for await (const file of glob('dist/**/*.{html,css}')) {
    const text = await readFile(file, 'utf8');
    sheets += 1;
    expect(text.match(unread), file).toBeNull();
  }
  expect(sheets).toBeGreaterThan(20);
});
