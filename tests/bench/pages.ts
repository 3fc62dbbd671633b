import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { HTMLElement } from 'node-html-parser';
import { compressWhole } from '#local/negotiation';
import { parseHtml } from '#build/html';
import { MAX_TYPEFACES } from '#build/typefaces';
import type { Row } from './row.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

/** In kB. */
interface Budget {
  /** What such a page weighed when this line was last written. */
  readonly measured: number;
  /** No such page may weigh more. It has slack: what reads better is not rewritten for a byte. */
  readonly ceiling: number;
}
/**
 * A page may outgrow its measured weight by so much. A commit that makes it grow further writes its new weight here,
 * and says why.
 */
const SLACK = 1.02;

/** The scripts of a public page. The owner's pages may load more. */
const scripts = {
  /**
   * The buttons, the menu, the analytics, 0.9 to know a visitor who has booked, 0.2 to ask on which day we answer, 0.05 to
   * know the site's first language, and 0.7 Vite's around `import()`.
   */
  plain: { measured: 5.3, ceiling: 6 },
  /**
   * With a script of its own, or on /book 1.8 of Astro's runtime of islands. The heaviest is home with its popup, which
   * was 80 of React two seconds later.
   */
  own: { measured: 8.7, ceiling: 9.5 },
  /** The gallery's island does not wait, so it includes React. It was 80, with its icons drawn by the page to fit. */
  gallery: { measured: 84.9, ceiling: 88 },
  /** /sun, whose script draws the window and its shade. */
  sun: { measured: 12.9, ceiling: 13.5 },
} as const satisfies Record<string, Budget>;
/**
 * The home page with its styles, as its server sends it. Of that, 0.8 are the names by which Astro scopes the styles of
 * its parts.
 */
const home: Budget = { measured: 23.4, ceiling: 24.5 };
/** With so many products, offers, reviews, questions and areas. Each further one may add a little. */
const ENTRIES = 41;
const MAX_ENTRY = 0.2;
/** Spanish text is a quarter longer. */
const SPANISH_MORE = 0.9;
const MAX_PICTURE = 60;
/** The hero's, as Lighthouse's phone chooses it: what a server sends before it waits for the browser. */
const MAX_HERO = 14.2;
/** Lighthouse's phone: 412 CSS pixels at 1.75 device pixels each. */
const PHONE_PIXELS = 412 * 1.75;

/** The weight of every built page, compressed as the host sends it. */
export async function pageRows(): Promise<Row[]> {
  const rows: Row[] = [];
  const weights: Weights = new Map();
  for await (const file of glob('**/*.html', { cwd: dist })) {
    const html = await readFile(path.join(dist, file), 'utf8');
    rows.push(...(await rowsOf(file, html, weights)));
  }
  if (rows.length === 0) throw new Error('There is no built site: npm run build makes it.');
  return rows.toSorted((one, other) => one.what.localeCompare(other.what));
}

async function rowsOf(file: string, html: string, weights: Weights): Promise<Row[]> {
  const page = parseHtml(html);
  const text =
    (await kilobytes(Buffer.from(html))) + (await weigh(addressesOf(page, 'link[rel="stylesheet"]', 'href'), weights));
  const script = await scriptWeight(page, weights);
  const scriptBudget = scriptBudgetOf(file);
  const picture = firstPictureOf(page);
  const isHome = file === 'index.html' || file === 'es.html';
  const maxPicture = isHome ? MAX_HERO : MAX_PICTURE;
  const further = Math.max(
    0,
    page.querySelectorAll('main :is(article, details:not(.fold)), .areas > li').length - ENTRIES,
  );
  const more = further * MAX_ENTRY + (file === 'es.html' ? SPANISH_MORE : 0);
  const rows: Row[] = [
    { what: `${file}: HTML and CSS`, measured: text, unit: 'kB', ...(isHome && { max: maxOf(home) + more }) },
    { what: `${file}: script`, measured: script, unit: 'kB', ...(scriptBudget && { max: maxOf(scriptBudget) }) },
    { what: `${file}: fonts`, measured: await plainSize(await fontsOf(page)), unit: 'kB', max: MAX_TYPEFACES },
  ];
  if (!picture) return rows;
  return [
    ...rows,
    { what: `${file}: first picture`, measured: await plainSize([picture]), unit: 'kB', max: maxPicture },
  ];
}

const maxOf = ({ measured, ceiling }: Budget) => Math.min(measured * SLACK, ceiling);

function scriptBudgetOf(file: string): Budget | null {
  if (/^(es\/)?(admin|login)/.test(file)) return null;
  if (/(^|\/)(es|index|book|thank-you|visit)\.html$/.test(file)) return scripts.own;
  if (/^(sun|es\/sol)\.html$/.test(file)) return scripts.sun;
  return /^(es\/)?gallery\.html$/.test(file) ? scripts.gallery : scripts.plain;
}

/** Our site's addresses in an attribute of the selected elements. */
function addressesOf(page: HTMLElement, selector: string, attribute: string): string[] {
  const values = page.querySelectorAll(selector).map((element) => element.getAttribute(attribute) ?? '');
  return values.filter((address) => address.startsWith('/'));
}

const FONT = /\/_astro\/[^"')]+\.woff2/g;

/** The fonts that the page preloads or its styles name. */
async function fontsOf(page: HTMLElement): Promise<string[]> {
  const linked = addressesOf(page, 'link[rel="stylesheet"]', 'href').map((url) =>
    readFile(path.join(dist, url), 'utf8'),
  );
  const styles = [...page.querySelectorAll('style').map(({ innerHTML }) => innerHTML), ...(await Promise.all(linked))];
  const named = styles.flatMap((css) => css.match(FONT) ?? []);
  return [...new Set([...addressesOf(page, 'link[href$=".woff2"]', 'href'), ...named])];
}

/** Islands that run before a visitor does anything, or soon after. */
const SHOWN = 'astro-island:not(:empty), astro-island[client="only"]';

/** The scripts that run before a visitor opens anything: inline, linked, and of shown islands. */
async function scriptWeight(page: HTMLElement, weights: Weights): Promise<number> {
  const inline = page.querySelectorAll('script:not([src]):not([type="application/ld+json"])');
  const files = await withImports([
    ...addressesOf(page, 'script[src]', 'src'),
    ...addressesOf(page, 'link[rel="modulepreload"]', 'href'),
    ...addressesOf(page, SHOWN, 'component-url'),
    ...addressesOf(page, SHOWN, 'renderer-url'),
  ]);
  const code = inline.map(({ innerHTML }) => innerHTML).join('\n');
  return (code ? await kilobytes(Buffer.from(code)) : 0) + (await weigh(files, weights));
}

/** The scripts with their static imports. */
export async function withImports(urls: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const queue = [...urls];
  for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
    if (found.has(url)) continue;
    found.add(url);
    const code = await readFile(path.join(dist, url), 'utf8');
    const imports = code.matchAll(/(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["'](\.[^"']+)["']/g);
    for (const [, address] of imports) queue.push(path.posix.join(path.posix.dirname(url), address ?? ''));
  }
  return [...found];
}

/** The file of the most urgent picture on a phone, if it fills the screen's width. */
function firstPictureOf(page: HTMLElement): string | null {
  const picture = page.querySelectorAll('picture').find((one) => one.querySelector('[fetchpriority="high"]'));
  const srcset = picture?.querySelector('source:not([media])')?.getAttribute('srcset') ?? '';
  const candidates = srcset.split(', ').flatMap((candidate) => {
    const [url = '', width = ''] = candidate.trim().split(' ');
    return url.startsWith('/') && width.endsWith('w') ? [{ url, width: Number.parseInt(width, 10) }] : [];
  });
  const widest = candidates.toSorted((one, other) => one.width - other.width);
  return (widest.find(({ width }) => width >= PHONE_PIXELS) ?? widest.at(-1))?.url ?? null;
}

/** Each address's weight in kB. Pages share files, and each is compressed once. */
type Weights = Map<string, Promise<number>>;

async function weigh(urls: readonly string[], weights: Weights): Promise<number> {
  const sizeOf = async (url: string) => kilobytes(await readFile(path.join(dist, url)));
  for (const url of urls) if (!weights.has(url)) weights.set(url, sizeOf(url));
  const sizes = await Promise.all(urls.map((url) => weights.get(url) ?? sizeOf(url)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function kilobytes(bytes: Buffer): Promise<number> {
  return (await compressWhole(bytes, 'br')).byteLength / 1000;
}

/** Pictures and fonts are already compressed. */
async function plainSize(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(urls.map(async (url) => (await stat(path.join(dist, url))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
