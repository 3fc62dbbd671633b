const STYLE = /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/g;
const LAYER = '@layer utilities{';
const FALLBACK = '@layer properties{';
const VARIABLE = /--tw-[\w-]+/g;
const PROPERTY = /@property (--tw-[\w-]+)\{[^}]*\}/g;
const VALUE = /(--tw-[\w-]+):[^;}]*;?/g;
const CLASSES = /\sclass="([^"]*)"/g;
/** An island that is drawn in the page at once, not in a dialog with a sheet of its own. */
const ISLAND = /<astro-island\b[^>]*\sclient="(?:load|idle|visible|media|only)"/;
const CLASS = /\.((?:\\.|[\w-])+)/g;

/**
 * A built page without the utilities that it does not use. Tailwind writes one sheet for the markup of all public pages;
 * inlined whole, it would delay the first paint of each by what only the others need. Scripts find all the classes they
 * may set in the page's templates; a page with an island that draws with others keeps the whole sheet. `sha256` returns the digest in base64: the policy names the shortened sheet.
 */
export function withUsedUtilities(html: string, sha256: (text: string) => string): string {
  if (ISLAND.test(html)) return html;
  const used = classesOf(html);
  const swaps: [string, string][] = [];
  const short = html.replace(STYLE, (whole, open: string, css: string, close: string) => {
    const start = css.indexOf(LAYER);
    if (start < 0) return whole;
    const end = closingBrace(css, start + LAYER.length);
    const rules = usedRules(css.slice(start + LAYER.length, end), used);
    const kept = withUsedProperties(css.slice(0, start) + LAYER + rules + css.slice(end), rules);
    swaps.push([sha256(css), sha256(kept)]);
    return open + kept + close;
  });
  return swaps.reduce((page, [before, after]) => page.replaceAll(`'sha256-${before}'`, `'sha256-${after}'`), short);
}

function classesOf(html: string): Set<string> {
  const texts = [...html.matchAll(CLASSES)].map(([, text = '']) => text);
  const plain = texts.join(' ').replaceAll('&gt;', '>').replaceAll('&#38;', '&').replaceAll('&amp;', '&');
  return new Set(plain.split(/\s+/));
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
