import { createHash } from 'node:crypto';
import type { HTMLElement } from 'node-html-parser';
import postcss, { type AtRule, type Container, type Document, type Root, type Rule } from 'postcss';
import type { Edit } from './html.ts';
import { removeFrom, type MayDraw, isUsed } from './used-styles.ts';

/** Where a long page says `<link rel="stylesheet" data-later>`, what only the rest of it needs comes as a sheet of its own. */
const PLACE = 'link[data-later]';
const LAYER_ORDER = '@layer theme,base,components,pages,utilities;';
/** What is seen only when somebody does something. */
const STATE = /:(?:hover|active|is\(\[disabled\])|::selection|\[open\] |\[aria-current/;

/**
 * The inline styles of a page in two parts, of which the second is linked at its place in the page: the first screen
 * waits for nothing that it does not need. A browser paints what stands before a linked sheet while that is on its way,
 * and draws what stands after it when it has come.
 */
export function laterStyles(page: HTMLElement, styles: ReadonlyMap<HTMLElement, Edit>) {
  const [entry] = styles;
  const place = page.querySelector(PLACE);
  if (!entry || !place) return { styles, sheets: new Map<string, string>(), links: [] };
  const [style, { range, text }] = entry;
  const { first, later } = splitStyles(text, firstClasses(page, place));
  const address = `/_astro/later.${createHash('sha256').update(later).digest('hex').slice(0, 8)}.css`;
  // After the first picture: what it is for stands below.
  const link = `<link rel="stylesheet" href="${address}" fetchpriority="low">`;
  return {
    styles: new Map([...styles, [style, { range, text: first }]]),
    sheets: new Map([[address, later]]),
    links: [{ range: place.range, text: link }],
  };
}

/** The classes of what is seen before an element; what is hidden there, or folded away, is not. */
function firstClasses(page: HTMLElement, { range: [end] }: HTMLElement): MayDraw {
  const seen = page
    .querySelectorAll('[class]')
    .filter((element) => element.range[0] < end && !element.closest('[hidden], details:not([open]) > :not(summary)'));
  const names = new Set(seen.flatMap((element) => element.getAttribute('class')?.split(/\s+/) ?? []));
  return (name) => names.has(name);
}

/**
 * A sheet in two: what the first screen is drawn with, by `isFirst`, and what the page needs besides. Both keep their
 * order. The second one has all utilities once more, since of two utilities the later counts.
 */
export function splitStyles(css: string, isFirst: MayDraw): { readonly first: string; readonly later: string } {
  const [first, later] = [postcss.parse(css), postcss.parse(css)];
  const isForFirst = (rule: Rule) => isUsed(rule, isFirst) && !rule.selectors.every((selector) => STATE.test(selector));
  first.walkRules((rule) => {
    if (isSortable(rule) && !isForFirst(rule)) removeFrom(first, rule);
  });
  later.walkRules((rule) => {
    if (layerOf(rule) === 'utilities' || isStep(rule)) return;
    if (!isSortable(rule) || isForFirst(rule)) removeFrom(later, rule);
  });
  first.walkComments((comment) => void comment.remove());
  splitAtRules(first, later);
  const variables = laterVariables(first);
  return { first: first.toString(), later: `${LAYER_ORDER}@layer theme{${variables}}${later}` };
}

/**
 * Typefaces come later, what stands in for them stays in the first sheet; animations go where they are used, and so do the
 * variables that Tailwind registers.
 */
function splitAtRules(first: Root, later: Root): void {
  later.walkAtRules('view-transition', (rule) => void rule.remove());
  const isFetched = (face: AtRule) => face.some((node) => node.type === 'decl' && node.prop === 'unicode-range');
  first.walkAtRules('font-face', (face) => void (isFetched(face) && face.remove()));
  later.walkAtRules('font-face', (face) => void (isFetched(face) || face.remove()));
  const text = first.toString();
  const isFirst = ({ name, params }: AtRule) =>
    name === 'property' ? text.includes(`var(${params}`) : new RegExp(`animation:[^;}]*\\b${params}\\b`).test(text);
  first.walkAtRules(/^(property|keyframes)$/, (rule) => void (isFirst(rule) || rule.remove()));
  later.walkAtRules(/^(property|keyframes)$/, (rule) => void (isFirst(rule) && rule.remove()));
}

/** Takes the variables that the first sheet has no use for out of it; returns the rule that sets them. */
function laterVariables(first: Root): Rule {
  const used = namedVariables(first);
  const rule = postcss.rule({ selector: ':root' });
  first.walkAtRules('layer', (layer) => {
    if (layer.params !== 'theme') return;
    layer.walkDecls(/^--/, (value) => {
      if (!used.has(value.prop)) rule.append(value);
    });
  });
  return rule;
}

/** The variables that are asked for outside of the theme, and those that these are made of. */
function namedVariables(root: Root): ReadonlySet<string> {
  const values = new Map<string, string>();
  const used = new Set<string>();
  const note = (text: string) => {
    for (const [name] of text.matchAll(/(?<=var\()--[\w-]+/g)) used.add(name);
  };
  root.walkDecls(({ parent, prop, value }) => {
    if (parent?.type === 'rule' && layerOf(parent as Rule) === 'theme') values.set(prop, value);
    else note(value);
  });
  for (const name of used) note(values.get(name) ?? '');
  return used;
}

/** What bare elements look like is needed at once, and the steps of an animation stay together. */
function isSortable(rule: Rule): boolean {
  return !isStep(rule) && !['theme', 'base', 'properties'].includes(layerOf(rule));
}

/** Whether it is a step of an animation. */
function isStep({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes');
}

/** The name of the layer in which a rule stands; empty without one. */
function layerOf(rule: Rule): string {
  for (let parent: Container | Document | undefined = rule.parent; parent; parent = parent.parent) {
    if (parent.type === 'atrule' && (parent as AtRule).name === 'layer') return (parent as AtRule).params;
  }
  return '';
}
