import { describe, expect, it } from 'vitest';
import { parseHtml } from './html.ts';
import { drawnClasses, usedStyles } from './used-styles.ts';

/** What is left of a sheet in a page with that body. */
const left = (css: string, body: string, code = '') =>
  usedStyles(
    css,
    drawnClasses(parseHtml(body), () => code),
  );
const shortened = (utilities: string, body: string) => left(`a{b:c}@layer utilities{${utilities}}.x{y:z}`, body);

describe('the utilities of a page', () => {
  it('are those that its markup names, its templates among it', () => {
    const css = '.mt-4{margin-top:1rem}.mt-5{margin-top:1.25rem}.mt-6{margin-top:1.5rem}';
    const body = '<p class="lead mt-4"></p><template><p class="mt-6"></p></template><p>mt-5</p>';
    expect(shortened(css, body)).toBe('a{b:c}@layer utilities{.mt-4{margin-top:1rem}.mt-6{margin-top:1.5rem}}.x{y:z}');
  });

  it('are kept under any escaped name, and in a list of selectors that one of them needs', () => {
    const css =
      '.mt-4\\.5{a:b}.text-sm\\/\\[1\\.4\\],.other{c:d}.min-h-\\[min\\(1px\\,2px\\)\\]{e:f}.\\[\\&\\>p\\]\\:mt-5>p{g:h}';
    const body = '<p class="mt-4.5 text-sm/[1.4] min-h-[min(1px,2px)] [&#38;&gt;p]:mt-5"></p>';
    expect(shortened(css, body)).toContain(css);
  });

  it('need every class of their selector', () => {
    const css = '.night .night\\:a{a:b}';
    expect(shortened(css, '<p class="night:a"></p>')).not.toContain(css);
    expect(shortened(css, '<div class="night"><p class="night:a"></p></div>')).toContain(css);
  });

  it('are looked for in media queries, of which an empty one goes', () => {
    const css = '@media (width>=40rem){.sm\\:a{a:b}.sm\\:b{c:d}}@media (width>=64rem){.lg\\:a{e:f}}';
    expect(shortened(css, '<p class="sm:b"></p>')).toContain('@layer utilities{@media (width>=40rem){.sm\\:b{c:d}}}.x');
  });

  it('and those of the shared rules, whose conditions may name what is not there', () => {
    const kept = '.btn{a:b}.btn:not(.line){c:d}.form>:is(.full,.notice){e:f}body:has(.visit) .btn{g:h}h1,p{i:j}';
    const sheet = (rules: string) => `@layer base{.x{y:z}}@layer components{${rules}}`;
    expect(left(sheet(`${kept}.btn .notice{k:l}.link,.notice{m:n}`), '<p class="btn form"></p>')).toBe(sheet(kept));
  });

  it('keep the variables that are registered for them, and no others', () => {
    const fallback = (values: string) => `@layer properties{@supports (x:y){*,:before{${values}}}}`;
    const property = (name: string) => `@property ${name}{syntax:"*";inherits:false}`;
    const layer = '@layer utilities{.a{--tw-a:1;--tw-b:2;b:var(--tw-b)}.c{d:var(--tw-c)}}';
    const css =
      fallback('--tw-a:initial;--tw-b:solid;--tw-c:0') +
      layer +
      ['a', 'b', 'c'].map((it) => property(`--tw-${it}`)).join('');
    const short = `${fallback('--tw-b:solid')}@layer utilities{.a{--tw-b:2;b:var(--tw-b)}}${property('--tw-b')}`;
    expect(left(css, '<p class="a"></p>')).toBe(short);
  });

  it('say themselves what a variable says that nothing on the page sets', () => {
    const property = '@property --tw-a{syntax:"*";inherits:false;initial-value:solid}';
    const rule = '.a{b:var(--tw-a);c:var(--tw-c, var(--d--e));f:var(--tw-f)}';
    expect(left(`@layer utilities{${rule}.g{--tw-a:dashed}}${property}`, '<p class="a"></p>')).toBe(
      '@layer utilities{.a{b:solid;c:var(--d--e);f:var(--tw-f)}}',
    );
    expect(left(`@layer utilities{${rule}.g{--tw-a:dashed}}${property}`, '<p class="a g"></p>')).toContain(
      '.a{b:var(--tw-a);c:var(--d--e);f:var(--tw-f)}.g{--tw-a:dashed}',
    );
  });

  it('are looked for in the code of islands that the page shows, under any quotes', () => {
    const css = ".mt-4{a:b}.hover\\:mt-5:hover{c:d}.before\\:content-\\[''\\]{e:f}.mt-6{g:h}";
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the code of a script.
    const code = 'e("p",{className:`mt-4 ${x} hover:mt-5`}),e("i",{className:"before:content-[\'\']"})';
    const island = (content: string) => `<astro-island component-url="/a.js">${content}</astro-island>`;
    const kept = css.replace('.mt-6{g:h}', '');
    expect(left(`@layer utilities{${css}}`, island('<p></p>'), code)).toBe(`@layer utilities{${kept}}`);
    expect(left(`@layer utilities{${css}}`, island(''), code)).toBe('@layer utilities{}');
  });

  it('are left alone in a sheet that has none', () => {
    expect(left('.a{b:c}', '')).toBe('.a{b:c}');
  });
});
