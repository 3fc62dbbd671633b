/** The languages that there are words in. Which of them a site has: `site-languages.ts`. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** The tags of pages and their dates (BCP 47). */
export const locales = { en: 'en-US', es: 'es-US' } as const satisfies Record<Language, string>;

/** The same words in another language. A missing word does not compile. */
export type Translated<Words> = {
  readonly [Key in keyof Words]: Words[Key] extends string
    ? string
    : Words[Key] extends (...values: infer Values) => infer Result
      ? (...values: Values) => Result extends string ? string : Translated<Result>
      : Translated<Words[Key]>;
};

/** The language of a tag such as `es-US`, or `otherwise`: a request that names none was made in English. */
export function languageOf(tag: string | null | undefined, otherwise: Language = 'en'): Language {
  const [code] = (tag ?? '').toLowerCase().split(/[^a-z]/);
  return languages.find((one) => one === code) ?? otherwise;
}
