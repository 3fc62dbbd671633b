import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { HTMLElement } from 'node-html-parser';
import { servedPath } from '#lib/seo';
import { EDITOR_PAGE, withEditorPolicy } from './editor-page.ts';
import { type Edit, isListed, metaContent, parseHtml, withEdits } from './html.ts';
import { scriptHash } from './inline-script.ts';

/** Google's tag and where it reports to (developers.google.com/tag-platform/security/guides/csp). */
const TAG_MANAGER = 'https://*.googletagmanager.com';
const ANALYTICS = `https://*.google-analytics.com https://*.analytics.google.com ${TAG_MANAGER}`;

/**
 * The content security policy of every page, but for the hashes of inline scripts and styles, which Astro adds.
 * `data:` pictures are the small drawings in the styles, `blob:` ones the previews of an upload.
 * Google's hosts are in it only when `analytics` is on. (`frame-ancestors` works in a header only: netlify.toml.)
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

/** How search engines may list a page. */
export interface Listing {
  /** False for pages that ask to be left out. */
  readonly listed: boolean;
  /** An article's last change, `YYYY-MM-DD`. */
  readonly modified: string | undefined;
}

/**
 * The last touch to each built page (`finishedPage`), and what the sitemap asks of them afterwards: this integration
 * stands before the sitemap's. `listingOf` takes the path under which a page is served; it throws where none is.
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

/** Reads from a built page how search engines may list it. */
export function pageListing(page: HTMLElement): Listing {
  return { listed: isListed(page), modified: metaContent(page, 'article:modified_time') };
}

/** A built page whose policy has the hashes of its own inline scripts and styles alone, and whose scripts come last. */
export function finishedPage(html: string, page = parseHtml(html)): string {
  return withEdits(html, [...ownHashes(html, page), ...lateScripts(page)]);
}

/** Module scripts make way for the typefaces and the first picture. Astro leaves no attribute of ours on a script that it bundles. */
function lateScripts(page: HTMLElement): Edit[] {
  const place = '<script'.length;
  return page.querySelectorAll('script[type="module"][src]').map(({ range: [start] }) => ({
    range: [start + place, start + place],
    text: ' fetchpriority="low"',
  }));
}

const HASH = / '(sha256-[^']+)'/g;

/**
 * The policy with only the hashes of the page's own inline scripts and styles: Astro lists those of the whole site in
 * every page, and hashes do not compress. Throws where a page has something inline that its policy would block.
 */
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

/** Data blocks such as JSON-LD are no scripts to a policy. */
const isInline = (element: HTMLElement): boolean =>
  !element.hasAttribute('src') && !element.getAttribute('type')?.endsWith('json');

const blocked = (tag: string, content: string) =>
  `The content security policy would block the inline ${tag} that begins with "${content.trim().slice(0, 60)}". ` +
  'Let Astro process it (no is:inline), or put it into a file.';
