import { business } from '#business';
import { CallbackForm, callbackRequest, type ConsultationRequest, contactLabels } from '#contracts/consultation';
import { ruleIn } from '#contracts/problem';
import { book as english } from '#i18n/en/book';
import { rules as englishRules } from '#i18n/en/rules';
import { book as spanish } from '#i18n/es/book';
import { rules as spanishRules } from '#i18n/es/rules';
import { type Language, languageOf } from '#i18n/language';
import { spoken } from '#i18n/site-languages';
import { escapeHtml } from '#lib/escape-html';
import { HOUR } from '#lib/time/units';
import { fill, fillPart, Html, type PageTemplate } from './template.ts';

/** The form's fields in order, with the typed text and the error messages. */
export type FilledForm = readonly { field: string; typed: string; messages: readonly string[] }[];

/**
 * Reads the plain form of `/book`. It asks for what the callback flow of the dialog asks for, plus a way to be reached
 * and notes, so it becomes the same kind of request with the visitor's own words in it. What is wrong is said in the
 * form's language.
 */
export function readCallbackForm(form: URLSearchParams): { request: ConsultationRequest } | { wrong: FilledForm } {
  const result = CallbackForm.safeParse(Object.fromEntries(form));
  if (result.success) {
    const request = callbackRequest(result.data);
    return { request: { ...request, ...result.data, message: result.data.message ?? request.message } };
  }
  const { issues } = result.error;
  const rules = { en: englishRules, es: spanishRules }[spoken(languageOf(form.get('language')))];
  const about = (name: string) => issues.filter(({ path }) => path[0] === name).map((issue) => ruleIn(rules, issue));
  return { wrong: asTyped(form).map((one) => ({ ...one, messages: about(one.field) })) };
}

export function asTyped(form: URLSearchParams): FilledForm {
  return Object.keys(CallbackForm.shape).map((field) => ({ field, typed: form.get(field) ?? '', messages: [] }));
}

/** Replaces a missing idempotency key: the same request within the hour is a second click. */
export function wordsOfHour(request: ConsultationRequest, now: number): string {
  const { attribution: _, ...words } = request;
  return `${Math.floor(now / HOUR)} ${JSON.stringify(words)}`;
}

/**
 * Draws `/book` with the typed text and the messages, for a visitor without scripts. By default `sentence` counts the
 * errors. Throws if the build left no template.
 */
export async function drawBookPage(language: Language, form: FilledForm, sentence?: string): Promise<string> {
  const { default: template } = await templates[language]();
  const wrong = form.filter(({ messages }) => messages.length > 0);
  const { checkOne, checkMany } = { en: english, es: spanish }[language];
  return fillForm(template, form, sentence ?? (wrong.length === 1 ? checkOne : checkMany(wrong.length)));
}

const templates = {
  en: () => import('#page-templates/en/book'),
  es: () => import('#page-templates/es/book'),
};

export function fillForm(template: PageTemplate, form: FilledForm, sentence: string): string {
  const problem = fillPart(template, 'problem', { sentence: withCall(sentence) });
  const first = form.find(({ messages }) => messages.length > 0)?.field;
  // Hidden fields, which a script fills, are not in the template.
  const shown = form.filter(({ field }) => field in template.parts);
  const fields = shown.map((one) => [one.field, drawField(template, one, one.field === first)]);
  return fill(template.page, { problem, ...Object.fromEntries(fields) }).markup;
}

/** Makes our phone number a link. */
function withCall(sentence: string): Html | string {
  const { display, href } = business.phone;
  if (!sentence.includes(display)) return sentence;
  const texts = sentence.split(display).map(escapeHtml);
  return new Html(`<p>${texts.join(`<a href="${escapeHtml(href)}">${display}</a>`)}</p>`);
}

function drawField(template: PageTemplate, { field, typed, messages }: FilledForm[number], isFirst: boolean): Html {
  const values = { typed, checked: typed && 'checked', ...chosen(typed) };
  if (messages.length === 0) return fillPart(template, field, values);
  const focus = isFirst ? 'autofocus' : '';
  return fillPart(template, `${field}-wrong`, { ...values, messages: messages.join('. '), focus });
}

/** Keeps the chosen option selected. */
function chosen(typed: string): Record<string, string> {
  const options = Object.keys(contactLabels).map((value) => [`selected-${value}`, value === typed ? 'selected' : '']);
  return Object.fromEntries(options);
}
