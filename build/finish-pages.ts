import { globSync } from 'node:fs';
import { glob, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { HTMLElement } from 'node-html-parser';
import { servedPath } from '#lib/seo';
import { EDITOR_PAGE, withEditorPolicy } from './editor-page.ts';
import { type Edit, isListed, metaContent, parseHtml, withEdits } from './html.ts';
import { scriptHash } from './inline-script.ts';

/** Google's tag and its reports (developers.google.com/tag-platform/security/guides/csp). */
const TAG_MANAGER = 'https://*.googletagmanager.com';
const ANALYTICS = `https://*.google-analytics.com https://*.analytics.google.com ${TAG_MANAGER}`;

/**
 * The content security policy of every page; Astro adds hashes. `data:` is for drawings in styles, `blob:` for upload
 * previews. `frame-ancestors` works only in a header: see netlify.toml.
 */
export function contentSecurityPolicy({ analytics }: { analytics: boolean }) {
  const allowed = (sources: string) => (analytics ? `${sources} ${ANALYTICS}` : sources);
  return {
    scriptSources: analytics ? ["'self'", TAG_MANAGER] : ["'self'"],
    directives: [
      "default-src 'self'",
      `img-src ${allowed("'self' data: blob:")}`,
      "media-src 'self' blob:",
      `connect-src ${allowed("'self'")}`,
      "object-src 'none'",
      "base-uri 'none'",
      "form-action 'self'",
    ],
  };
}

export interface Listing {
  /** False for `noindex`. */
  readonly listed: boolean;
  /** An article's last change, `YYYY-MM-DD`. */
  readonly modified: string | undefined;
}

/**
 * Finishes each built page, and takes away the pictures that no page names. Must come before the sitemap's integration, which
 * calls `listingOf` with a served path. `listingOf` throws for an unknown path.
 */
export function finishPages(): { integration: AstroIntegration; listingOf(path: string): Listing } {
  const listings = new Map<string, Listing>();

  async function finish(file: string, address: string): Promise<void> {
    const html = await readFile(file, 'utf8');
    const page = parseHtml(html);
    listings.set(servedPath(`/${address}`), pageListing(page));
    const finished = finishedPage(html, page);
    await writeFile(file, address === EDITOR_PAGE ? withEditorPolicy(finished) : finished);
  }

  return {
    integration: {
      name: 'finish-pages',
      hooks: {
        'astro:build:done': async ({ dir }) => {
          const cwd = fileURLToPath(dir);
          for await (const address of glob('**/*.html', { cwd })) await finish(path.join(cwd, address), address);
          for (const file of await unnamedPictures(cwd)) await rm(path.join(cwd, file));
        },
      },
    },
    listingOf(address) {
      const listing = listings.get(servedPath(address));
      if (!listing) throw new Error(`No page was built for ${address}`);
      return listing;
    },
  };
}

function pageListing(page: HTMLElement): Listing {
  return { listed: isListed(page), modified: metaContent(page, 'article:modified_time') };
}

/** Keeps only the page's own hashes in its policy, and lowers its scripts' priority. */
export function finishedPage(html: string, page = parseHtml(html)): string {
  return withEdits(html, [...ownHashes(html, page), ...lateScripts(page)]);
}

/** Typefaces and the first picture load before scripts. Astro drops our own attributes from bundled scripts. */
function lateScripts(page: HTMLElement): Edit[] {
  const place = '<script'.length;
  return page.querySelectorAll('script[type="module"][src]').map(({ range: [start] }) => ({
    range: [start + place, start + place],
    text: ' fetchpriority="low"',
  }));
}

const HASH = / '(sha256-[^']+)'/g;

/** Keeps the page's own hashes; Astro adds those of all pages. Throws if the policy would block an element. */
function ownHashes(html: string, page: HTMLElement): Edit[] {
  const element = page.querySelector('meta[http-equiv="content-security-policy"]');
  const policy = element?.rawAttributes['content'] ?? '';
  const own = new Set<string>();
  for (const { rawTagName, innerHTML } of page.querySelectorAll('script, style').filter(isInline)) {
    const hash = scriptHash(innerHTML);
    if (!policy.includes(`'${hash}'`)) throw new Error(blocked(rawTagName, innerHTML));
    own.add(hash);
  }
  if (!element) return [];
  const kept = policy.replace(HASH, (source, hash: string) => (own.has(hash) ? source : ''));
  const [start, end] = element.range;
  return [{ range: [start, end], text: html.slice(start, end).replace(policy, () => kept) }];
}

/** A policy ignores data blocks such as JSON-LD. */
const isInline = (element: HTMLElement): boolean =>
  !element.hasAttribute('src') && !element.getAttribute('type')?.endsWith('json');

const blocked = (tag: string, content: string) =>
  `The content security policy would block the inline ${tag} that begins with "${content.trim().slice(0, 60)}". ` +
  'Let Astro process it (no is:inline), or put it into a file.';

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif)$/;
const TEXTS = '**/*.{html,css,js,xml,json,txt,webmanifest}';

/**
 * The pictures below `_astro` that no file of the built site names: the originals, from which those of the pages are made.
 * A camera writes into them where they were taken.
 */
export async function unnamedPictures(dist: string): Promise<string[]> {
  const named = new Set<string>();
  for await (const file of glob(TEXTS, { cwd: dist }))
    for (const [, name = ''] of (await readFile(path.join(dist, file), 'utf8')).matchAll(/([\w.-]+\.\w+)/g))
      if (PICTURE.test(name)) named.add(name);
  return globSync('_astro/**/*', { cwd: dist }).filter((file) => PICTURE.test(file) && !named.has(path.basename(file)));
}
