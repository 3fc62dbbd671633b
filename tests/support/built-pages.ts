import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

const dist = path.resolve(import.meta.dirname, '../../dist');

/** A page as it was built. */
export interface BuiltPage {
  /** The address under which it is served: `/blog/x`. */
  readonly address: string;
  readonly html: string;
}

export async function builtPages(): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for await (const file of glob('**/*.html', { cwd: dist })) {
    const address = `/${file.replace(/\.html$/, '')}`.replace(/^\/index$/, '/');
    pages.push({ address, html: await readFile(path.join(dist, file), 'utf8') });
  }
  return pages;
}

export const isListed = ({ html }: BuiltPage): boolean => !/<meta name="robots" content="noindex/.test(html);

/** The content of a meta tag by its `name` or `property`. */
export function meta({ html }: BuiltPage, name: string): string | undefined {
  const content = new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  return content?.replaceAll('&#39;', "'").replaceAll('&#38;', '&').replaceAll('&amp;', '&');
}

/** What stands in the page's JSON-LD, parsed. */
export function jsonLd({ html }: BuiltPage): { '@context': string; '@graph': { '@type': string }[] }[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
}
