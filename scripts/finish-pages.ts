import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { HTMLElement } from 'node-html-parser';
import { servedPath } from '#lib/seo';
import { EDITOR_PAGE, withEditorPolicy } from './editor-page.ts';
import { type Edit, isListed, metaContent, parseHtml, withEdits } from './html.ts';
import { laterStyles } from './later-styles.ts';
import { nameByWidth } from './picture-names.ts';
import { drawnClasses, usedStyles } from './used-styles.ts';

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
  const scripts = new Map<string, Script>();

  async function finish(folder: string, file: string): Promise<void> {
    const html = await readFile(path.join(folder, file), 'utf8');
    const page = parseHtml(html);
    listings.set(servedPath(`/${file}`), pageListing(page));
    const finished = finishedPage(html, (address) => scripts.get(address), page);
    const served = file === EDITOR_PAGE ? withEditorPolicy(finished.html) : finished.html;
    await writeFile(path.join(folder, file), served);
    for (const [address, css] of finished.sheets) await writeFile(path.join(folder, address), css);
  }

  return {
    integration: {
      name: 'finish-pages',
      hooks: {
        'astro:config:setup': ({ updateConfig }) => {
          updateConfig({ vite: { plugins: [scriptsRecorded(scripts)] } });
        },
        'astro:build:done': async ({ dir }) => {
          const folder = fileURLToPath(dir);
          for await (const file of glob('**/*.html', { cwd: folder })) await finish(folder, file);
          await nameByWidth(folder);
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

/** A script of the site as browsers get it. What it imports is named by addresses. */
export interface Script {
  readonly code: string;
  /** What it cannot run without. */
  readonly imports: readonly string[];
  /** What it may import later. */
  readonly dynamicImports: readonly string[];
}

/** A part of what Vite tells its plugins of a file; only a script has code. */
type Bundle = Readonly<Record<string, Partial<Script> & { readonly fileName: string }>>;

/** A plugin of Vite that writes down the scripts of a browser by their addresses. */
function scriptsRecorded(scripts: Map<string, Script>) {
  const addresses = (files: readonly string[] = []) => files.map((file) => `/${file}`);
  return {
    name: 'scripts-recorded',
    applyToEnvironment: ({ name }: { readonly name: string }) => name === 'client',
    generateBundle(_: unknown, bundle: Bundle) {
      for (const { fileName, code = '', imports, dynamicImports } of Object.values(bundle)) {
        const script = { code, imports: addresses(imports), dynamicImports: addresses(dynamicImports) };
        scripts.set(`/${fileName}`, script);
      }
    },
  };
}

/** What the page says to search engines. */
export function pageListing(page: HTMLElement): Listing {
  return { listed: isListed(page), modified: metaContent(page, 'article:modified_time') };
}

/** A page as it is served, and by their addresses the sheets that it links besides. */
export interface FinishedPage {
  readonly html: string;
  readonly sheets: ReadonlyMap<string, string>;
}

/**
 * A built page with the styles that it uses, the hashes of its own inline scripts and styles alone, and scripts that come
 * late. `scriptAt` finds a script of the site by its address.
 */
export function finishedPage(
  html: string,
  scriptAt: (address: string) => Script | undefined,
  page = parseHtml(html),
): FinishedPage {
  const { styles, sheets, edits } = laterStyles(html, page, ownStyles(page, scriptAt));
  const edited = withEdits(html, [
    ...ownHashes(html, page, styles),
    ...styles.values(),
    ...edits,
    ...lateScripts(page, scriptAt),
  ]);
  return { html: edited, sheets };
}

/** The inline styles of the page, each with the rules that the page uses instead of those of all pages. */
function ownStyles(page: HTMLElement, scriptAt: (address: string) => Script | undefined): Map<HTMLElement, Edit> {
  const all = (address: string) => [
    ...(scriptAt(address)?.imports ?? []),
    ...(scriptAt(address)?.dynamicImports ?? []),
  ];
  const codeOf = (address: string) =>
    [address, ...reached([address], all)].map((script) => scriptAt(script)?.code ?? '').join('\n');
  const mayDraw = drawnClasses(page, codeOf);
  const styles = page.querySelectorAll('style').filter(({ innerHTML }) => innerHTML.includes('@layer utilities'));
  return new Map(
    styles.map((style) => {
      const [, end] = style.range;
      const close = end - '</style>'.length;
      return [style, { range: [close - style.innerHTML.length, close], text: usedStyles(style.innerHTML, mayDraw) }];
    }),
  );
}

const FIRST_PICTURE = 'img[fetchpriority="high"]';
/** A call whose answer says what the first picture is. */
const FIRST_CALL = 'link[rel="preload"][as="fetch"]';
const HASH = / '(sha256-[^']+)'/g;

/**
 * The policy with only the hashes of the page's own inline scripts and styles: Astro lists those of the whole site in
 * every page, and hashes do not compress. Throws where a page has something inline that its policy would block.
 */
function ownHashes(html: string, page: HTMLElement, styles: ReadonlyMap<HTMLElement, Edit>): Edit[] {
  const element = page.querySelector('meta[http-equiv="content-security-policy"]');
  const policy = element?.rawAttributes['content'] ?? '';
  const own = new Map<string, string>();
  for (const element of page.querySelectorAll('script, style').filter(isInline)) {
    const hash = hashOf(element.innerHTML);
    if (!policy.includes(`'${hash}'`)) throw new Error(blocked(element.rawTagName, element.innerHTML));
    own.set(hash, hashOf(styles.get(element)?.text ?? element.innerHTML));
  }
  if (!element) return [];
  const kept = policy.replace(HASH, (_, hash: string) => (own.has(hash) ? ` '${own.get(hash)}'` : ''));
  const [start, end] = element.range;
  return [{ range: [start, end], text: html.slice(start, end).replace(policy, () => kept) }];
}

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Data blocks such as JSON-LD are no scripts to a policy. */
const isInline = (element: HTMLElement): boolean =>
  !element.hasAttribute('src') && !element.getAttribute('type')?.endsWith('json');

const blocked = (tag: string, content: string) =>
  `The content security policy would block the inline ${tag} that begins with "${content.trim().slice(0, 60)}". ` +
  'Let Astro process it (no is:inline), or put it into a file.';

/**
 * Module scripts, and islands that hydrate at once, wait for what the visitor sees: they are fetched with low priority,
 * and all at once instead of one after the other. A page works before they are there. Beside a first picture each of them
 * would take its part of the line, whatever its priority: there, what they import is asked for when they have come. Where
 * the first picture waits for a call, they are asked for beside that call, and so are not on the line with the picture.
 */
function lateScripts(page: HTMLElement, scriptAt: (address: string) => Script | undefined): Edit[] {
  const importsOf = (address: string) => scriptAt(address)?.imports ?? [];
  const directly = (address: string) => withoutDetour(address, scriptAt(address));
  const modules = page.querySelectorAll('script[type="module"]');
  const islands = page.querySelectorAll('astro-island[client="load"]');
  const addresses = modules.flatMap((script) => script.getAttribute('src') ?? []).map(directly);
  const hydrated = islands.flatMap((island) =>
    ['component-url', 'renderer-url'].flatMap((name) => island.getAttribute(name) ?? []),
  );
  const early = page.querySelector(FIRST_PICTURE) ? hydrated : [...addresses, ...hydrated];
  const call = page.querySelector(FIRST_CALL);
  const preloads = [...new Set([...(call ? addresses : []), ...reached(early, importsOf), ...hydrated])].map(
    (address) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`,
  );
  const place = call?.range[1] ?? Math.min(...[...modules, ...islands].map(({ range: [start] }) => start));
  const ahead: Edit[] = preloads.length > 0 ? [{ range: [place, place], text: preloads.join('') }] : [];
  return [...ahead, ...modules.flatMap((script) => withLowPriority(script, directly))];
}

function withLowPriority(script: HTMLElement, directly: (address: string) => string): Edit[] {
  const address = script.getAttribute('src');
  if (address === undefined) return [];
  const text = `<script type="module" fetchpriority="low" src="${directly(address)}"></script>`;
  return [{ range: script.range, text }];
}

const ONLY_AN_IMPORT = /^import\s*["'][^"']+["'];?\s*$/;

/**
 * Of a page without a script of its own the bundler leaves a file that only imports what all pages share: that one is
 * named instead, which saves a round trip, and what is imported would come with high priority.
 */
function withoutDetour(address: string, script: Script | undefined): string {
  const [only] = script?.imports ?? [];
  return script && only !== undefined && ONLY_AN_IMPORT.test(script.code) ? only : address;
}

/** The modules that the scripts import, and those that these import. */
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
