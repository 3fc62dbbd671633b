import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HTMLElement } from 'node-html-parser';
import { languages } from '#i18n/language';
import { pathIn, spoken } from '#i18n/site-languages';
import type { PageTemplate, Template } from '#server/pages/template';
import { parseHtml } from './html.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Functions import these files as `#page-templates/<name>` (package.json). */
export const pageTemplates = path.join(root, '.netlify/page-templates');

const pages = { book: bookTemplate, visit: visitTemplate };

/**
 * Writes the templates of the pages that functions draw. `read` returns a page's HTML by its path. The functions import
 * those of each language in any case: of one that the site does not speak they are in its first.
 */
export async function writePageTemplates(read: (path: string) => Promise<string> = readBuilt): Promise<void> {
  for (const language of languages) {
    await mkdir(path.join(pageTemplates, language), { recursive: true });
    for (const [name, templateOf] of Object.entries(pages)) {
      const code = `export default ${JSON.stringify(templateOf(await read(pathIn(spoken(language), `/${name}`))))};\n`;
      const file = path.join(pageTemplates, language, `${name}.mjs`);
      // Does not rewrite an unchanged file: watchers would restart.
      if (code !== (await readFile(file, 'utf8').catch(() => null))) await writeFile(file, code);
    }
  }
}

const readBuilt = (served: string) => readFile(path.join(root, 'dist', `${served}.html`), 'utf8');

/**
 * `<main>` is the slot `main`, the language links' address the slot `translation`. Each `<template id>` is a part with
 * slots `[[name]]`. Throws without `<main>`.
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
 * Each form field is a slot with two parts: `name`, and `name-wrong` with error messages. The notice above the form is
 * the slot and part `problem`. The form stays a plain one: nothing takes its place.
 */
export function bookTemplate(built: string): PageTemplate {
  const html = withoutSteps(built);
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

/** Without the steps of the booking, and the form's button that leads to them. */
function withoutSteps(html: string): string {
  const parts = parseHtml(html).querySelectorAll('#request :is(astro-island, [data-book])');
  return parts.reduceRight((rest, { range: [start, end] }) => rest.slice(0, start) + rest.slice(end), html);
}

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

function holdAnswer(control: HTMLElement): void {
  if (control.getAttribute('type') === 'checkbox') control.setAttribute('[[checked]]', '');
  else if (control.rawTagName === 'input') control.setAttribute('value', '[[typed]]');
  if (control.rawTagName === 'textarea') control.textContent = '[[typed]]';
  for (const option of control.querySelectorAll('option')) {
    option.removeAttribute('selected');
    option.setAttribute(`[[selected-${option.getAttribute('value')}]]`, '');
  }
}

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

/** The range of an element's content. Throws if it is empty. */
function contentRange({ childNodes, outerHTML }: HTMLElement): Range {
  const [first, last] = [childNodes.at(0), childNodes.at(-1)];
  if (!first || !last) throw new Error(`There is nothing in ${outerHTML}`);
  return [first.range[0], last.range[1]];
}

function addressRange(html: string, link: HTMLElement): Range {
  const attribute = `href="${link.getAttribute('href')}"`;
  const start = html.indexOf(attribute, link.range[0]) + 'href="'.length;
  return [start, start + attribute.length - 'href=""'.length];
}

/** Replaces the ranges, which must be in order, with slots. */
function cut(html: string, places: readonly { slot: string; range: Range }[]): Template {
  const pieces: string[] = [];
  let from = 0;
  for (const { slot, range } of places) {
    pieces.push(html.slice(from, range[0]), slot);
    from = range[1];
  }
  return [...pieces, html.slice(from)];
}

/** Removes `=""`, so that a slot can stand for an attribute without a value. */
function markupOf({ outerHTML }: HTMLElement): string {
  return outerHTML.replaceAll('=""', '');
}

function slotted(markup: string): Template {
  return markup.split(/\[\[([\w-]+)\]\]/);
}
