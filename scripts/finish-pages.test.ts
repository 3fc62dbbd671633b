import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, finishedPage as finished, pageListing, type Script } from './finish-pages.ts';
import { parseHtml } from './html.ts';

const nothing = () => undefined;
const finishedPage = (html: string, scriptAt: (address: string) => Script | undefined) => finished(html, scriptAt).html;

describe('the content security policy', () => {
  const everySource = (analytics: boolean) => {
    const { scriptSources, directives } = contentSecurityPolicy({ analytics });
    return [...scriptSources, ...directives].join(' ');
  };

  test('without analytics nothing but the site itself is reached', () => {
    expect(everySource(false)).not.toMatch(/https?:/);
  });

  test('analytics adds the hosts of Google, to scripts, pictures and connections', () => {
    const { scriptSources, directives } = contentSecurityPolicy({ analytics: true });
    expect(scriptSources).toContain('https://*.googletagmanager.com');
    for (const kind of ['img-src', 'connect-src']) {
      expect(directives.find((directive) => directive.startsWith(kind))).toContain('https://*.google-analytics.com');
    }
    expect(directives).toContain("default-src 'self'");
  });

  test.each([true, false])('nothing inline or evaluated is waved through (analytics: %s)', (analytics) => {
    expect(everySource(analytics)).not.toMatch(/unsafe|\*(?!\.)/);
  });
});

describe('the hashes of a page', () => {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  const page = (hashes: string[], body: string) =>
    `<meta http-equiv="content-security-policy" content="img-src 'self'; style-src 'self'${hashes.map((one) => ` '${one}'`).join('')};">${body}`;
  const [style, script] = ['a>b{content:"</p>"}', 'if (1<2) go("<b>")'];
  const body = `<p title="1 > 0"\n class='[&>a]:x'>\n</p><style>${style}</style><script>${script}</script><script src="/x.js"></script>`;

  test('are those of its own inline scripts and styles, and no others', () => {
    const built = page([hash(style), hash('elsewhere'), hash(script)], body);
    expect(finishedPage(built, nothing)).toBe(page([hash(style), hash(script)], body));
  });

  test('are those of the styles without the utilities that the page does not use', () => {
    const sheet = (rules: string) => `@layer utilities{${rules}}`;
    const [all, used] = [sheet('.mt-4{margin-top:1rem}.mt-5{margin-top:2rem}'), sheet('.mt-5{margin-top:2rem}')];
    const bodyWith = (css: string) => `<style>${css}</style><p class="mt-5"></p>`;
    expect(finishedPage(page([hash('elsewhere'), hash(all)], bodyWith(all)), nothing)).toBe(
      page([hash(used)], bodyWith(used)),
    );
  });

  test('are not asked of a data block', () => {
    const data = page([], '<script type="application/ld+json">{}</script>');
    expect(finishedPage(data, nothing)).toBe(data);
  });

  test('have to be complete', () => {
    expect(() => finishedPage(page([hash(style)], body), nothing)).toThrow(
      'inline script that begins with "if (1<2) go("<b>")"',
    );
  });
});

describe('late scripts', () => {
  const imports: Record<string, string[]> = {
    '/_astro/home.js': ['/_astro/shared.js', '/_astro/side.js'],
    '/_astro/page.js': ['/_astro/shared.js'],
    '/_astro/shared.js': ['/_astro/deep.js'],
    '/_astro/deep.js': ['/_astro/shared.js'],
  };
  const scriptAt = (address: string) => ({ code: '', imports: imports[address] ?? [], dynamicImports: [] });
  const script = (address: string) => `<script type="module" src="${address}"></script>`;

  test('are fetched late, and all that they import is asked for beside them, once', () => {
    const page = `<head>${script('/_astro/home.js')}</head><body>${script('/_astro/page.js')}</body>`;
    const late = (address: string) => `<script type="module" fetchpriority="low" src="${address}"></script>`;
    const preload = (address: string) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`;
    const preloads = ['shared', 'deep', 'side'].map((name) => preload(`/_astro/${name}.js`));
    expect(finishedPage(page, scriptAt)).toBe(
      `<head>${preloads.join('')}${late('/_astro/home.js')}</head>` + `<body>${late('/_astro/page.js')}</body>`,
    );
  });

  test('ask beside a first picture for nothing but themselves', () => {
    const picture = '<img fetchpriority="high">';
    expect(finishedPage(picture + script('/_astro/page.js'), scriptAt)).toBe(
      `${picture}<script type="module" fetchpriority="low" src="/_astro/page.js"></script>`,
    );
  });

  test('that only import what all pages share give way to it', () => {
    const only = (code: string) =>
      finishedPage(script('/_astro/page.js'), () => ({ code, imports: ['/_astro/site.js'], dynamicImports: [] }));
    expect(only('import"./site.js";')).toContain('<script type="module" fetchpriority="low" src="/_astro/site.js">');
    expect(only('import{a}from"./site.js";a()')).toContain('src="/_astro/page.js">');
  });

  test('are asked for beside the call that the first picture waits for', () => {
    const call = '<link rel="preload" href="/api/gallery" as="fetch">';
    // What is replaced may begin where something is put in.
    const preloads = ['page', 'shared', 'deep'].map(
      (name) => `<link rel="modulepreload" fetchpriority="low" href="/_astro/${name}.js">`,
    );
    expect(finishedPage(call + script('/_astro/page.js'), scriptAt)).toBe(
      `${call}${preloads.join('')}<script type="module" fetchpriority="low" src="/_astro/page.js"></script>`,
    );
  });

  test('an island that hydrates at once is asked for ahead of itself, and late; one that waits is not', () => {
    const island =
      '<astro-island component-url="/_astro/page.js" renderer-url="/_astro/home.js" client="load"></astro-island>';
    const waiting =
      '<astro-island component-url="/_astro/other.js" renderer-url="/_astro/home.js" client="intent"></astro-island>';
    const preloads = ['shared', 'deep', 'side', 'page', 'home'].map(
      (name) => `<link rel="modulepreload" fetchpriority="low" href="/_astro/${name}.js">`,
    );
    expect(finishedPage(`<p>${island}</p>`, scriptAt)).toBe(`<p>${preloads.join('')}${island}</p>`);
    expect(finishedPage(`<p>${waiting}</p>`, scriptAt)).toBe(`<p>${waiting}</p>`);
  });

  test('a page without module scripts stays as it is', () => {
    const page =
      '<!doctype html><head><!-- > --><script type="application/ld+json">{}</script></head>\n<br/><P>é</p>\n';
    expect(finishedPage(page, scriptAt)).toBe(page);
  });
});

describe('what a page says to search engines', () => {
  const listing = (html: string) => pageListing(parseHtml(html));

  test('a page that asks to be left out is not listed', () => {
    expect(listing('<head><meta name="robots" content="noindex"></head>').listed).toBe(false);
    expect(listing('<head><link rel="canonical" href="/"></head>').listed).toBe(true);
  });

  test('an article says when it last changed', () => {
    expect(listing('<meta property="article:modified_time" content="2026-11-03">').modified).toBe('2026-11-03');
    expect(listing('<title>Privacy</title>').modified).toBeUndefined();
  });
});
