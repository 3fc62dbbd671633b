import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { finishedPage } from './finish-pages.ts';
import { splitStyles } from './later-styles.ts';

const isFirst = (name: string) => ['hero', 'btn', 'mt-4'].includes(name);
const split = (css: string) => splitStyles(css, isFirst);

describe('the styles of a long page', () => {
  it('are in two: those that the first screen needs stay, in their order', () => {
    const { first, later } = split('.hero{a:b}.deal{c:d}.hero .btn{e:f}@media (min-width:40rem){.deal .btn{g:h}}');
    expect(first).toBe('.hero{a:b}.hero .btn{e:f}');
    expect(later).toContain('.deal{c:d}@media (min-width:40rem){.deal .btn{g:h}}');
  });

  it('have what bare elements look like at once, and states of what is seen later', () => {
    const { first, later } = split('@layer base{h3{a:b}}@layer components{.btn{c:d}.btn:hover{e:f}}');
    expect(first).toBe('@layer base{h3{a:b}}@layer components{.btn{c:d}}');
    expect(later).toContain('@layer components{.btn:hover{e:f}}');
    expect(later).not.toContain('h3');
  });

  it('have all utilities later once more, since of two the later counts', () => {
    const { first, later } = split('@layer utilities{.mb-2{a:b}.mt-4{c:d}}');
    expect(first).toBe('@layer utilities{.mt-4{c:d}}');
    expect(later).toContain('@layer utilities{.mb-2{a:b}.mt-4{c:d}}');
  });

  it('have what stands in for a typeface at once, and the typeface later', () => {
    const [stand, face] = ['@font-face{src:local(A)}', '@font-face{src:url(/a.woff2);unicode-range:U+20-7E}'];
    const { first, later } = split(stand + face);
    expect(first).toBe(stand);
    expect(later).toContain(face);
    expect(later).not.toContain(stand);
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
    `${policy}<style>${css}</style><p class="a"></p>${hidden}<link rel="stylesheet" data-later><p class="b">`;
  const finished = (html: string) => finishedPage(html, () => undefined);

  it('links them there, after the first picture, as a sheet of its own', () => {
    const { html, sheets } = finished(page(''));
    const [[address, sheet] = ['', '']] = sheets;
    expect(html).toContain('<style>@layer utilities{.a{x:y}}</style>');
    expect(html).toContain(`<link rel="stylesheet" href="${address}" fetchpriority="low"><p class="b">`);
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
