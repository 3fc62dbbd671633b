import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy, withOwnHashes } from './csp.ts';

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

describe('the hashes of a page', () => {
  const page = (hashes: string[], body: string) =>
    `<meta http-equiv="content-security-policy" content="img-src 'self'; style-src 'self'${hashes.map((hash) => ` '${hash}'`).join('')};">${body}`;
  const digest = (text: string) => ({ 'p{}': 'STYLE', 'go()': 'SCRIPT' })[text] ?? 'OTHER';
  const body = '<style>p{}</style><script type="module">go()</script><script src="/x.js"></script>';

  test('are those of its own inline scripts and styles, and no others', () => {
    const built = page(['sha256-STYLE', 'sha256-ELSEWHERE', 'sha256-SCRIPT'], body);
    expect(withOwnHashes(built, digest)).toBe(page(['sha256-STYLE', 'sha256-SCRIPT'], body));
  });

  test('are not asked of a data block', () => {
    const data = page([], '<script type="application/ld+json">{}</script>');
    expect(withOwnHashes(data, digest)).toBe(data);
  });

  test('have to be complete', () => {
    expect(() => withOwnHashes(page(['sha256-STYLE'], body), digest)).toThrow('inline script that begins with "go()"');
  });
});
