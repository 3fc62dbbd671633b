import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ELEMENT_NODE, type ElementNode, parse, renderSync, TEXT_NODE, type TextNode, walkSync } from 'ultrahtml';
import type { PageTemplate, Template } from '#server/pages/template';
import { root } from './command.ts';

/** Where functions find them, as `#page-templates/<name>` (package.json). */
const folder = path.join(root, '.netlify/page-templates');

/** Makes the templates of the pages that functions answer with. `read` returns the HTML of a page by its name. */
export async function writePageTemplates(read: (name: string) => Promise<string> = readBuilt): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, templateOf] of [['book', bookTemplate] as const, ['visit', visitTemplate] as const]) {
    const code = `export default ${JSON.stringify(templateOf(await read(name)))};\n`;
    const file = path.join(folder, `${name}.mjs`);
    // A file that stays as it is wakes nobody who watches it.
    if (code !== (await readFile(file, 'utf8').catch(() => null))) await writeFile(file, code);
  }
}

const readBuilt = (name: string) => readFile(path.join(root, 'dist', `${name}.html`), 'utf8');

/**
 * Of the page `/visit`: its `<main>` is the slot `main`, and each `<template id>` is a part, with a slot for each
 * `[[name]]` in its text and its quoted attributes. Throws where the page has no `<main>`.
 */
export function visitTemplate(html: string): PageTemplate {
  const [main] = elementsIn(parse(html), ({ name }) => name === 'main');
  if (!main) throw new Error('The page /visit has no <main>');
  const templates = elementsIn(main, ({ name }) => name === 'template');
  return {
    page: cut(html, [{ slot: 'main', start: main.loc[0].end, end: main.loc[1].start }]),
    parts: Object.fromEntries(templates.map((one) => [one.attributes['id'], slotted(contentOf(html, one))])),
  };
}

const CONTROLS = ['input', 'select', 'textarea'];

/**
 * Of the page `/book`: each field of its form is a slot, and twice a part, `name` with what was typed and `name-wrong`
 * with the sentences about it too. The notice above the form is the slot and part `problem`.
 */
export function bookTemplate(html: string): PageTemplate {
  const page = parse(html);
  const [notice] = elementsIn(page, ({ attributes }) => attributes['id'] === 'form-problem');
  if (!notice) throw new Error('The page /book has no element #form-problem');
  const controls = elementsIn(page, ({ name, attributes }) => CONTROLS.includes(name) && 'name' in attributes);
  const fields = controls.map((control) => ({
    slot: control.attributes['name'] ?? '',
    control,
    field: control.parent as ElementNode,
  }));
  const places = [{ slot: 'problem', field: notice }, ...fields].map(({ slot, field }) => {
    checkReading(html, field);
    return { slot, start: field.loc[0].start, end: field.loc[1].end };
  });
  reveal(notice, '[[sentence]]');
  const parts = fields.flatMap(({ slot, control, field }) => fieldParts(slot, control, field));
  return {
    page: cut(html, places),
    parts: { problem: slotted(render(notice)), ...Object.fromEntries(parts) },
  };
}

/** The field as it is drawn with an answer, and with a wrong one. */
function fieldParts(name: string, control: ElementNode, field: ElementNode): [string, Template][] {
  holdAnswer(control);
  const right = slotted(render(field));
  const [error] = elementsIn(field, ({ attributes }) => attributes['id'] === `${name}-error`);
  if (error) reveal(error, '[[messages]]');
  const { 'aria-describedby': _, ...rest } = control.attributes;
  const wrong = { 'aria-invalid': 'true', 'aria-describedby': `${name}-error`, '[[focus]]': '' };
  control.attributes = { ...rest, ...wrong };
  return [
    [name, right],
    [`${name}-wrong`, slotted(render(field))],
  ];
}

/** The answer is a value, a text, or the choice of an option. */
function holdAnswer(control: ElementNode): void {
  if (control.name === 'input') control.attributes['value'] = '[[typed]]';
  if (control.name === 'textarea') control.children = [textNode('[[typed]]', control)];
  for (const { attributes } of elementsIn(control, ({ name }) => name === 'option')) {
    delete attributes['selected'];
    attributes[`[[selected-${attributes['value']}]]`] = '';
  }
}

/** Shows the hidden, empty element, holding the text. */
function reveal(element: ElementNode, text: string): void {
  delete element.attributes['hidden'];
  element.children = [textNode(text, element)];
}

function textNode(value: string, parent: ElementNode): TextNode {
  return { type: TEXT_NODE, value, parent, loc: parent.loc };
}

function elementsIn(node: ElementNode, isWanted: (element: ElementNode) => boolean): ElementNode[] {
  const found: ElementNode[] = [];
  walkSync(node, (one) => {
    if (one.type === ELEMENT_NODE && isWanted(one as ElementNode)) found.push(one as ElementNode);
  });
  return found;
}

/** The page with slots instead of what stands at these places; positions in characters. */
function cut(html: string, places: readonly { slot: string; start: number; end: number }[]): Template {
  const pieces: string[] = [];
  let from = 0;
  for (const { slot, start, end } of places) {
    pieces.push(html.slice(from, start), slot);
    from = end;
  }
  return [...pieces, html.slice(from)];
}

/** Markup with a slot for each `[[name]]`. */
function slotted(markup: string): Template {
  return markup.split(/\[\[([\w-]+)\]\]/);
}

function contentOf(html: string, { loc: [start, end] }: ElementNode): string {
  return html.slice(start.end, end.start);
}

/** Attributes without a value are written without one: a slot may stand for such an attribute. */
function render(element: ElementNode): string {
  return renderSync(element).replaceAll('=""', '');
}

/** The parser takes a `>` in an attribute for the end of a tag: better no build than half a field. */
function checkReading(html: string, element: ElementNode): void {
  const source = html.slice(element.loc[0].start, element.loc[1].end);
  const plain = (markup: string) => markup.replace(/\s+/g, ' ').replaceAll(' />', '>').replaceAll(' >', '>');
  if (plain(render(element)) === plain(source)) return;
  throw new Error(`This markup cannot be made a template: ${source}`);
}
