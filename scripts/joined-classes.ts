import type { HTMLElement } from 'node-html-parser';
import postcss, { type AtRule, type ChildNode, type Container, type Root, type Rule } from 'postcss';
import type { Edit } from './html.ts';
import { keepUsed } from './used-styles.ts';

/** The sheet of a page's first screen, and the one of the rest, which has all utilities. */
interface Sheets {
  readonly first: string;
  readonly later: string;
}

/** Lists of utilities with their names. */
type Names = ReadonlyMap<string, string>;

/** No space where none is needed. */
const TIGHT = { before: '', between: '', after: '' };
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const CLASS = /\.((?:\\.|[\w-])+)/g;
const ESCAPED = /\\./g;
const CONDITION = /\((?:[^()]|\([^()]*\))*\)/g;
/** One class, and what it may say of its own element: not of what stands in or beside it. */
const OF_ONE_ELEMENT = /^\.[^\s.>+~]+$/;

/**
 * Gives each list of utilities on a long page one short name. The page's class attributes, which its first paint waits
 * for, shrink to half; the rules stand where the list is first seen, in the order that they had. What an element has of
 * other classes stays, and the utilities that are in no list but these are gone. `isFirst` tells the elements of the first
 * screen.
 */
export function joinClasses(
  html: string,
  page: HTMLElement,
  sheets: Sheets,
  isFirst: (element: HTMLElement) => boolean,
): Sheets & { readonly edits: readonly Edit[] } {
  const [first, later] = [postcss.parse(sheets.first), postcss.parse(sheets.later)];
  const joinable = joinableClasses([first, later]);
  const lists = new Map(page.querySelectorAll('[class]').map((element) => [element, listOf(element, joinable)]));
  const names = namesOf([...lists.values()], [html, sheets.first, sheets.later]);
  const seen = [...lists].filter(([element]) => isFirst(element));
  const seenLists = new Set(seen.map(([, list]) => list));

  const source = utilitiesOf(later);
  const rulesOf = (isHere: boolean) =>
    joinedRules(source, new Map([...names].filter(([list]) => seenLists.has(list) === isHere)));
  const [firstRules, laterRules] = [rulesOf(true), rulesOf(false)];
  const target = utilitiesOf(first);
  const leftOf = ([element, list]: [HTMLElement, string]) =>
    classesOf(element).filter((name) => !names.has(list) || !joinable.has(name));
  const [leftFirst, left] = [new Set(seen.flatMap(leftOf)), new Set([...lists].flatMap(leftOf))];
  keepUsed(target, (name) => leftFirst.has(name));
  keepUsed(source, (name) => left.has(name));
  target.append(firstRules);
  source.append(laterRules);
  const edits = [...lists].flatMap(([element, list]) => renamed(html, element, joinable, names.get(list)));
  return { first: first.toString(), later: later.toString(), edits };
}

const classesOf = (element: HTMLElement): string[] => element.getAttribute('class')?.trim().split(/\s+/) ?? [];

/** The utilities of an element that may be joined, in one order. */
const listOf = (element: HTMLElement, joinable: ReadonlySet<string>): string =>
  classesOf(element)
    .filter((name) => joinable.has(name))
    .toSorted()
    .join(' ');

/** The utilities whose rules say something of their own element alone, and which no other rule asks for. */
function joinableClasses(roots: readonly Root[]): ReadonlySet<string> {
  const [own, other] = [new Set<string>(), new Set<string>()];
  for (const root of roots) {
    root.walkRules((rule) => {
      for (const selector of rule.selectors) {
        const named = [...selector.matchAll(CLASS)].map(([, name = '']) => name.replaceAll('\\', ''));
        const plain = selector.replace(ESCAPED, '').replace(CONDITION, '');
        const isOwn = isUtility(rule) && OF_ONE_ELEMENT.test(plain);
        if (isOwn) own.add(named.shift() ?? '');
        for (const name of named) other.add(name);
      }
    });
  }
  return new Set([...own].filter((name) => !other.has(name)));
}

/** Short names for all lists of two utilities or more, the shortest for the most frequent. A name that a text has as a class is left out. */
function namesOf(lists: readonly string[], texts: readonly string[]): Names {
  const counts = new Map<string, number>();
  for (const list of lists) if (list.includes(' ')) counts.set(list, (counts.get(list) ?? 0) + 1);
  const taken = (name: string) => texts.some((text) => new RegExp(`["\\s.]${name}["\\s.:,{>]`).test(text));
  const candidates = [...LETTERS, ...LETTERS.flatMap((one) => LETTERS.map((other) => one + other))];
  const free = candidates.values().filter((name) => !taken(name));
  const frequent = [...counts].toSorted(([, one], [, other]) => other - one);
  return new Map(frequent.map(([list]) => [list, free.next().value ?? '']));
}

const utilitiesOf = (root: Root): AtRule => {
  const layers: AtRule[] = [];
  root.walkAtRules('layer', (layer) => void (layer.params === 'utilities' && layer.nodes && layers.push(layer)));
  const found = layers.at(-1);
  if (!found) throw new Error('A sheet of a long page has no utilities');
  return found;
};

const isUtility = (rule: Rule): boolean => {
  for (let parent: Container | undefined = rule.parent as Container; parent; parent = parent.parent as Container) {
    if (parent.type === 'atrule' && (parent as AtRule).params === 'utilities') return true;
  }
  return false;
};

/** For each list the rules of its utilities, in their order, under its name. */
function joinedRules(source: Container, names: Names): ChildNode[] {
  const made: ChildNode[] = [];
  const open = new Map<string, Rule>();
  source.each((node) => {
    if (node.type === 'atrule' && node.nodes) {
      const nodes = joinedRules(node, names);
      if (nodes.length === 0) return;
      made.push(postcss.atRule({ name: node.name, params: node.params, nodes, raws: { ...TIGHT } }));
      // What comes now comes after it.
      open.clear();
    } else if (node.type === 'rule') {
      for (const selector of node.selectors.flatMap((one) => selectorsOf(one, names))) {
        const rule = open.get(selector) ?? postcss.rule({ selector, raws: { ...TIGHT } });
        if (!open.has(selector)) made.push(rule);
        open.set(selector, rule);
        rule.append(node.nodes.map((declaration) => declaration.clone()));
      }
    }
  });
  return made;
}

/** A utility's selector under the names of the lists that it is in. */
function selectorsOf(selector: string, names: Names): string[] {
  const [named = ''] = selector.match(CLASS) ?? [];
  if (!named || !selector.startsWith(named)) return [];
  const utility = named.slice(1).replaceAll('\\', '');
  return [...names]
    .filter(([list]) => list.split(' ').includes(utility))
    .map(([, name]) => `.${name}${selector.slice(named.length)}`);
}

/** The element's class attribute with the name in place of the list. */
function renamed(html: string, element: HTMLElement, joinable: ReadonlySet<string>, name: string | undefined): Edit[] {
  if (!name) return [];
  const before = `class="${element.rawAttributes['class']}"`;
  const start = html.indexOf(before, element.range[0]);
  const others = classesOf(element).filter((one) => !joinable.has(one));
  return [{ range: [start, start + before.length], text: `class="${[...others, name].join(' ')}"` }];
}
