import type { FilledForm } from '#server/leads/callback-form';
import { escapeHtml } from '#lib/escape-html';
import { readPage } from './shell.ts';

/**
 * The page `/book` once more, with what was typed still in its fields, a sentence above the form and one at each wrong
 * field, the first of them focused: what a visitor without scripts sees. The page is read from the site itself
 * (`address`), so that there is one form and not two; only text and attributes are put in, which its content security
 * policy allows.
 */
export async function filledBookPage(address: URL, form: FilledForm, sentence?: string): Promise<string> {
  return fillForm(await readPage(address), form, sentence);
}

/** Puts what was typed and the sentences into the form's HTML. The one above it counts what is wrong, unless given. */
export function fillForm(html: string, form: FilledForm, sentence?: string): string {
  const wrong = form.filter(({ messages }) => messages.length > 0);
  let filled = html;
  for (const { field, typed } of form) filled = fillField(filled, field, typed);
  for (const { field, messages } of wrong) filled = markWrong(filled, field, messages, field === wrong[0]?.field);
  const count = wrong.length === 1 ? 'the answer marked' : `the ${wrong.length} answers marked`;
  return reveal(filled, 'form-problem', sentence ?? `Please check ${count} below.`);
}

function fillField(html: string, field: string, typed: string): string {
  return editField(html, field, (tag) => {
    if (tag.startsWith('<textarea')) return tag + escapeHtml(typed);
    return tag.startsWith('<input') ? withAttribute(tag, `value="${escapeHtml(typed)}"`) : tag;
  }).replace(new RegExp(`<select\\b[^>]*\\bname="${field}"[^]*?</select>`), (select) => choose(select, typed));
}

function choose(select: string, value: string): string {
  const option = `<option value="${escapeHtml(value)}"`;
  if (!select.includes(option)) return select;
  return select.replace(/(<option\b[^>]*?) selected(?:="")?/g, '$1').replace(option, () => `${option} selected`);
}

function markWrong(html: string, field: string, messages: readonly string[], isFirst: boolean): string {
  const marked = editField(html, field, (tag) => {
    const plain = tag.replace(/ aria-describedby="[^"]*"/, '');
    const focus = isFirst ? ' autofocus' : '';
    return withAttribute(plain, `aria-invalid="true" aria-describedby="${field}-error"${focus}`);
  });
  return reveal(marked, `${field}-error`, messages.join('. '));
}

/** Edits the opening tag of the field's control. */
function editField(html: string, field: string, edit: (tag: string) => string): string {
  return html.replace(new RegExp(`<(?:input|select|textarea)\\b[^>]*\\bname="${field}"[^>]*>`), edit);
}

function withAttribute(tag: string, attribute: string): string {
  return tag.replace(/\s*\/?>$/, () => ` ${attribute}>`);
}

/** Shows the hidden, empty element with the id, holding the text. */
function reveal(html: string, id: string, text: string): string {
  return html.replace(new RegExp(`(<\\w+[^>]*\\bid="${id}"[^>]*?) hidden(?:="")?([^>]*>)`), (_, before, after) => {
    return `${before}${after}${escapeHtml(text)}`;
  });
}
