import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, finishedPage, pageListing } from './finish-pages.ts';
import { parseHtml } from './html.ts';

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
    expect(finishedPage(built)).toBe(page([hash(style), hash(script)], body));
  });

  test('have to be complete', () => {
    expect(() => finishedPage(page([hash(style)], body))).toThrow(
      'inline script that begins with "if (1<2) go("<b>")"',
    );
  });
});

test('module scripts make way for what is seen, and a page without them stays as it is', () => {
  expect(finishedPage('<p></p><script type="module" src="/a.js"></script>')).toBe(
    '<p></p><script fetchpriority="low" type="module" src="/a.js"></script>',
  );
  const page = '<!doctype html><head><!-- > --><script type="application/ld+json">{}</script></head>\n<br/><P>é</p>\n';
  expect(finishedPage(page)).toBe(page);
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
