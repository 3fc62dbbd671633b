import { glob, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { compressWhole } from '#local/negotiation';
import type { Row } from './row.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

/** Figures to reach, in kB; the gallery and the owner's pages may load more script. */
const MAX_SCRIPT = 6;
const MAX_HOME = 30;
const MAX_FONTS = 60;
const MAX_PICTURE = 60;
/** Lighthouse's phone: 412 CSS pixels at 1.75 device pixels each. */
const PHONE_PIXELS = 412 * 1.75;

/** The weight of every built page, compressed as the host sends it. */
export async function pageRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const file of glob('**/*.html', { cwd: dist })) {
    const html = await readFile(path.join(dist, file), 'utf8');
    rows.push(...(await rowsOf(file, html)));
  }
  if (rows.length === 0) throw new Error('There is no built site: npm run build makes it.');
  return rows.toSorted((one, other) => one.what.localeCompare(other.what));
}

async function rowsOf(file: string, html: string): Promise<Row[]> {
  const isFree = /^(gallery|admin|login)/.test(file);
  const text = (await kilobytes(Buffer.from(html))) + (await weigh(stylesheetsOf(html)));
  const fonts = new Set([...html.matchAll(/\/_astro\/[^"')]+\.woff2/g)].map(([url]) => url));
  const picture = firstPictureOf(html);
  return [
    { what: `${file}: HTML and CSS`, measured: text, unit: 'kB', ...(file === 'index.html' && { max: MAX_HOME }) },
    { what: `${file}: script`, measured: await scriptWeight(html), unit: 'kB', ...(!isFree && { max: MAX_SCRIPT }) },
    { what: `${file}: fonts`, measured: await plainSize([...fonts]), unit: 'kB', max: MAX_FONTS },
    ...(picture
      ? [
          {
            what: `${file}: first picture`,
            measured: await plainSize([picture]),
            unit: 'kB',
            max: MAX_PICTURE,
          } as const,
        ]
      : []),
  ];
}

function stylesheetsOf(html: string): string[] {
  const links = [...html.matchAll(/<link\b[^>]*rel="stylesheet"[^>]*>/g)];
  return links.flatMap(([link]) => /href="(\/[^"]+)"/.exec(link)?.[1] ?? []);
}

/** What runs before a visitor does anything: inline scripts, linked ones, and islands that do not wait. */
async function scriptWeight(html: string): Promise<number> {
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*application\/ld\+json)[^>]*>([\s\S]*?)<\/script>/g)];
  const linked = [...html.matchAll(/<script\b[^>]*\bsrc="(\/[^"]+)"/g)].flatMap(([, url]) => url ?? []);
  const preloaded = [...html.matchAll(/<link\b[^>]*rel="modulepreload"[^>]*href="(\/[^"]+)"/g)].flatMap(
    ([, url]) => url ?? [],
  );
  const files = await withImports([...linked, ...preloaded, ...eagerIslandsOf(html)]);
  const code = inline.map(([, script]) => script).join('\n');
  return (code ? await kilobytes(Buffer.from(code)) : 0) + (await weigh(files));
}

function eagerIslandsOf(html: string): string[] {
  const islands = [...html.matchAll(/<astro-island\b[^>]*>/g)].map(([tag]) => tag);
  const eager = islands.filter((tag) => /client="(load|idle|only|visible|media)"/.test(tag));
  return eager.flatMap((tag) =>
    [...tag.matchAll(/(?:component|renderer)-url="([^"]+)"/g)].flatMap(([, url]) => url ?? []),
  );
}

/** The scripts and all that they import at once; what they import later is not wanted yet. */
async function withImports(urls: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const wanted = [...urls];
  for (let url = wanted.pop(); url !== undefined; url = wanted.pop()) {
    if (found.has(url)) continue;
    found.add(url);
    const code = await readFile(path.join(dist, url), 'utf8');
    const imports = code.matchAll(/(?:^|[;}\n])\s*(?:import|export)\s*(?:[\w*{}\s,$]+from\s*)?["'](\.[^"']+)["']/g);
    for (const [, address] of imports) wanted.push(path.posix.join(path.posix.dirname(url), address ?? ''));
  }
  return [...found];
}

/** The file of the max urgent picture that a phone chooses, where it fills the width of the screen. */
function firstPictureOf(html: string): string | null {
  const picture =
    /<picture\b[^>]*>(?:(?!<\/picture>)[\s\S])*fetchpriority="high"[\s\S]*?<\/picture>/.exec(html)?.[0] ?? '';
  const sources = [...picture.matchAll(/<source\b[^>]*>/g)].map(([tag]) => tag);
  const source = sources.find((tag) => !tag.includes('media='));
  const candidates = [...(source ?? '').matchAll(/(\/[^\s"]+) (\d+)w/g)].map(([, url, width]) => ({
    url,
    width: Number(width),
  }));
  const widest = candidates.toSorted((one, other) => one.width - other.width);
  return (widest.find(({ width }) => width >= PHONE_PIXELS) ?? widest.at(-1))?.url ?? null;
}

async function weigh(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(urls.map(async (url) => kilobytes(await readFile(path.join(dist, url)))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function kilobytes(bytes: Buffer): Promise<number> {
  return (await compressWhole(bytes, 'br')).byteLength / 1000;
}

/** Pictures and fonts are compressed already. */
async function plainSize(urls: readonly string[]): Promise<number> {
  const sizes = await Promise.all(urls.map(async (url) => (await stat(path.join(dist, url))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
