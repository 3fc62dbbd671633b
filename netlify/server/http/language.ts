import { business } from '#business';
import { ownerRefusals } from '#i18n/en/api';
import { ownerRules } from '#i18n/en/owner-rules';
import { ownerRefusals as spanishRefusals } from '#i18n/es/api';
import { ownerRules as spanishRules } from '#i18n/es/owner-rules';
import { type Language, languageOf, languages, type Translated } from '#i18n/language';
import { siteLanguages, spoken } from '#i18n/site-languages';

type Sentences = typeof ownerRefusals;
type ValuesOf<Sentence> = Sentence extends (values: infer Values) => string ? Omit<Values, 'phone'> : unknown;

/** A sentence of the API: its code, and its values if it has any. Every sentence also gets our phone number. */
export type Message = {
  [Code in keyof Sentences]: keyof ValuesOf<Sentences[Code]> extends never
    ? Code
    : { readonly code: Code } & Readonly<ValuesOf<Sentences[Code]>>;
}[keyof Sentences];

const sentences: Record<Language, Translated<Sentences>> = { en: ownerRefusals, es: spanishRefusals };

/** The sentences for the broken rules of a contract. */
export const rules: Record<Language, Translated<typeof ownerRules>> = { en: ownerRules, es: spanishRules };

export function sentenceIn(language: Language, message: Message): string {
  const { code, ...values } = typeof message === 'string' ? { code: message } : message;
  const sentence = sentences[language][code];
  if (typeof sentence === 'string') return sentence;
  // `Message` pairs each code with the values of its sentence.
  return (sentence as (values: object) => string)({ phone: business.phone.display, ...values });
}

/**
 * The language of the calling page, which our pages send in `Accept-Language` (RFC 9110, 12.5.4): the owner's are in
 * both languages on every site. Else, if the site speaks it, the browser's; or the site's first.
 */
export function languageOfCall({ headers }: Pick<Request, 'headers'>, site = siteLanguages): Language {
  const asked = headers.get('accept-language');
  return languages.find((one) => one === asked) ?? spoken(languageOf(asked, site[0]), site);
}
