import { createHash } from 'node:crypto';
import type { HTMLElement } from 'node-html-parser';
import postcss, { type AtRule, type Container, type Document, type Root, type Rule } from 'postcss';
import type { Edit } from './html.ts';
import { joinClasses } from './joined-classes.ts';
import { removeFrom, type MayDraw, isUsed } from './used-styles.ts';

/** Where a long page says `<link rel="stylesheet" data-later>`, what only the rest of it needs comes as a sheet of its own. */
const PLACE = 'link[data-later]';
/** It needs to know that sheet (src/scripts/arrival.ts). */
const ARRIVAL = 'body > script';
/** Hides the rest until then. */
const ARRIVING = 'arriving';
const LAYER_ORDER = '@layer theme,base,components,pages,utilities;';
/** What is seen only when somebody does something. */
const STATE = /:(?:hover|active|focus-visible$|is\(\[disabled\])|::selection|\[open\] |\[aria-current/;
/** What a selector says besides elements, classes, attributes and how they stand to each other. */
const PSEUDO = /::?[\w-]+(?:\((?:[^()]|\([^()]*\))*\))?/g;
/** A drawing from a file of its own would take its part of the line from the first picture. */
const FILE = /url\(["']?\//;

/**
 * The inline styles of a page in two parts: the first screen waits for nothing that it does not need. The second part is
 * linked in a `<noscript>` before the script of the page's arrival; the site's asks for it when the first screen is there.
 */
export function laterStyles(html: string, page: HTMLElement, styles: ReadonlyMap<HTMLElement, Edit>) {
  const [entry] = styles;
  const place = page.querySelector(PLACE);
  const script = page.querySelector(ARRIVAL);
  if (!entry || !place || !script) return { styles, sheets: new Map<string, string>(), edits: [] };
  const [style, { range, text }] = entry;
  const isFirst = (element: HTMLElement) => isSeenBefore(place, element);
  const split = splitStyles(text, firstClasses(page, isFirst), (selector) => mayBeSeen(selector, page, isFirst));
  const { first, later, edits } = joinClasses(html, page, split, isFirst);
  const address = `/_astro/later.${createHash('sha256').update(later).digest('hex').slice(0, 8)}.css`;
  const link = `<noscript><link rel="stylesheet" href="${address}"></noscript>`;
  const [start] = script.range;
  return {
    styles: new Map([...styles, [style, { range, text: first }]]),
    sheets: new Map([[address, later]]),
    edits: [...edits, { range: [start, start] as const, text: link }, { range: place.range, text: '' }],
  };
}

/** What is hidden before a place, or folded away, is not seen. */
const isSeenBefore = ({ range: [end] }: HTMLElement, element: HTMLElement): boolean =>
  element.range[0] < end && !element.closest('[hidden], details:not([open]) > :not(summary)');

function firstClasses(page: HTMLElement, isFirst: (element: HTMLElement) => boolean): MayDraw {
  const seen = page.querySelectorAll('[class]').filter(isFirst);
  const names = new Set(seen.flatMap((element) => element.getAttribute('class')?.split(/\s+/) ?? []));
  return (name) => name === ARRIVING || names.has(name);
}

/** Whether something of the first screen is meant, as far as the markup tells. */
function mayBeSeen(selector: string, page: HTMLElement, isFirst: (element: HTMLElement) => boolean): boolean {
  const plain = selector.replace(PSEUDO, '').trim();
  if (selector.includes('\\') || selector.includes(ARRIVING) || /^$|[>+~]$/.test(plain)) return true;
  return page.querySelectorAll(plain).some(isFirst);
}

/**
 * A sheet in two: what the first screen is drawn with, by its classes and by what its selectors may mean there, and what
 * the page needs besides. Both keep their order. The second one has all utilities once more, since of two utilities the
 * later counts.
 */
export function splitStyles(
  css: string,
  isFirst: MayDraw,
  mayMean: (selector: string) => boolean,
): { readonly first: string; readonly later: string } {
  const [first, later] = [postcss.parse(css), postcss.parse(css)];
  const isForFirst = (rule: Rule) => {
    if (rule.selectors.every((selector) => STATE.test(selector))) return false;
    // What bare elements look like is needed at once.
    if (layerOf(rule) === 'base') return true;
    return isUsed(rule, isFirst) && rule.selectors.some(mayMean) && !FILE.test(rule.toString());
  };
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
  // A layer that is left empty is gone from where it stood.
  for (const sheet of [first, later]) sheet.walkAtRules('layer', (layer) => void (layer.nodes ?? layer.remove()));
  return { first: LAYER_ORDER + first, later: `${LAYER_ORDER}@layer theme{${variables}}${later}` };
}

/** Typefaces stay in the first sheet, animations go where they are used, and so do the variables that Tailwind registers. */
function splitAtRules(first: Root, later: Root): void {
  later.walkAtRules(/^(view-transition|font-face)$/, (rule) => void rule.remove());
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

/** The steps of an animation stay together. */
function isSortable(rule: Rule): boolean {
  return !isStep(rule) && !['theme', 'properties'].includes(layerOf(rule));
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
