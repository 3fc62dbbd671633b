import { expect, test } from 'vitest';
import { ask, trialSite } from './trial-site.ts';

const config = `
[[headers]]
  for = "/*"
  [headers.values]
    X-Frame-Options = "DENY"
[[headers]]
  for = "/_astro/*"
  [headers.values]
    Cache-Control = "public, max-age=31536000, immutable"

[[redirects]]
  from = "/blog/*"
  to = "/blog/not-found"
  status = 404
[[redirects]]
  from = "/old/:slug/more"
  to = "/new/:slug"
[[redirects]]
  from = "/go/*"
  to = "/new/:splat"
  status = 302
[[redirects]]
  from = "/other"
  to = "/shown"
  status = 200
[[redirects]]
  from = "/closed"
  to = "/shown"
  status = 302
  force = true
[[redirects]]
  from = "/shown"
  to = "/es/shown"
  status = 200
  force = true
  conditions = { Language = ["es"] }
`;

const files = {
  'netlify.toml': config,
  'dist/404.html': 'not here',
  'dist/blog.html': 'all articles',
  'dist/blog/first.html': 'first article',
  'dist/blog/not-found.html': 'no such article',
  'dist/shown.html': 'shown',
  'dist/es/shown.html': 'mostrado',
  'dist/closed.html': 'closed',
  'dist/_astro/a.css': 'a{}',
  'functions/api.mjs': `export default () => Response.json({}); export const config = { path: '/api/thing' };`,
};

test.each([
  ['/blog', 200, 'all articles', undefined],
  ['/blog/first', 200, 'first article', undefined],
  ['/blog/other', 404, 'no such article', undefined],
  ['/blog/other/deep', 404, 'no such article', undefined],
  ['/nowhere', 404, 'not here', undefined],
  ['/old/shades/more?a=1', 301, '', '/new/shades?a=1'],
  ['/go/a/b', 302, '', '/new/a/b'],
  ['/other', 200, 'shown', undefined],
  ['/closed', 302, '', '/shown'],
])('%s answers %i', async (address, status, body, location) => {
  const answer = await ask(await trialSite(files), address);
  expect([answer.status, answer.body.toString(), answer.headers.location]).toEqual([status, body, location]);
});

test.each([
  ['es-US,es;q=0.9,en;q=0.8', undefined, 'mostrado'],
  ['en-US,es;q=0.9', undefined, 'shown'],
  ['en-US', 'a=b; nf_lang=es', 'mostrado'],
  ['es', 'nf_lang=en; a=b', 'shown'],
  [undefined, 'my_nf_lang=es', 'shown'],
])('a rule for a language: of a browser in %s with the cookies %s', async (language, cookie, body) => {
  const headers = { ...(language && { 'accept-language': language }), ...(cookie && { cookie }) };
  const answer = await ask(await trialSite(files), '/shown', { headers });
  expect([answer.status, answer.body.toString()]).toEqual([200, body]);
});

test('header rules reach files and the not-found page, and no function', async () => {
  const site = await trialSite(files);
  const [page, missing, style, api] = await Promise.all(
    ['/shown', '/nowhere', '/_astro/a.css', '/api/thing'].map((address) => ask(site, address)),
  );
  expect(page?.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'cache-control': 'public, max-age=0, must-revalidate',
  });
  expect(missing?.headers['x-frame-options']).toBe('DENY');
  expect(style?.headers).toMatchObject({
    'x-frame-options': 'DENY',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect(api?.headers['x-frame-options']).toBeUndefined();
});

test.each([
  ['a proxy to another host', '[[redirects]]\nfrom = "/a"\nto = "https://example.com/a"\nstatus = 200'],
  ['a condition that only Netlify knows', '[[redirects]]\nfrom = "/a"\nto = "/b"\nconditions = {Country = ["US"]}'],
  ['a rule without an address', '[[redirects]]\nto = "/b"'],
  ['no TOML', '[[redirects'],
])('%s is refused at the start', async (_, toml) => {
  await expect(trialSite({ 'netlify.toml': toml })).rejects.toThrow();
});
