import * as english from '#i18n/en/problems';
import * as spanish from '#i18n/es/problems';
import { type Language, languageOf } from '#i18n/language';
import { translator } from '#i18n/translate';
import { problem, Refusal } from './messages.ts';

const inSpanish = translator(
  [english.rules, spanish.rules],
  [english.refusals, spanish.refusals],
  [english.visits, spanish.visits],
);

/** A sentence that a rule or a refusal says, which is thrown in English, as a visitor reads it. */
export const sentenceIn = (language: Language, sentence: string): string =>
  language === 'es' ? inSpanish(sentence) : sentence;

/**
 * The language of the page that has sent a call: our pages say it in `Accept-Language`, whatever the browser's own is
 * (RFC 9110, 12.5.4). Whoever says nothing is answered in English.
 */
export const languageOfCall = ({ headers }: Pick<Request, 'headers'>): Language =>
  languageOf(headers.get('accept-language'));

/** The refusal in a language. What only the owner reads has no translation. */
export function refusalIn(language: Language, { status, message, issues, headers }: Refusal): Refusal {
  const translated = issues?.map((issue) => ({ ...issue, message: sentenceIn(language, issue.message) }));
  return new Refusal(status, sentenceIn(language, message), {
    ...(translated && { issues: translated }),
    headers: { ...headers, ...(language !== 'en' && { 'content-language': language }) },
  });
}

/** 404 for an address of the API that nobody answers. */
export function sayNothingHere(request: Request): Response {
  return problem(refusalIn(languageOfCall(request), new Refusal(404, english.refusals.nothing)));
}
