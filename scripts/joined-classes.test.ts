import { describe, expect, it } from 'vitest';
import { parseHtml, withEdits } from './html.ts';
import { joinClasses } from './joined-classes.ts';

/** A page whose first screen is what has an id, with these utilities in both sheets. */
function joined(html: string, utilities: string, rest = '') {
  const sheet = `@layer utilities{${utilities}}${rest}`;
  const sheets = { first: sheet, later: sheet };
  const { first, later, edits } = joinClasses(html, parseHtml(html), sheets, (element) => element.hasAttribute('id'));
  return { html: withEdits(html, edits), first, later };
}

describe('a list of utilities', () => {
  it('has one short name, the same for all that have it in any order; other classes and single ones stay', () => {
    const html = '<p class="mb-2 mt-4"></p><p class="card mt-4 mb-2"></p><i class="mt-4"></i><b class="card"></b>';
    const { html: short, later } = joined(html, '.mt-4{c:d}.mb-2{a:b}', '.card{e:f}');
    expect(short).toBe('<p class="a"></p><p class="card a"></p><i class="mt-4"></i><b class="card"></b>');
    expect(later).toBe('@layer utilities{.mt-4{c:d}.a{c:d;a:b}}.card{e:f}');
  });

  it('has its rules where it is first seen, in their order, and they stand nowhere else', () => {
    const css = '.x{a:1}.y{a:2}.y\\:h:hover{a:3}@media (w){.z\\:x{a:4}}@media (v){.x\\:z{a:5}}';
    const html = '<p id="p" class="x:z y y:h z:x"></p><p class="x y"></p><p class="y x:z y:h z:x"></p>';
    const { html: short, first, later } = joined(html, css);
    expect(short).toBe('<p id="p" class="a"></p><p class="b"></p><p class="a"></p>');
    expect(first).toBe('@layer utilities{.a{a:2}.a:hover{a:3}@media (w){.a{a:4}}@media (v){.a{a:5}}}');
    expect(later).toBe('@layer utilities{.b{a:1;a:2}}');
  });

  it('takes no name that the page or its sheets have', () => {
    const { html } = joined('<p class="a x y"></p><p class="x y b"></p>', '.x{a:1}.y{a:2}', '.c>.d{a:b}');
    expect(html).toBe('<p class="a e"></p><p class="b e"></p>');
  });

  it('leaves out what speaks of other elements, and what other rules speak of', () => {
    const html = '<p class="x y [&>p]:z"></p><p class="x w"></p>';
    const { html: short } = joined(html, '.x{a:1}.y{a:2}.w{a:3}.\\[\\&\\>p\\]\\:z>p{a:4}', '.card:not(.w){a:b}');
    expect(short).toBe('<p class="[&>p]:z a"></p><p class="x w"></p>');
  });
});
