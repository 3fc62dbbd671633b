import type { HTMLElement } from 'node-html-parser';
import postcss, { type AtRule, type ChildNode, type Root, type Rule } from 'postcss';

/** The layers whose rules go where nothing uses them. */
const LAYERS = new Set(['components', 'pages', 'utilities']);
const CLASS = /\.((?:\\.|[\w-])+)/g;
/** What stands in parentheses says which of the elements are meant, or names alternatives. */
const CONDITION = /(?<!\\)\((?:[^()]|\([^()]*\))*(?<!\\)\)/g;
/** A variable that is read. */
const VARIABLE = /(?<=var\()--tw-[\w-]+/g;
/** A value that is taken from one of these, and what counts where it is not set. */
const TAKEN = /var\((--tw-[\w-]+)(?:,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/g;

/** Whether a page may draw with a class. */
export type MayDraw = (name: string) => boolean;

/**
 * A page draws with the classes that it names, those in its templates too, where scripts find all that they may set; and
 * with those that stand in the code of its islands, which `codeOf` gives for a script's address, with all that it imports.
 * An island of which the page shows nothing, such as a dialog, brings what it draws with when it is opened.
 */
export function drawnClasses(page: HTMLElement, codeOf: (address: string) => string): MayDraw {
  const named = new Set(
    page.querySelectorAll('[class]').flatMap((element) => element.getAttribute('class')?.split(/\s+/) ?? []),
  );
  const shown = page.querySelectorAll('astro-island').filter(({ childNodes }) => childNodes.length > 0);
  const code = shown.map((island) => codeOf(island.getAttribute('component-url') ?? ''));
  return (name) => named.has(name) || code.some((text) => text.includes(name));
}

/**
 * A sheet without the utilities and the shared rules that a page does not use. There is one sheet for the markup of all
 * public pages; inlined whole, it would delay the first paint of each by what only the others need. Dialogs that are
 * opened later bring a sheet of their own (src/styles/on-demand.css).
 */
export function usedStyles(css: string, mayDraw: MayDraw): string {
  const root = postcss.parse(css);
  const layers: AtRule[] = [];
  root.walkAtRules('layer', (layer) => void (LAYERS.has(layer.params) && layers.push(layer)));
  for (const layer of layers) keepUsed(layer, mayDraw);
  settleVariables(root, layers);
  root.walkRules((rule) => withoutDoubles(rule));
  // Tailwind registers variables for its utilities, once as @property and once for browsers that do not know that.
  const used = new Set(layers.join('').match(VARIABLE));
  root.walkAtRules('property', (registered) => {
    if (registered.params.startsWith('--tw-') && !used.has(registered.params)) registered.remove();
  });
  root.walkAtRules('layer', (layer) => {
    if (layer.params !== 'properties') return;
    layer.walkDecls(/^--tw-/, (value) => {
      if (!used.has(value.prop)) value.remove();
    });
    const left: string[] = [];
    layer.walkDecls(({ prop }) => void left.push(prop));
    if (left.length === 0) layer.remove();
  });
  return root.toString();
}

/** The minifier writes some prefixed declarations three times. */
function withoutDoubles(rule: Rule): void {
  rule.each((node) => void (node.next()?.toString() === node.toString() && node.remove()));
}

/**
 * A utility such as `border-t` leaves it to a variable how the border is drawn. Where no other utility of the page sets
 * the variable, its rule says so itself; and nothing sets what no rule reads.
 */
function settleVariables(root: Root, layers: readonly AtRule[]): void {
  const set = new Set<string>();
  const initial = new Map<string, string>();
  for (const layer of layers) layer.walkDecls(/^--tw-/, ({ prop }) => void set.add(prop));
  root.walkAtRules('property', (registered) => {
    registered.walkDecls('initial-value', ({ value }) => void initial.set(registered.params, value));
  });
  for (const layer of layers) {
    layer.walkDecls((declaration) => {
      declaration.value = declaration.value.replace(TAKEN, (whole, name: string, instead?: string) =>
        set.has(name) ? whole : (initial.get(name) ?? instead?.trim() ?? whole),
      );
    });
  }
  const read = new Set(root.toString().match(VARIABLE));
  for (const layer of layers) {
    layer.walkDecls(/^--tw-/, (declaration) => {
      if (!read.has(declaration.prop)) declaration.remove();
    });
  }
}

/** Whether one of the selectors names only classes that the page may draw with. */
export function isUsed({ selectors }: Rule, mayDraw: MayDraw): boolean {
  return selectors.some((selector) =>
    [...selector.replace(CONDITION, '').matchAll(CLASS)].every(([, name = '']) => mayDraw(name.replaceAll('\\', ''))),
  );
}

/** Takes away the rules of a layer that draw nothing. */
export function keepUsed(layer: AtRule, mayDraw: MayDraw): void {
  layer.walkRules((rule) => {
    if (!isUsed(rule, mayDraw)) removeFrom(layer, rule);
  });
}

/** With the media queries that are left empty. */
export function removeFrom(layer: ChildNode | Root, rule: ChildNode): void {
  let { parent } = rule;
  rule.remove();
  while (parent && parent !== layer && parent.type === 'atrule' && parent.nodes?.length === 0) {
    const empty = parent as ChildNode;
    parent = empty.parent;
    empty.remove();
  }
}
