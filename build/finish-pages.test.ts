import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, finishedPage } from './finish-pages.ts';

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

const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const page = (hashes: string[], body: string) =>
  `<meta http-equiv="content-security-policy" content="img-src 'self'; style-src 'self'${hashes.map((one) => ` '${one}'`).join('')};">${body}`;
const [style, script] = ['a>b{content:"</p>"}', 'if (1<2) go("<b>")'];
const body = `<p title="1 > 0"\n class='[&>a]:x'>\n</p><style>${style}</style><script>${script}</script><script src="/x.js"></script>`;

test('the hashes of a page are those of its own inline scripts and styles, and no others', () => {
  const built = page([hash(style), hash('elsewhere'), hash(script)], body);
  expect(finishedPage(built)).toBe(page([hash(style), hash(script)], body));
});

test('the hashes of a page have to be complete', () => {
  expect(() => finishedPage(page([hash(style)], body))).toThrow('inline script that begins with "if (1<2) go("<b>")"');
});

test('module scripts make way for what is seen, and a page without them stays as it is', () => {
  expect(finishedPage('<p></p><script type="module" src="/a.js"></script>')).toBe(
    '<p></p><script fetchpriority="low" type="module" src="/a.js"></script>',
  );
  const page = '<!doctype html><head><!-- > --><script type="application/ld+json">{}</script></head>\n<br/><P>é</p>\n';
  expect(finishedPage(page)).toBe(page);
});
