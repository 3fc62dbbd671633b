import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { finishedPage } from './finish-pages.ts';
import { splitStyles } from './later-styles.ts';

const isFirst = (name: string) => ['hero', 'btn', 'mt-4'].includes(name);
const ORDER = '@layer theme,base,components,pages,utilities;';
const split = (css: string, mayMean = (_selector: string) => true) => {
  const { first, later } = splitStyles(css, isFirst, mayMean);
  expect([first, later].every((sheet) => sheet.startsWith(ORDER))).toBe(true);
  return { first: first.slice(ORDER.length), later };
};

describe('the styles of a long page', () => {
  it('are in two: those that the first screen needs stay, in their order', () => {
    const { first, later } = split('.hero{a:b}.deal{c:d}.hero .btn{e:f}@media (min-width:40rem){.deal .btn{g:h}}');
    expect(first).toBe('.hero{a:b}.hero .btn{e:f}');
    expect(later).toContain('.deal{c:d}@media (min-width:40rem){.deal .btn{g:h}}');
  });

  it('have what bare elements look like at once, and states of what is seen later', () => {
    const { first, later } = split(
      '@layer base{h3{a:b}h3:not(:focus-visible){c:d}:focus-visible{g:h}}@layer components{.btn{c:d}.btn:hover{e:f}}',
    );
    expect(first).toBe('@layer base{h3{a:b}h3:not(:focus-visible){c:d}}@layer components{.btn{c:d}}');
    expect(later).toContain('@layer base{:focus-visible{g:h}}@layer components{.btn:hover{e:f}}');
    expect(later).not.toContain('h3');
  });

  it('have later what means nothing of the first screen', () => {
    const { first, later } = split('.btn{a:b}.btn ul{c:d}', (selector) => selector !== '.btn ul');
    expect(first).toBe('.btn{a:b}');
    expect(later).toContain('.btn ul{c:d}');
  });

  it('have all utilities later once more, since of two the later counts', () => {
    const { first, later } = split('@layer utilities{.mb-2{a:b}.mt-4{c:d}}');
    expect(first).toBe('@layer utilities{.mt-4{c:d}}');
    expect(later).toContain('@layer utilities{.mb-2{a:b}.mt-4{c:d}}');
  });

  it('have each typeface at once, since a sheet that brings one has all text laid out anew', () => {
    const faces = '@font-face{src:local(A)}@font-face{src:url(/a.woff2);unicode-range:U+20-7E}';
    const { first, later } = split(faces);
    expect(first).toBe(faces);
    expect(later).not.toContain('font-face');
  });

  it('have no drawing from a file at once', () => {
    const { first, later } = split('.hero{background:url(/_astro/star.svg)}.hero .btn{background:url("data:,x")}');
    expect(first).toBe('.hero .btn{background:url("data:,x")}');
    expect(later).toContain('.hero{background:url(/_astro/star.svg)}');
  });

  it('have each animation and variable where it is used', () => {
    const { first, later } = split(
      '@layer theme{:root{--a:var(--b);--b:1px;--c:2px}}.hero{animation:linear shade;margin:var(--a)}.deal{animation:pane}@keyframes shade{0%{x:y}}@keyframes pane{0%{x:z}}',
    );
    expect(first).toContain(':root{--a:var(--b);--b:1px}');
    expect(first).toContain('@keyframes shade');
    expect(first).not.toContain('pane');
    expect(later).toContain('--c:2px');
    expect(later).toContain('@keyframes pane{0%{x:z}}');
    expect(later).not.toContain('shade');
  });
});

describe('a page with a place for later styles', () => {
  const css = '@layer utilities{.a{x:y}.b{x:z}}';
  const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`;
  const policy = `<meta http-equiv="content-security-policy" content="style-src '${hash}'">`;
  const page = (hidden: string) =>
    `${policy}<style>${css}</style><body><script src="a"></script><p class="a"></p>${hidden}<link rel="stylesheet" data-later><p class="b"></p></body>`;
  const finished = (html: string) => finishedPage(html, () => undefined);

  it('names them, as a sheet of its own, before the script that asks for it', () => {
    const { html, sheets } = finished(page(''));
    const [[address, sheet] = ['', '']] = sheets;
    expect(html).toContain(`<style>${ORDER}@layer utilities{.a{x:y}}</style>`);
    expect(html).toContain(`<body><noscript><link rel="stylesheet" href="${address}"></noscript><script`);
    expect(html).not.toContain('data-later');
    expect(address).toMatch(/^\/_astro\/later\.[\da-f]{8}\.css$/);
    expect(sheet).toContain('.b{x:z}');
  });

  it('does not need at once what is hidden or folded away before', () => {
    for (const hidden of ['<p class="b" hidden></p>', '<details><summary></summary><p class="b"></p></details>']) {
      expect(finished(page(hidden)).html).not.toContain('.b{x:z}');
    }
    expect(finished(page('<details open><summary></summary><p class="b"></p></details>')).html).toContain('.b{x:z}');
  });
});
