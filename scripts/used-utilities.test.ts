import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withUsedUtilities } from './used-utilities.ts';

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const page = (css: string, body: string) => `<style>${css}</style>${body}`;
const shortened = (utilities: string, body: string) =>
  withUsedUtilities(page(`a{b:c}@layer utilities{${utilities}}.x{y:z}`, body));

describe('the utilities of a page', () => {
  it('are those that its markup names, its templates among it', () => {
    const css = '.mt-4{margin-top:1rem}.mt-5{margin-top:1.25rem}.mt-6{margin-top:1.5rem}';
    const body = '<p class="lead mt-4"></p><template><p class="mt-6"></p></template><p>mt-5</p>';
    expect(shortened(css, body)).toBe(
      page('a{b:c}@layer utilities{.mt-4{margin-top:1rem}.mt-6{margin-top:1.5rem}}.x{y:z}', body),
    );
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

  it('change the hash by which the policy allows the sheet, and no other', () => {
    const policy = (css: string) =>
      `<meta http-equiv="content-security-policy" content="style-src '${hash(css)}' '${hash('other')}'">`;
    const [long, short] = ['@layer utilities{.a{b:c}}', '@layer utilities{}'];
    expect(withUsedUtilities(policy(long) + page(long, ''))).toBe(policy(short) + page(short, ''));
  });

  it('keep the variables that are registered for them, and no others', () => {
    const fallback = (values: string) => `@layer properties{@supports (x:y){*,:before{${values}}}}`;
    const property = (name: string) => `@property ${name}{syntax:"*";inherits:false}`;
    const layer = '@layer utilities{.a{--tw-a:1;b:var(--tw-b)}.c{d:var(--tw-c)}}';
    const css =
      fallback('--tw-a:initial;--tw-b:solid;--tw-c:0') +
      layer +
      ['a', 'b', 'c'].map((it) => property(`--tw-${it}`)).join('');
    const short =
      fallback('--tw-a:initial;--tw-b:solid;') +
      '@layer utilities{.a{--tw-a:1;b:var(--tw-b)}}' +
      property('--tw-a') +
      property('--tw-b');
    expect(withUsedUtilities(page(css, '<p class="a"></p>'))).toBe(page(short, '<p class="a"></p>'));
  });

  it('are all kept where an island will draw with some that the page does not name', () => {
    const css = '@layer utilities{.a{b:c}}';
    const island = (client: string) => page(css, `<astro-island uid="x" client="${client}"></astro-island>`);
    expect(withUsedUtilities(island('load'))).toBe(island('load'));
    expect(withUsedUtilities(island('wanted'))).toContain('@layer utilities{}');
  });

  it('are left alone in a page that has none', () => {
    expect(withUsedUtilities(page('.a{b:c}', ''))).toBe(page('.a{b:c}', ''));
  });
});
