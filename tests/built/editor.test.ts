import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../../dist');
const PAGE = 'admin/content.html';
const files = await readdir(dist, { recursive: true });
const pages = files.filter((file) => file.endsWith('.html'));
const read = (file: string) => readFile(path.join(dist, file), 'utf8');
const policyOf = (html: string) => /http-equiv="content-security-policy" content="([^"]*)"/.exec(html)?.[1] ?? '';

/** The scripts of more than a megabyte: the editor, and the uploader's decoder of HEIC. */
const scripts = files.filter((file) => file.endsWith('.js'));
const sizes = await Promise.all(
  scripts.map(async (file) => ({ file, size: (await stat(path.join(dist, file))).size })),
);
const large = sizes.filter(({ size }) => size > 1_000_000).map(({ file }) => path.basename(file));
const isDecoder = (file: string) => file.startsWith('heic-worker');
const editors = large.filter((file) => !isDecoder(file));

test('the editor is one script, under a name with a hash, which nothing but its page’s own script asks for', async () => {
  expect(editors).toEqual([expect.stringMatching(/^[\w-]+\.[\w-]{8}\.js$/)]);
  const [editor = ''] = editors;
  const asking = await Promise.all(
    [...pages, ...scripts].map(async (file) => ((await read(file)).includes(editor) ? file : [])),
  );
  // Its own files ask for it, and what the page loads.
  const ours = asking.flat().filter((file) => !/react-dom|webp_enc|heic|shiki/.test(file));
  expect(ours).toEqual([expect.stringMatching(/content\.astro_astro_type_script/)]);
  const owners = await Promise.all(
    pages.map(async (file) => ((await read(file)).includes('content.astro_astro_type_script') ? file : [])),
  );
  expect(owners.flat()).toEqual([PAGE]);
});

test('the decoder of HEIC has a name with a hash; only what prepares a chosen file, which no page holds, asks for it', async () => {
  const [decoder = '', ...others] = large.filter(isDecoder);
  expect(others).toEqual([]);
  expect(decoder).toMatch(/[.-][\w-]{8}\.js$/);
  const asking = await Promise.all(
    [...pages, ...scripts].map(async (file) => ((await read(file)).includes(decoder) ? file : [])),
  );
  expect(asking.flat()).toEqual([expect.stringMatching(/prepared-media/)]);
  const [preparer = ''] = asking.flat();
  for (const page of pages) expect(await read(page), page).not.toContain(path.basename(preparer));
});

test('its page has a policy of its own, and no other page has more than the common one', async () => {
  expect(
    policyOf(await read(PAGE))
      .split(/; ?/)
      .filter(Boolean),
  ).toEqual([
    "default-src 'self'",
    "img-src 'self' data: blob: https://avatars.githubusercontent.com https://secure.gravatar.com https://gitlab.com",
    "media-src 'self' blob:",
    "connect-src 'self' blob: data: https://api.github.com https://gitlab.com https://api.netlify.com",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "worker-src 'self' blob:",
  ]);
  for (const page of pages.filter((file) => file !== PAGE)) {
    expect(policyOf(await read(page)), page).not.toMatch(/unsafe|github|netlify/);
  }
});

test('its page is for nobody but editors: not listed, telling nobody where they come from', async () => {
  const html = await read(PAGE);
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toContain('<meta name="referrer" content="same-origin">');
  expect(await read('sitemap-0.xml')).not.toContain('/admin');
});
