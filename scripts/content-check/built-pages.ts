import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HTMLElement } from 'node-html-parser';
import { servedPath } from '#lib/seo';
import { routes } from '#server/http/routes';
import { metaContent, parseHtml } from '#build/html';
import { filesUnder } from './addresses.ts';
import { BUILD_STAMP } from '../build-site.ts';
import { due, type Finding, wrong } from './finding.ts';
import { limits } from './titles.ts';

interface BuiltPage {
  readonly file: string;
  readonly address: string;
  readonly document: HTMLElement;
  readonly ids: ReadonlySet<string>;
}

/** Checks all pages under `<root>/dist`, if built. Those of a build that did not end are not judged. */
export async function checkBuiltPages(root: string): Promise<{ pages: number; findings: Finding[] }> {
  const files = await filesUnder(path.join(root, 'dist'));
  if (files.length > 0 && !existsSync(path.join(root, BUILD_STAMP))) {
    const message = 'The last build did not end, so its pages were not checked. Run npm run build, then this again.';
    return { pages: 0, findings: [due('dist', message)] };
  }
  const pages = await Promise.all(files.filter((file) => file.endsWith('.html')).map((file) => readPage(root, file)));
  const byAddress = new Map(pages.map((page) => [page.address, page]));
  const others = new Set([...files.map((file) => `/${file}`), ...Object.values(routes).flatMap(Object.keys)]);
  const findings = pages.flatMap((page) => [
    ...deadLinks(page, byAddress, others),
    ...missingAlts(page),
    ...overLong(page),
  ]);
  return { pages: pages.length, findings };
}

async function readPage(root: string, file: string): Promise<BuiltPage> {
  const document = parseHtml(await readFile(path.join(root, 'dist', file), 'utf8'));
  const ids = new Set(document.querySelectorAll('[id]').map(({ id }) => id));
  return { file: `dist/${file}`, address: servedPath(`/${file}`), document, ids };
}

function deadLinks(page: BuiltPage, pages: ReadonlyMap<string, BuiltPage>, files: ReadonlySet<string>): Finding[] {
  const targets = new Set(page.document.querySelectorAll('a').flatMap((a) => a.getAttribute('href') ?? []));
  return [...targets].flatMap((href) => {
    // Skips other sites and slots that a function fills.
    if (/^([a-z][a-z0-9+.-]*:|\/\/|\[\[)/i.test(href)) return [];
    const url = new URL(href, `http://site${page.address}`);
    const target = pages.get(url.pathname.replace(/(?<=.)\/$/, ''));
    if (target === undefined) return files.has(url.pathname) ? [] : wrong(page.file, `The link ${href} leads nowhere.`);
    const id = decodeURIComponent(url.hash.slice(1));
    // The owner's pages handle the hash in a script.
    if (id === '' || target.ids.has(id) || /^(\/es)?\/admin/.test(target.address)) return [];
    return wrong(page.file, `The link ${href} leads to a page without a place named "${id}".`);
  });
}

function missingAlts({ file, document }: BuiltPage): Finding[] {
  return document
    .querySelectorAll('img')
    .filter((img) => !img.hasAttribute('alt'))
    .map((img) => wrong(file, `The picture ${img.getAttribute('src') ?? ''} has no alt text.`));
}

function overLong({ file, document }: BuiltPage): Finding[] {
  const title = document.querySelector('title')?.text.trim() ?? '';
  const { length } = metaContent(document, 'description') ?? '';
  const findings: Finding[] = [];
  if (title.length > limits.title) {
    findings.push(wrong(file, `The title has ${title.length} characters, ${limits.title} at most: ${title}`));
  }
  if (length > limits.description) {
    findings.push(wrong(file, `The description has ${length} characters, ${limits.description} at most.`));
  }
  return findings;
}
