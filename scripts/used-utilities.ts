import type { HTMLElement } from 'node-html-parser';
import postcss, { type ChildNode, type Rule } from 'postcss';

const CLASS = /\.((?:\\.|[\w-])+)/g;
const VARIABLE = /--tw-[\w-]+/g;
/** Islands that are drawn in the page at once, not in a dialog with a sheet of its own. */
const ISLANDS = ['load', 'idle', 'visible', 'media', 'only'].map((client) => `astro-island[client="${client}"]`).join();

/**
 * The classes that a page names, those in its templates too, where scripts find all that they may set. `null` for a page
 * with an island that may draw with any.
 */
export function classesOf(page: HTMLElement): ReadonlySet<string> | null {
  if (page.querySelector(ISLANDS)) return null;
  return new Set(
    page.querySelectorAll('[class]').flatMap((element) => element.getAttribute('class')?.split(/\s+/) ?? []),
  );
}

/**
 * A sheet without the utilities that a page with these classes does not use. Tailwind writes one sheet for the markup of
 * all public pages; inlined whole, it would delay the first paint of each by what only the others need.
 */
export function usedUtilities(css: string, classes: ReadonlySet<string>): string {
  const root = postcss.parse(css);
  let kept = '';
  root.walkAtRules('layer', (layer) => {
    if (layer.params !== 'utilities') return;
    layer.walkRules((rule) => {
      if (!isUsed(rule, classes)) removeFrom(layer, rule);
    });
    kept += layer.toString();
  });
  // Tailwind registers variables for its utilities, once as @property and once for browsers that do not know that.
  const used = new Set(kept.match(VARIABLE));
  root.walkAtRules('property', (registered) => {
    if (registered.params.startsWith('--tw-') && !used.has(registered.params)) registered.remove();
  });
  root.walkAtRules('layer', (layer) => {
    if (layer.params !== 'properties') return;
    layer.walkDecls(/^--tw-/, (value) => {
      if (!used.has(value.prop)) value.remove();
    });
  });
  return root.toString();
}

/** Whether one of the selectors names only classes of the page. */
function isUsed({ selectors }: Rule, classes: ReadonlySet<string>): boolean {
  return selectors.some((selector) =>
    [...selector.matchAll(CLASS)].every(([, name = '']) => classes.has(name.replaceAll('\\', ''))),
  );
}

/** With the media queries that are left empty. */
function removeFrom(layer: ChildNode, rule: ChildNode): void {
  let { parent } = rule;
  rule.remove();
  while (parent && parent !== layer && parent.type === 'atrule' && parent.nodes?.length === 0) {
    const empty = parent as ChildNode;
    parent = empty.parent;
    empty.remove();
  }
}
