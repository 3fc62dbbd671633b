import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { servedPath } from '#lib/seo';
import { filesUnder } from './addresses.ts';
import { type Finding, wrong } from './finding.ts';
import { limits } from './markdown.ts';

interface BuiltPage {
  readonly file: string;
  readonly address: string;
  readonly html: string;
  readonly ids: ReadonlySet<string>;
}

type Attributes = ReadonlyMap<string, string>;

/** Checks every page under `<root>/dist`, if the site has been built. */
export async function checkBuiltPages(root: string): Promise<{ pages: number; findings: Finding[] }> {
  const files = await filesUnder(path.join(root, 'dist'));
  const pages = await Promise.all(files.filter((file) => file.endsWith('.html')).map((file) => readPage(root, file)));
  const byAddress = new Map(pages.map((page) => [page.address, page]));
  const others = new Set([...files.map((file) => `/${file}`), ...(await functionAddresses(root))]);
  const findings = pages.flatMap((page) => [
    ...deadLinks(page, byAddress, others),
    ...missingAlts(page),
    ...overLong(page),
  ]);
  return { pages: pages.length, findings };
}

/** The addresses that a function answers, without those that have open parts. */
async function functionAddresses(root: string): Promise<string[]> {
  const folder = path.join(root, 'netlify/functions');
  const names = (await filesUnder(folder)).filter((file) => file.endsWith('.ts'));
  const sources = await Promise.all(names.map((file) => readFile(path.join(folder, file), 'utf8')));
  return sources.flatMap((source) => /\bpath: '([^':*]+)'/.exec(source)?.[1] ?? []);
}

async function readPage(root: string, file: string): Promise<BuiltPage> {
  const source = await readFile(path.join(root, 'dist', file), 'utf8');
  const html = source.replace(/<!--[\s\S]*?-->/g, '').replace(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/gi, '$1$3');
  const ids = new Set([...html.matchAll(/\sid="([^"]+)"/g)].flatMap(([, id]) => id ?? []));
  return { file: `dist/${file}`, address: servedPath(`/${file}`), html, ids };
}

/** The attributes of each element of that name, values decoded. */
function elements(html: string, name: string): Attributes[] {
  const tags = html.matchAll(new RegExp(`<${name}\\b((?:[^>"']|"[^"]*"|'[^']*')*)>`, 'gi'));
  return [...tags].map(([, inside = '']) => {
    const pairs = inside.matchAll(/([^\s=/>"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g);
    return new Map(
      [...pairs].map(([, key = '', ...values]) => [
        key.toLowerCase(),
        decode(values.find((v) => v !== undefined) ?? ''),
      ]),
    );
  });
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decode(text: string): string {
  return text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|([a-z]+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
      return named[name ?? ''] ?? whole;
    },
  );
}

function deadLinks(page: BuiltPage, pages: ReadonlyMap<string, BuiltPage>, files: ReadonlySet<string>): Finding[] {
  const targets = new Set(elements(page.html, 'a').flatMap((a) => a.get('href') ?? []));
  return [...targets].flatMap((href) => {
    if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(href)) return [];
    const url = new URL(href, `http://site${page.address}`);
    const target = pages.get(url.pathname.replace(/(?<=.)\/$/, ''));
    if (target === undefined) return files.has(url.pathname) ? [] : wrong(page.file, `The link ${href} leads nowhere.`);
    const id = decodeURIComponent(url.hash.slice(1));
    if (id === '' || target.ids.has(id)) return [];
    return wrong(page.file, `The link ${href} leads to a page without a place named "${id}".`);
  });
}

function missingAlts(page: BuiltPage): Finding[] {
  return elements(page.html, 'img')
    .filter((img) => !img.has('alt'))
    .map((img) => wrong(page.file, `The picture ${img.get('src') ?? ''} has no alt text.`));
}

function overLong(page: BuiltPage): Finding[] {
  const title = decode(/<title[^>]*>([\s\S]*?)<\/title>/i.exec(page.html)?.[1]?.trim() ?? '');
  const description =
    elements(page.html, 'meta')
      .find((meta) => meta.get('name') === 'description')
      ?.get('content') ?? '';
  const findings: Finding[] = [];
  if (title.length > limits.title) {
    findings.push(wrong(page.file, `The title has ${title.length} characters, ${limits.title} at most: ${title}`));
  }
  if (description.length > limits.description) {
    findings.push(
      wrong(page.file, `The description has ${description.length} characters, ${limits.description} at most.`),
    );
  }
  return findings;
}
