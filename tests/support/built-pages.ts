import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HTMLElement } from 'node-html-parser';
import { isListed as asksToBeListed, metaContent, parseHtml } from '#build/html';

const dist = path.resolve(import.meta.dirname, '../../dist');

export interface BuiltPage {
  /** Such as `/blog/x`. */
  readonly address: string;
  readonly html: string;
  readonly document: HTMLElement;
}

let read: Promise<readonly BuiltPage[]> | null = null;

/** All pages, read once. Nobody may change them. */
export function builtPages(): Promise<readonly BuiltPage[]> {
  read ??= pagesUnder(dist);
  return read;
}

/** All pages of a build in another folder. */
export async function pagesUnder(folder: string): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for await (const file of glob('**/*.html', { cwd: folder })) {
    const address = `/${file.replace(/\.html$/, '')}`.replace(/^\/index$/, '/');
    const html = await readFile(path.join(folder, file), 'utf8');
    pages.push({ address, html, document: parseHtml(html) });
  }
  return pages;
}

/** The built page at an address. Throws if there is none. */
export async function builtPage(address: string): Promise<HTMLElement> {
  return parseHtml(await readFile(path.join(dist, `${address === '/' ? 'index' : address}.html`), 'utf8'));
}

export function all(within: HTMLElement, selector: string): HTMLElement[] {
  return within.querySelectorAll(selector);
}

/** The first match. Throws if there is none. */
export function one(within: HTMLElement, selector: string): HTMLElement {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`Nothing is ${selector}`);
  return found;
}

/** An element's text, with single spaces. */
export function textOf(element: HTMLElement): string {
  return element.text.replace(/\s+/g, ' ').trim();
}

/** The content of a meta tag, by `name` or `property`. */
export function meta({ document }: Pick<BuiltPage, 'document'>, name: string): string | undefined {
  return metaContent(document, name);
}

export const isListed = ({ document }: BuiltPage): boolean => asksToBeListed(document);

/** The page's parsed JSON-LD. */
export function jsonLd({ document }: BuiltPage): { '@context': string; '@graph': { '@type': string }[] }[] {
  const blocks = document.querySelectorAll('head > script[type="application/ld+json"]');
  return blocks.map(({ innerHTML }) => JSON.parse(innerHTML));
}
