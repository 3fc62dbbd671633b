import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ELEMENT_NODE, type ElementNode, type Node, parse, TEXT_NODE } from 'ultrahtml';
import { querySelectorAll } from 'ultrahtml/selector';

const dist = path.resolve(import.meta.dirname, '../../dist');

/** A page as it was built. */
export interface BuiltPage {
  /** The address under which it is served: `/blog/x`. */
  readonly address: string;
  /** Its elements. */
  readonly document: Node;
}

export async function builtPages(): Promise<BuiltPage[]> {
  const pages: BuiltPage[] = [];
  for await (const file of glob('**/*.html', { cwd: dist })) {
    const address = `/${file.replace(/\.html$/, '')}`.replace(/^\/index$/, '/');
    pages.push({ address, document: parse(await readFile(path.join(dist, file), 'utf8')) });
  }
  return pages;
}

/** The page under an address. Throws when none was built. */
export async function builtPage(address: string): Promise<Node> {
  const file = path.join(dist, `${address === '/' ? 'index' : address}.html`);
  return parse(await readFile(file, 'utf8'));
}

/** The elements below `within` that a CSS selector means. */
export function all(within: Node, selector: string): ElementNode[] {
  return querySelectorAll(within, selector).filter((node): node is ElementNode => node.type === ELEMENT_NODE);
}

/** The first of them. Throws when there is none. */
export function one(within: Node, selector: string): ElementNode {
  const [found] = all(within, selector);
  if (!found) throw new Error(`Nothing is ${selector}`);
  return found;
}

/** What an element reads as: its text, with single spaces. */
export function textOf(node: Node): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

function rawText(node: Node): string {
  if (node.type === TEXT_NODE) return decode(node.value);
  return 'children' in node ? node.children.map(rawText).join('') : '';
}

/** The value of an attribute; `undefined` where the element has none. */
export function attribute(element: ElementNode, name: string): string | undefined {
  const value = element.attributes[name];
  return value === undefined ? undefined : decode(value);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function decode(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole;
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

export const isListed = (page: BuiltPage): boolean => !meta(page, 'robots')?.startsWith('noindex');

/** The content of a meta tag by its `name` or `property`. */
export function meta({ document }: Pick<BuiltPage, 'document'>, name: string): string | undefined {
  const [found] = [...all(document, `meta[name="${name}"]`), ...all(document, `meta[property="${name}"]`)];
  return found && attribute(found, 'content');
}

/** What stands in the page's JSON-LD, parsed. */
export function jsonLd({ document }: BuiltPage): { '@context': string; '@graph': { '@type': string }[] }[] {
  // A script's text is no HTML: nothing in it is decoded.
  return all(document, 'script[type="application/ld+json"]').map(({ children: [text] }) => JSON.parse(text?.['value']));
}
