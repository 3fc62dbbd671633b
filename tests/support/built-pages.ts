import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { HTMLElement } from 'node-html-parser';
import { parseHtml } from '../../scripts/html.ts';

const dist = path.resolve(import.meta.dirname, '../../dist');

/** A page as it was built. */
export interface BuiltPage {
  /** The address under which it is served: `/blog/x`. */
  readonly address: string;
  readonly html: string;
  readonly document: HTMLElement;
}

export async function builtPages(): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for await (const file of glob('**/*.html', { cwd: dist })) {
    const address = `/${file.replace(/\.html$/, '')}`.replace(/^\/index$/, '/');
    const html = await readFile(path.join(dist, file), 'utf8');
    pages.push({ address, html, document: parseHtml(html) });
  }
  return pages;
}

/** The content of a meta tag by its `name` or `property`. */
export function meta({ document }: BuiltPage, name: string): string | undefined {
  return document.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content');
}

export const isListed = (page: BuiltPage): boolean => !meta(page, 'robots')?.startsWith('noindex');

/** What stands in the page's JSON-LD, parsed. */
export function jsonLd({ document }: BuiltPage): { '@context': string; '@graph': { '@type': string }[] }[] {
  const blocks = document.querySelectorAll('script[type="application/ld+json"]');
  return blocks.map(({ innerHTML }) => JSON.parse(innerHTML));
}
