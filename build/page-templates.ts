import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HTMLElement } from 'node-html-parser';
import type { PageTemplate, Template } from '#server/pages/template';
import { parseHtml } from './html.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Where functions find them, as `#page-templates/<name>` (package.json). */
const folder = path.join(root, '.netlify/page-templates');

/** The pages in both languages, by their paths. */
const pages = [
  ['book', bookTemplate],
  ['visit', visitTemplate],
  ['es/book', bookTemplate],
  ['es/visit', visitTemplate],
] as const;

/** Makes the templates of the pages that functions answer with. `read` returns the HTML of a page by its name. */
export async function writePageTemplates(read: (name: string) => Promise<string> = readBuilt): Promise<void> {
  for (const [name, templateOf] of pages) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    const code = `export default ${JSON.stringify(templateOf(await read(name)))};\n`;
    const file = path.join(folder, `${name}.mjs`);
    // A file that stays as it is wakes nobody who watches it.
    if (code !== (await readFile(file, 'utf8').catch(() => null))) await writeFile(file, code);
  }
}

const readBuilt = (name: string) => readFile(path.join(root, 'dist', `${name}.html`), 'utf8');

/**
 * Of the page `/visit`: its `<main>` is the slot `main`, the address of the links to the other language is `translation`,
 * and each `<template id>` is a part, with a slot for each `[[name]]` in its text and its quoted attributes. Throws where
 * the page has no `<main>`.
 */
export function visitTemplate(html: string): PageTemplate {
  const page = parseHtml(html);
  const main = required(page, 'main');
  const templates = main.querySelectorAll('template');
  const switches = page.querySelectorAll('a[hreflang]').map((link) => ({
    slot: 'translation',
    range: addressRange(html, link),
  }));
  const places = [{ slot: 'main', range: contentRange(main) }, ...switches];
  return {
    page: cut(
      html,
      places.toSorted((one, next) => one.range[0] - next.range[0]),
    ),
    parts: Object.fromEntries(templates.map((one) => [one.id, slotted(html.slice(...contentRange(one)))])),
  };
}

/**
 * Of the page `/book`: each field of its form is a slot, and twice a part, `name` with what was typed and `name-wrong`
 * with the sentences about it too. The notice above the form is the slot and part `problem`.
 */
export function bookTemplate(html: string): PageTemplate {
  const page = parseHtml(html);
  const notice = required(page, '#form-problem');
  const fields = page.querySelectorAll('form [name]:not([type=hidden])').flatMap((control) => {
    const field = control.parentNode;
    return field ? [{ slot: control.getAttribute('name') ?? '', control, field }] : [];
  });
  const places = [{ slot: 'problem', field: notice }, ...fields].map(({ slot, field }) => ({
    slot,
    range: field.range,
  }));
  reveal(notice, '[[sentence]]');
  const parts = fields.flatMap(({ slot, control, field }) => fieldParts(slot, control, field));
  return {
    page: cut(html, places),
    parts: { problem: slotted(markupOf(notice)), ...Object.fromEntries(parts) },
  };
}

/** The field as it is drawn with an answer, and with a wrong one. */
function fieldParts(name: string, control: HTMLElement, field: HTMLElement): [string, Template][] {
  holdAnswer(control);
  const right = slotted(markupOf(field));
  const error = field.querySelector(`#${name}-error`);
  if (error) reveal(error, '[[messages]]');
  control.removeAttribute('aria-describedby');
  control.setAttribute('aria-invalid', 'true');
  control.setAttribute('aria-describedby', `${name}-error`);
  control.setAttribute('[[focus]]', '');
  return [
    [name, right],
    [`${name}-wrong`, slotted(markupOf(field))],
  ];
}

/** The answer is a value, a text, or the choice of an option. */
function holdAnswer(control: HTMLElement): void {
  if (control.rawTagName === 'input') control.setAttribute('value', '[[typed]]');
  if (control.rawTagName === 'textarea') control.textContent = '[[typed]]';
  for (const option of control.querySelectorAll('option')) {
    option.removeAttribute('selected');
    option.setAttribute(`[[selected-${option.getAttribute('value')}]]`, '');
  }
}

/** Shows the hidden, empty element, holding the text. */
function reveal(element: HTMLElement, text: string): void {
  element.removeAttribute('hidden');
  element.textContent = text;
}

function required(page: HTMLElement, selector: string): HTMLElement {
  const found = page.querySelector(selector);
  if (!found) throw new Error(`A page that functions answer with has no ${selector}`);
  return found;
}

type Range = readonly [start: number, end: number];

/** Where the content of an element stands, in characters; an element without any has no place for a slot. */
function contentRange({ childNodes, outerHTML }: HTMLElement): Range {
  const [first, last] = [childNodes.at(0), childNodes.at(-1)];
  if (!first || !last) throw new Error(`There is nothing in ${outerHTML}`);
  return [first.range[0], last.range[1]];
}

/** Where the address of a link stands. */
function addressRange(html: string, link: HTMLElement): Range {
  const attribute = `href="${link.getAttribute('href')}"`;
  const start = html.indexOf(attribute, link.range[0]) + 'href="'.length;
  return [start, start + attribute.length - 'href=""'.length];
}

/** The page with slots instead of what stands at these places, which are in order. */
function cut(html: string, places: readonly { slot: string; range: Range }[]): Template {
  const pieces: string[] = [];
  let from = 0;
  for (const { slot, range } of places) {
    pieces.push(html.slice(from, range[0]), slot);
    from = range[1];
  }
  return [...pieces, html.slice(from)];
}

/** An attribute without a value is written without one: a slot may stand for such an attribute. */
function markupOf({ outerHTML }: HTMLElement): string {
  return outerHTML.replaceAll('=""', '');
}

/** Markup with a slot for each `[[name]]`. */
function slotted(markup: string): Template {
  return markup.split(/\[\[([\w-]+)\]\]/);
}
