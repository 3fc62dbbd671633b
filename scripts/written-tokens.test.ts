import { glob, readFile } from 'node:fs/promises';
import postcss from 'postcss';
import { expect, test } from 'vitest';
import { fixedTokens, writtenTokens } from './written-tokens.ts';

const tokens = new Map([
  ['--color-ink', '#211c17'],
  ['--gutter', 'clamp(1rem, 2vw, 3rem)'],
  ['--edge', 'max(var(--gutter), 4rem)'],
]);
const written = (css: string) => postcss([writtenTokens(tokens)]).process(css, { from: undefined }).css;

test('the values of fixed tokens stand where they are read, those of tokens in them too', () => {
  expect(written('a{color:var(--color-ink);margin:0 calc(var(--edge) * -1);--own:1px solid var(--color-ink)}')).toBe(
    'a{color:#211c17;margin:0 calc(max(clamp(1rem, 2vw, 3rem), 4rem) * -1);--own:1px solid #211c17}',
  );
  expect(written('a{width:var(--other, var(--gutter))}')).toBe('a{width:var(--other, clamp(1rem, 2vw, 3rem))}');
});

test('other variables stay; of the theme only the fixed ones go', () => {
  expect(written('@layer theme{:root{--color-ink:#211c17;--color-edge:#877c6e}}a{color:var(--color-edge)}')).toBe(
    '@layer theme{:root{--color-edge:#877c6e}}a{color:var(--color-edge)}',
  );
});

test('no sheet sets a fixed token anew: it would change nothing', async () => {
  const fixed = [...fixedTokens().keys()];
  expect(fixed).toContain('--color-ink');
  for await (const file of glob('src/**/*.{css,astro,tsx}')) {
    if (file.endsWith('tokens.css')) continue;
    const text = await readFile(file, 'utf8');
    const names = [...text.matchAll(/(?<![\w(-])(--[\w-]+)\s*:/g)].map(([, name]) => name ?? '');
    expect(
      names.filter((name) => fixed.includes(name)),
      file,
    ).toEqual([]);
  }
});
