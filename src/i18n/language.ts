/** The languages that a visitor may choose: English pages lie at the root, Spanish ones under `/es`. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The tag of a page's language (BCP 47): also that of its dates. */
export const locales = { en: 'en-US', es: 'es-US' } as const satisfies Record<Language, string>;

/** The same words in another language: a word that is missing does not compile. */
export type Translated<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<Words[Key]>;
};

/** The one that a page is not in. */
export const other = (language: Language): Language => (language === 'en' ? 'es' : 'en');

/** The language of a tag, as `es-US`; English for every other than Spanish. */
export const languageOf = (tag: string | null | undefined): Language => (/^es\b/i.test(tag ?? '') ? 'es' : 'en');

/** The language of the page that is served at the path. */
export const languageAt = (path: string): Language => (/^\/es(\/|$)/.test(path) ? 'es' : 'en');

/** The path of the same page in a language: `/blog`, `/es/blog` for it; `/`, `/es`. */
export function pathIn(language: Language, path: string): string {
  const english = path.replace(/^\/es(?=\/|$)/, '') || '/';
  if (language === 'en') return english;
  return english === '/' ? '/es' : `/es${english}`;
}
