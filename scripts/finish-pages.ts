import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { HTMLElement } from 'node-html-parser';
import { servedPath } from '#lib/seo';
import { type Edit, isListed, metaContent, parseHtml, withEdits } from './html.ts';
import { withUsedUtilities } from './used-utilities.ts';

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

/** What a built page says of itself to search engines. */
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
  const imports = new Map<string, readonly string[]>();
  const importsOf = (address: string) => imports.get(address) ?? [];

  async function finish(folder: string, file: string): Promise<void> {
    const html = withUsedUtilities(await readFile(path.join(folder, file), 'utf8'));
    const page = parseHtml(html);
    listings.set(servedPath(`/${file}`), pageListing(page));
    await writeFile(path.join(folder, file), finishedPage(html, importsOf, page));
  }

  return {
    integration: {
      name: 'finish-pages',
      hooks: {
        'astro:config:setup': ({ updateConfig }) => {
          updateConfig({ vite: { plugins: [importsRecorded(imports)] } });
        },
        'astro:build:done': async ({ dir }) => {
          const folder = fileURLToPath(dir);
          for await (const file of glob('**/*.html', { cwd: folder })) await finish(folder, file);
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

/** A part of what Vite tells its plugins of a chunk; assets import nothing. */
type Bundle = Readonly<Record<string, { readonly fileName: string; readonly imports?: readonly string[] }>>;

/** A plugin of Vite that writes down what each script of a browser imports, dynamic imports aside: both as addresses. */
function importsRecorded(imports: Map<string, readonly string[]>) {
  return {
    name: 'imports-recorded',
    applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
    generateBundle(_: unknown, bundle: Bundle) {
      for (const { fileName, imports: files = [] } of Object.values(bundle)) {
        const addresses = files.map((file) => `/${file}`);
        imports.set(`/${fileName}`, addresses);
      }
    },
  };
}

/** What the page says to search engines. */
export function pageListing(page: HTMLElement): Listing {
  return { listed: isListed(page), modified: metaContent(page, 'article:modified_time') };
}

/**
 * A built page with the hashes of its own inline scripts and styles alone, and with scripts that come late.
 * `importsOf` names what a script cannot run without, by their addresses.
 */
export function finishedPage(
  html: string,
  importsOf: (address: string) => readonly string[],
  page = parseHtml(html),
): string {
  return withEdits(html, [...ownHashes(html, page), ...lateScripts(page, importsOf)]);
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
    const hash = `sha256-${createHash('sha256').update(innerHTML).digest('base64')}`;
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

/**
 * Module scripts, and islands that hydrate at once, wait for what the visitor sees: they are fetched with low priority,
 * after the first picture and the fonts, and all at once instead of one after the other. A page works before they are
 * there.
 */
function lateScripts(page: HTMLElement, importsOf: (address: string) => readonly string[]): Edit[] {
  const modules = page.querySelectorAll('script[type="module"]');
  const islands = page.querySelectorAll('astro-island[client="load"]');
  const addresses = modules.flatMap((script) => script.getAttribute('src') ?? []);
  const hydrated = islands.flatMap((island) =>
    ['component-url', 'renderer-url'].flatMap((name) => island.getAttribute(name) ?? []),
  );
  const preloads = [...new Set([...reached([...addresses, ...hydrated], importsOf), ...hydrated])].map(
    (address) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`,
  );
  const first = Math.min(...[...modules, ...islands].map(({ range: [start] }) => start));
  const ahead: Edit[] = preloads.length > 0 ? [{ range: [first, first], text: preloads.join('') }] : [];
  return [...ahead, ...modules.flatMap(withLowPriority)];
}

function withLowPriority(script: HTMLElement): Edit[] {
  const [start, end] = script.range;
  const address = script.getAttribute('src');
  if (address === undefined) return [];
  return [{ range: [start, end], text: `<script type="module" fetchpriority="low" src="${address}"></script>` }];
}

/** The modules that the scripts cannot run without, and those that these cannot run without. */
function reached(addresses: readonly string[], importsOf: (address: string) => readonly string[]): Set<string> {
  const parts = new Set<string>();
  const visit = (address: string): void => {
    for (const part of importsOf(address)) {
      if (parts.has(part)) continue;
      parts.add(part);
      visit(part);
    }
  };
  for (const address of addresses) visit(address);
  return parts;
}
