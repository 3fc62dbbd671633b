import { glob, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { all, type BuiltPage, builtPages } from '#tests/support/built-pages';

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

const classesOf = ({ document }: BuiltPage) =>
  new Set(
    all(document, '[class]').flatMap((element) => (element.getAttribute('class') ?? '').split(/\s+/).filter(Boolean)),
  );

test('every class of a page is one that its source says, and none that content blockers hide', async () => {
  const sources = new Set<string>();
  for await (const file of glob('src/**/*.{astro,ts,tsx}')) {
    for (const word of (await readFile(file, 'utf8')).split(/[\s"'`]+/)) sources.add(word);
  }
  const blocked =
    /^(?:ad|ads|advert\w*|banner\w*|sponsor\w*|promo|promoted|popup|popup-ad|deals?|notices?)$|\bads?[-_]|[-_]ads?\b/i;
  const wrong = (await builtPages()).flatMap((page) =>
    [...classesOf(page)]
      .filter((name) => !sources.has(name) || blocked.test(name))
      .map((name) => `${page.address}: ${name}`),
  );
  expect(wrong).toEqual([]);
});

async function textOf(pattern: string): Promise<string> {
  const texts: string[] = [];
  for await (const file of glob(pattern)) texts.push(await readFile(file, 'utf8'));
  return texts.join('\n');
}

test('every class of the booking dialog has its style on each page that opens it', async () => {
  const source = await textOf('src/islands/{booking,ui}/*.tsx');
  const classes = new Set([...source.matchAll(/className="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' ')));
  const late = await textOf('dist/_astro/booking.*.css');
  for (const { address, document } of await builtPages()) {
    if (all(document, '[data-book]').length === 0) continue;
    const sheets = all(document, 'link[rel=stylesheet]').map((link) => textOf(`dist${link.getAttribute('href')}`));
    const css = [late, ...all(document, 'style').map(({ innerHTML }) => innerHTML), ...(await Promise.all(sheets))];
    const styled = new Set(
      css
        .join('\n')
        .match(/(?<=\.)(?:[\w-]|\\.)+/g)
        ?.map((name) => name.replaceAll('\\', '')),
    );
    expect(
      [...classes].filter((name) => !styled.has(name)),
      address,
    ).toEqual([]);
  }
  expect(classes).toContain('callout-brick');
});
