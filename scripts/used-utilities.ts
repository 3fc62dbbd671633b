import { createHash } from 'node:crypto';
import type { HTMLElement } from 'node-html-parser';
import { type Edit, parseHtml, withEdits } from './html.ts';

const LAYER = '@layer utilities{';
const FALLBACK = '@layer properties{';
const VARIABLE = /--tw-[\w-]+/g;
const PROPERTY = /@property (--tw-[\w-]+)\{[^}]*\}/g;
const VALUE = /(--tw-[\w-]+):[^;}]*;?/g;
const CLASS = /\.((?:\\.|[\w-])+)/g;
/** Islands that are drawn in the page itself, not in a dialog with a sheet of its own. */
const ISLANDS = ['load', 'idle', 'visible', 'media', 'only'].map((when) => `astro-island[client="${when}"]`).join(', ');

/**
 * A built page without the utilities that it does not use. Tailwind writes one sheet for the markup of all public pages;
 * inlined whole, it would delay the first paint of each by what only the others need. Scripts find all the classes they
 * may set in the page's templates; a page with an island that draws with others keeps the whole sheet.
 */
export function withUsedUtilities(html: string): string {
  const page = parseHtml(html);
  if (page.querySelector(ISLANDS)) return html;
  const used = new Set(
    page.querySelectorAll('[class]').flatMap((element) => element.getAttribute('class')?.split(/\s+/) ?? []),
  );
  const sheets = page.querySelectorAll('style').filter(({ innerHTML }) => innerHTML.includes(LAYER));
  const shortened = sheets.map(({ innerHTML, range }) => ({
    range,
    before: innerHTML,
    after: usedSheet(innerHTML, used),
  }));
  const edits = shortened.map(({ range, before, after }) => replaced(html, range, before, after));
  const policy = page.querySelector('meta[http-equiv="content-security-policy"]');
  return withEdits(html, policy ? [...edits, allowed(html, policy, shortened)] : edits);
}

/** The policy, with the hash of each sheet as it is now. */
function allowed(html: string, { range }: HTMLElement, sheets: readonly { before: string; after: string }[]): Edit {
  const [start, end] = range;
  const text = sheets.reduce(
    (policy, { before, after }) => policy.replace(sha256(before), sha256(after)),
    html.slice(start, end),
  );
  return { range: [start, end], text };
}

const sha256 = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

function replaced(html: string, [start, end]: readonly [number, number], before: string, after: string): Edit {
  return { range: [start, end], text: html.slice(start, end).replace(before, () => after) };
}

function usedSheet(css: string, used: ReadonlySet<string>): string {
  const start = css.indexOf(LAYER) + LAYER.length;
  const end = closingBrace(css, start);
  const rules = usedRules(css.slice(start, end), used);
  return withUsedProperties(css.slice(0, start) + rules + css.slice(end), rules);
}

/** Minified rules, and those in media queries, without the ones whose classes the page does not name. */
function usedRules(css: string, used: ReadonlySet<string>): string {
  let kept = '';
  for (let at = 0; at < css.length;) {
    const open = css.indexOf('{', at);
    if (open < 0) break;
    const end = closingBrace(css, open + 1);
    const head = css.slice(at, open);
    const body = css.slice(open + 1, end);
    const rest = head.startsWith('@') ? usedRules(body, used) : isUsed(head, used) && body;
    if (rest) kept += `${head}{${rest}}`;
    at = end + 1;
  }
  return kept;
}

/** Tailwind registers variables for its utilities, once as `@property` and once for browsers that do not know that. */
function withUsedProperties(css: string, rules: string): string {
  const used = new Set(rules.match(VARIABLE));
  const registered = css.replace(PROPERTY, (whole, name: string) => (used.has(name) ? whole : ''));
  const start = registered.indexOf(FALLBACK);
  if (start < 0) return registered;
  const end = closingBrace(registered, start + FALLBACK.length);
  const values = registered.slice(start, end).replace(VALUE, (whole, name: string) => (used.has(name) ? whole : ''));
  return registered.slice(0, start) + values + registered.slice(end);
}

/** Whether one of the selectors names only classes of the page. */
function isUsed(selectors: string, used: ReadonlySet<string>): boolean {
  return selectors
    .split(/(?<!\\),/)
    .some((selector) => [...selector.matchAll(CLASS)].every(([, name = '']) => used.has(name.replaceAll('\\', ''))));
}

/** Where the block ends whose content begins at `from`. */
function closingBrace(css: string, from: number): number {
  let depth = 1;
  for (let at = from; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('A block of the inlined styles is not closed.');
}
