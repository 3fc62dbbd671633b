import { business } from '#business';
import { ownerRefusals } from '#i18n/en/api';
import { ownerRules } from '#i18n/en/owner-rules';
import { refusals as spanishRefusals } from '#i18n/es/api';
import { type Language, languageOf } from '#i18n/language';
import { rules as spanishRules } from '#i18n/es/rules';

type Sentences = typeof ownerRefusals;
type ValuesOf<Sentence> = Sentence extends (values: infer Values) => string ? Omit<Values, 'phone'> : unknown;

/**
 * What the API says: the code of a sentence, with the values that stand in it where it has some. Our phone number is no
 * such value, since every sentence is given it.
 */
export type Message = {
  [Code in keyof Sentences]: keyof ValuesOf<Sentences[Code]> extends never
    ? Code
    : { readonly code: Code } & Readonly<ValuesOf<Sentences[Code]>>;
}[keyof Sentences];

/** What only the owner is told has no translation. */
const sentences: Record<Language, Sentences> = {
  en: ownerRefusals,
  es: { ...ownerRefusals, ...spanishRefusals },
};

/** The sentences of the broken rules of a contract. */
export const rules: Record<Language, typeof ownerRules> = {
  en: ownerRules,
  es: { ...ownerRules, ...spanishRules },
};

/** The message as a person reads it. */
export function sentenceIn(language: Language, message: Message): string {
  const { code, ...values } = typeof message === 'string' ? { code: message } : message;
  const sentence = sentences[language][code];
  if (typeof sentence === 'string') return sentence;
  // A message has the values of its sentence, or it would be no `Message`.
  return (sentence as (values: object) => string)({ phone: business.phone.display, ...values });
}

/**
 * The language of the page that has sent a call: our pages say it in `Accept-Language`, whatever the browser's own is
 * (RFC 9110, 12.5.4). Whoever says nothing is answered in English.
 */
export const languageOfCall = ({ headers }: Pick<Request, 'headers'>): Language =>
  languageOf(headers.get('accept-language'));
